// Runs the command of Redocly, which has no API, on the current Node. Prints nothing unless the command fails.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
const env = { ...process.env, REDOCLY_TELEMETRY: 'off' }
const defaultConfig = fileURLToPath(import.meta.resolve('../../redocly.yaml'))

// Redocly itself would use redocly.yaml of the current folder, or no configuration.
export async function redocly(...args: string[]): Promise<string> {
  const config = args.includes('--config') ? [] : ['--config', defaultConfig]
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args, ...config], { env, maxBuffer: 2 ** 24 })
  return stdout
}
