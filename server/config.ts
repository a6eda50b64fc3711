// Settings from the environment, checked before anything starts. Whatever is wrong is said at once, by name.
import { resolve } from 'node:path'
import { isLoopbackAddress } from './auth/loopback.ts'
import { scopes } from './contract/operations.ts'
import { StartUpError } from './start-up.ts'

export interface Config {
  /** 0: any free port. */
  port: number
  host: string
  /** Absolute path of the folder that holds the data and the development key. */
  dataFolder: string
  /** Of one caller; 0 for no limits at all. */
  requestsPerMinute: number
}

type Environment = Record<string, string | undefined>

/** Whose example collection a new data folder gets, and whom `make token` speaks for unless told otherwise. */
export const defaultSubject = 'gardener'

/** @throws {StartUpError} with a line for each setting that cannot be used. */
export function readConfig({ PORT, HOST, DATA, RATE_LIMIT_PER_MINUTE }: Environment): Readonly<Config> {
  const host = HOST || '127.0.0.1'
  refuse([
    portComplaint(PORT),
    !isLoopbackAddress(host) && `HOST=${host} is open to others, for whom there is no token yet: use HOST=127.0.0.1.`,
    !/^\d{0,7}$/.test(RATE_LIMIT_PER_MINUTE ?? '') &&
      `RATE_LIMIT_PER_MINUTE=${RATE_LIMIT_PER_MINUTE} is no number of requests: use 0 to 9999999, 0 for no limit.`,
  ])
  return Object.freeze({
    port: Number(PORT || 3000),
    host,
    dataFolder: dataFolder(DATA),
    requestsPerMinute: Number(RATE_LIMIT_PER_MINUTE || 6000),
  })
}

/** The mock has nothing to protect, so it may listen anywhere. */
export function readMockConfig({ PORT, HOST }: Environment): Readonly<Pick<Config, 'port' | 'host'>> {
  refuse([portComplaint(PORT)])
  return Object.freeze({ port: Number(PORT || 4010), host: HOST || '127.0.0.1' })
}

// `make start PORT=` leaves an empty text, which is as good as none.
function portComplaint(port = ''): string | false {
  const usable = port === '' || (/^\d{1,5}$/.test(port) && Number(port) <= 65535)
  return !usable && `PORT=${port} is no port: use a number from 0 to 65535.`
}

export interface TokenSettings {
  dataFolder: string
  subject: string
  scope: string
}

/** @throws {StartUpError} with a line for each setting that cannot be used. */
export function readTokenSettings({ SUB, SCOPE, DATA }: Environment): Readonly<TokenSettings> {
  const scope = SCOPE || scopes.join(' ')
  const unknown = scope.split(' ').filter((one) => !scopes.includes(one))
  refuse([unknown.length > 0 && `SCOPE="${scope}" is no list of scopes: use some of "${scopes.join(' ')}".`])
  return Object.freeze({ dataFolder: dataFolder(DATA), subject: SUB || defaultSubject, scope })
}

function dataFolder(DATA: string | undefined): string {
  return resolve(DATA || '.data')
}

function refuse(complaints: (string | false)[]): void {
  const lines = complaints.filter((line) => line !== false)
  if (lines.length > 0) throw new StartUpError(lines.join('\n'))
}
