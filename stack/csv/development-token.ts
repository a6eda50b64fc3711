// The token of a command without TOKEN=. Only the server knows how to make one, so its token command runs as a process.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { UsageError } from './usage-error.ts'

/** @param program The program of the service. @throws {UsageError} for a service on another machine, and without a signing key. */
export async function developmentToken(
  program: URL,
  serviceUrl: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [fileURLToPath(program), 'token', '--for', serviceUrl],
      {
        env: environment,
      },
    )
    return stdout.trim()
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new UsageError(stderr?.trim() || `No token: ${message}`)
  }
}
