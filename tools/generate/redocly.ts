// Runs Redocly as the command it is (it has no API of its own), on the Node we run on, and quiet unless it fails.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
const env = { ...process.env, REDOCLY_TELEMETRY: 'off' }
const house = fileURLToPath(import.meta.resolve('../../redocly.yaml'))

// It would take the redocly.yaml of the current folder, or none: the house's is named, unless the caller names another.
export async function redocly(...args: string[]): Promise<string> {
  const config = args.includes('--config') ? [] : ['--config', house]
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args, ...config], { env, maxBuffer: 2 ** 24 })
  return stdout
}
