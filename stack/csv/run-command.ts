// Runs a command such as `make import` or `make export`: its environment variables, output, signals and exit code.

import { UsageError } from './parse-csv.ts'
import type { Output } from './progress.ts'

export interface CommandIo {
  stdout: NodeJS.WritableStream
  stderr: Output
  /** Ends the command after the request in flight. */
  stop: AbortSignal
}

/** Resolves to the exit code. @throws {UsageError} if the command cannot do its work. */
export type CsvCommand = (environment: NodeJS.ProcessEnv, io: CommandIo) => Promise<number>

export async function runCommand(command: CsvCommand): Promise<void> {
  const { env, stdout, stderr } = process
  const controller = new AbortController()
  // The second signal ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
  process.exitCode = await getExitCode(command, env, { stdout, stderr, stop: controller.signal })
}

/** Runs a command, and returns its exit code: 2 after a UsageError, whose message is printed. */
export async function getExitCode(command: CsvCommand, environment: NodeJS.ProcessEnv, io: CommandIo): Promise<number> {
  try {
    return await command(environment, io)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    io.stderr.write(`${error.message}\n`)
    return 2
  }
}
