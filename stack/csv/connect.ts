// Creates the client of a command from its environment variables. No message contains a token.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  type Client,
  type ClientContract,
  type ClientOptions,
  type ContractTypes,
  createClient,
  type Retrying,
} from '../client/index.ts'
import { UsageError } from './parse-csv.ts'

interface Terminal {
  say: (line: string) => void
  /** Ends the command after the request in flight. */
  stop: AbortSignal
}

/**
 * @param program The program of the service. Without TOKEN=, its token command creates the token.
 * @throws {UsageError} if an environment variable is not valid, or if there is no token.
 */
export async function connect<T extends ContractTypes>(
  contract: ClientContract<T>,
  program: URL,
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<Client<T>> {
  const baseUrl = environment.URL || localUrl(environment)
  const seconds = environment.PATIENCE || '90'
  if (!/^\d{1,5}$/.test(seconds))
    throw new UsageError(`PATIENCE=${seconds} is not a valid number of seconds: use a whole number from 0 to 99999.`)
  let token = environment.TOKEN ?? ''
  const client = clientFor(contract, { baseUrl, token: () => token, ...retryOptions(Number(seconds) * 1000, terminal) })
  token ||= await runTokenCommand(program, baseUrl, environment)
  return client
}

function clientFor<T extends ContractTypes>(contract: ClientContract<T>, options: ClientOptions): Client<T> {
  try {
    // The client of a contract without security accepts a token, too.
    return createClient(contract, options as ClientOptions<T>)
  } catch {
    throw new UsageError('URL= is not a valid service address. Example: URL=https://api.example/v1')
  }
}

// The address that `make start` uses with the same environment variables.
function localUrl({ HOST, PORT }: NodeJS.ProcessEnv): string {
  const host = HOST || '127.0.0.1'
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || '3000'}`
}

/**
 * Returns the token of a command without TOKEN=. Only the server can create one, so its token command runs as a process.
 * @throws {UsageError} for a service on a different machine, and without a signing key.
 */
async function runTokenCommand(program: URL, serviceUrl: string, environment: NodeJS.ProcessEnv): Promise<string> {
  try {
    const args = [fileURLToPath(program), 'token', '--for', serviceUrl]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: environment })
    return stdout.trim()
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new UsageError(stderr?.trim() || `No token: ${message}`)
  }
}

// Before the first response, a wrong address is more likely than an unavailable service.
const untilFirstResponseMs = 3_000
const attemptMs = 30_000
const attemptsAtInternalError = 4

/**
 * Returns the options of a client that retries each request for `limitMs`: longer than an application would, because the
 * command tells the user, who can stop it.
 */
function retryOptions(limitMs: number, { say, stop }: Terminal) {
  let hasResponse = false
  const currentLimitMs = () => (hasResponse ? limitMs : Math.min(limitMs, untilFirstResponseMs))

  function shouldRetry({ status, attempt, elapsedMs, waitMs }: Retrying): boolean {
    if (status === 500 && attempt >= attemptsAtInternalError) return false
    return elapsedMs + waitMs <= currentLimitMs()
  }

  function onRetry({ status, attempt }: Retrying): void {
    if (attempt > 1) return
    const reason = status === undefined ? 'did not respond' : `returned ${status}`
    say(`The service ${reason}. Retrying for up to ${currentLimitMs() / 1000} s …`)
  }

  return {
    async fetch(request) {
      const response = await globalThis.fetch(request)
      hasResponse = true
      return response
    },
    timeoutMs: { attempt: attemptMs, total: Infinity },
    retry: { attempts: Infinity, shouldRetry, onRetry, signal: stop },
  } satisfies Partial<ClientOptions>
}
