// Creates the client of a command from its settings. No message contains a token.
import {
  type Client,
  type ClientContract,
  type ClientOptions,
  type ContractTypes,
  createClient,
} from '../client/index.ts'
import { developmentToken } from './development-token.ts'
import { type Attended, retryOptions } from './retry-options.ts'
import { UsageError } from './usage-error.ts'

/**
 * @param program The program of the service, whose token command helps without TOKEN=.
 * @throws {UsageError} if a setting is not valid, or if there is no token.
 */
export async function connect<T extends ContractTypes>(
  contract: ClientContract<T>,
  program: URL,
  environment: NodeJS.ProcessEnv,
  attended: Attended,
): Promise<Client<T>> {
  const baseUrl = environment.URL || localUrl(environment)
  const seconds = environment.PATIENCE || '90'
  if (!/^\d{1,5}$/.test(seconds)) {
    throw new UsageError(`PATIENCE=${seconds} is not a valid number of seconds: use a whole number from 0 to 99999.`)
  }
  let token = environment.TOKEN ?? ''
  const client = clientFor(contract, { baseUrl, token: () => token, ...retryOptions(Number(seconds) * 1000, attended) })
  token ||= await developmentToken(program, baseUrl, environment)
  return client
}

function clientFor<T extends ContractTypes>(contract: ClientContract<T>, options: ClientOptions): Client<T> {
  try {
    // A contract without security also takes a token.
    return createClient(contract, options as ClientOptions<T>)
  } catch {
    throw new UsageError('URL= is not a valid service address. Example: URL=https://api.example/v1')
  }
}

// The address that `make start` uses with the same settings.
function localUrl({ HOST, PORT }: NodeJS.ProcessEnv): string {
  const host = HOST || '127.0.0.1'
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || '3000'}`
}
