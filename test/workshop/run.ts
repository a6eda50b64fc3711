// Runs a command as a person would, from outside, and says how it ended.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export function run(command: string, args: string[], cwd = root): Promise<Ended> {
  const child = spawn(command, args, { cwd, env: withoutMake() })
  const printed = { stdout: '', stderr: '' }
  child.stdout.on('data', (data) => (printed.stdout += data))
  child.stderr.on('data', (data) => (printed.stderr += data))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...printed }))
  })
}

// `make test` leaves these behind, and a make that finds them talks as a part of another.
export function withoutMake(): NodeJS.ProcessEnv {
  const { MAKELEVEL, MAKEFLAGS, MFLAGS, ...env } = process.env
  return env
}
