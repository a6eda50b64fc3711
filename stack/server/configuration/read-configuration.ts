// Reads the configuration from the environment, before anything starts. An error lists every invalid setting by name.

import { availableParallelism } from 'node:os'
import type { Environment } from '../../environment.ts'
import { isLoopbackAddress } from '../loopback.ts'
import { redactUrl, SettingError, type SettingName, settings, settingText, type Values } from './settings.ts'
import { StartUpError } from './start-up-error.ts'

export type Configuration = ReturnType<typeof readConfiguration>

export interface Database {
  url: string
  poolSize: number
  connectTimeoutMs: number
  statementTimeoutMs: number
}

export type IdentityProvider = NonNullable<Configuration['identityProvider']>

/** Subject of the owner of the example collection in a new data folder. Default subject of `make token`. */
export const defaultSubject = 'gardener'

/** @throws {StartUpError} with one line for each invalid setting. */
export function readConfiguration(environment: Environment) {
  const errors: string[] = []
  const values = readSettings(environment, errors)
  const host = values.HOST ?? ''
  const { AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = values

  const hasIssuer = environment.AUTH_ISSUER !== undefined
  if (!hasIssuer && !isLoopbackAddress(host))
    errors.push(
      `HOST=${redactUrl(host)} is reachable from other machines, so AUTH_ISSUER= is required. Set it, or use HOST=127.0.0.1.`,
    )
  if (hasIssuer && !audience) errors.push('AUTH_AUDIENCE= is missing: set it to the `aud` of your access tokens.')
  if (!hasIssuer && audience) errors.push('AUTH_ISSUER= is missing: set it, or remove AUTH_AUDIENCE=.')
  if (values.OPS_PORT && values.OPS_PORT === values.PORT && values.OPS_HOST === host)
    errors.push(`OPS_PORT=${values.OPS_PORT} is also the port of the API: choose a different OPS_PORT= or PORT=.`)
  if (values.WORKERS !== undefined && values.WORKERS !== 1 && environment.DATABASE_URL === undefined)
    errors.push(
      `WORKERS=${values.WORKERS} needs PostgreSQL, because only one process can use an SQLite database: set DATABASE_URL=, or WORKERS=1.`,
    )
  throwIfAny(errors)

  return Object.freeze({
    /** 0: any free port. */
    port: values.PORT ?? 0,
    host,
    /** File descriptor of a socket that a supervisor passes, instead of host and port. */
    socket: passedSocket(environment),
    /** Absolute path of the folder that holds the data and the development key. */
    dataFolder: dataFolder(values.DATA),
    /** Whether the data folder may be empty, although there is an identity provider. */
    isNewData: values.NEW_DATA === '1',
    /** `undefined`: SQLite, in the data folder. */
    database: values.DATABASE_URL
      ? {
          url: values.DATABASE_URL,
          poolSize: values.DATABASE_POOL_SIZE ?? 0,
          connectTimeoutMs: values.DATABASE_CONNECT_TIMEOUT_MS ?? 0,
          statementTimeoutMs: values.DATABASE_STATEMENT_TIMEOUT_MS ?? 0,
        }
      : undefined,
    /** Processes that serve requests. More than one only with PostgreSQL. */
    workers: values.WORKERS === 'auto' ? availableParallelism() : (values.WORKERS ?? 1),
    /** `undefined`: the service signs its own tokens. */
    identityProvider:
      issuer && audience
        ? { issuer, audience, tokenType: values.TOKEN_TYPE ?? 'at+jwt', scopeClaim: values.SCOPE_CLAIM ?? 'scope' }
        : undefined,
    /** Client id of the example app at the identity provider. `undefined`: with an identity provider, there is no app. */
    appClientId: values.APP_CLIENT_ID,
    /** Tolerance for `exp`, `nbf` and `iat` of tokens. */
    clockToleranceSeconds: values.CLOCK_TOLERANCE_SECONDS ?? 0,
    tokenCacheMegabytes: values.TOKEN_CACHE_MB ?? 0,
    corsOrigins: values.CORS_ORIGINS ?? [],
    /** Per principal; 0 turns all limits off. */
    requestsPerMinute: values.RATE_LIMIT_PER_MINUTE ?? 0,
    /** Proxies in the form of Express: their number, or their addresses; `false` for none. */
    trustProxy: values.TRUST_PROXY ?? false,
    maxConnections: values.MAX_CONNECTIONS ?? 0,
    /** 0: the header is not sent. */
    hstsSeconds: values.HSTS_SECONDS ?? 0,
    /** How long the service keeps listening after the signal. */
    shutdownDelayMs: (values.SHUTDOWN_DELAY ?? 0) * 1_000,
    /** `undefined`: off. */
    monitoringPort: values.OPS_PORT,
    monitoringHost: values.OPS_HOST ?? '',
    /** `undefined`: `warn` on a terminal, otherwise `info`. */
    logLevel: values.LOG_LEVEL,
  })
}

function readSettings(environment: Environment, errors: string[]): Values {
  const names = Object.keys(settings) as SettingName[]
  const entries = names.map((name) => {
    try {
      return [name, readSetting(name, environment[name])]
    } catch (error) {
      if (!(error instanceof StartUpError)) throw error
      errors.push(error.message)
      return [name, undefined]
    }
  })
  return Object.fromEntries(entries)
}

// The protocol of sd_listen_fds(3), for systemd and others. The variables may belong to another process.
function passedSocket({ LISTEN_FDS, LISTEN_PID }: Environment): number | undefined {
  return Number(LISTEN_FDS) >= 1 && LISTEN_PID === String(process.pid) ? 3 : undefined
}

/** Returns `undefined` if the setting is off. @throws {StartUpError} that names the setting. */
function readSetting<Name extends SettingName>(name: Name, value: string | undefined): Values[Name] {
  const setting = settings[name]
  try {
    const text = settingText(setting, value)
    // `parse` of this setting returns this type.
    return text === '' ? undefined : (setting.parse(text) as Values[Name])
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    throw new StartUpError(`${name}=${redactUrl(value ?? '')} ${error.message}.`)
  }
}

/** The mock has nothing to protect, so it may listen anywhere. */
export function readMockConfiguration({ PORT, HOST }: Environment): Readonly<Pick<Configuration, 'port' | 'host'>> {
  return Object.freeze({ port: readSetting('PORT', PORT || '4010') ?? 0, host: HOST || '127.0.0.1' })
}

/** Returns the address of the monitoring of the running service. @throws {StartUpError} */
export function readMonitoringAddress({ OPS_PORT, OPS_HOST }: Environment): Readonly<{ host: string; port: number }> {
  if (!OPS_PORT) throw new StartUpError('OPS_PORT= is missing: set it as for the running service.')
  return Object.freeze({ port: readSetting('OPS_PORT', OPS_PORT) ?? 0, host: OPS_HOST || settings.OPS_HOST.default })
}

/** Reads which data a command uses. @throws {StartUpError} with one line for each invalid setting. */
export function readDataConfiguration({ DATA, DATABASE_URL, DATABASE_CONNECT_TIMEOUT_MS }: Environment): Configuration {
  return readConfiguration({ DATA, DATABASE_URL: DATABASE_URL || undefined, DATABASE_CONNECT_TIMEOUT_MS })
}

/** @param scopes Scopes of the contract. @throws {StartUpError} with one line for each invalid setting. */
export function readTokenSettings({ SUB, SCOPE, DATA }: Environment, scopes: string[]) {
  const scope = SCOPE || scopes.join(' ')
  // A contract can have no scopes.
  const unknown = (scope === '' ? [] : scope.split(' ')).filter((name) => !scopes.includes(name))
  const error = `SCOPE="${scope}" is not a valid list of scopes: use one or more of "${scopes.join(' ')}".`
  throwIfAny(unknown.length > 0 ? [error] : [])
  return Object.freeze({ dataFolder: dataFolder(DATA), subject: SUB || defaultSubject, scope })
}

/** @returns An absolute path. @throws {StartUpError} if `DATA` is empty. */
export function dataFolder(DATA: string | undefined): string {
  return readSetting('DATA', DATA) ?? ''
}

// A value may contain line breaks; each error is one line.
function throwIfAny(errors: string[]): void {
  if (errors.length > 0) throw new StartUpError(errors.map((line) => line.replaceAll(/[\r\n]+/g, ' ')).join('\n'))
}
