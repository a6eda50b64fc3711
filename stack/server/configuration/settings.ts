// Every setting of the service: its name, meaning, default and allowed values.
// docs/deployment.md shows this table; a test compares the two.
import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { isLoopbackHost } from '../loopback.ts'

/** Parses a value. @throws {SettingError} that says what to write instead. */
type Parse<T> = (text: string) => T

export interface Setting<T> {
  /** Default as an operator would write it; '' if the setting is off by default. */
  default: string
  meaning: string
  parse: Parse<T>
  /**
   * What the service does without a setting that decides where the data are, or who may call. An empty value of such a
   * setting is an error, because it is a mistake more often than a wish for the default.
   */
  without?: string | undefined
}

export class SettingError extends Error {}

/**
 * Returns a URL for messages and logs: without user, password, query and fragment, which can be secret. The string need
 * not be a valid URL.
 */
export function redactUrl(text: string): string {
  return text.replace(/^([^:]*:(?:\/\/)?).*@/s, '$1***@').replace(/([?#]).+/s, '$1***')
}

export const settings = {
  PORT: setting('3000', 'Port of the API. 0 means any free port.', parsePort),
  HOST: setting(
    '127.0.0.1',
    'Address of the API. An address that is not loopback needs `AUTH_ISSUER`.',
    (text) => text,
  ),
  DATA: setting('.data', 'Folder for the data and the development key.', (text) => resolve(text), 'uses .data'),
  NEW_DATA: setting(
    '',
    '`1` for the first start with `AUTH_ISSUER` and SQLite. Otherwise an empty `DATA` is taken for a lost volume.',
    oneOf('1'),
  ),
  DATABASE_URL: setting(
    '',
    'URL of a PostgreSQL database: `postgres://user:password@host/items`. Default: SQLite.',
    parseDatabaseUrl,
    'uses SQLite',
  ),
  DATABASE_POOL_SIZE: setting(
    '10',
    'Connections of each worker to PostgreSQL, and so the limit of concurrent statements.',
    integerFrom(1, 1_000),
  ),
  DATABASE_CONNECT_TIMEOUT_MS: setting(
    '2000',
    'How long to wait for a connection to PostgreSQL, or for a free one of the pool, in milliseconds.',
    integerFrom(100, 60_000),
  ),
  DATABASE_STATEMENT_TIMEOUT_MS: setting(
    '5000',
    'How long a statement of PostgreSQL may take, in milliseconds. 500 ms later, its connection is closed.',
    integerFrom(100, 60_000),
  ),
  WORKERS: setting(
    '1',
    'Processes that serve requests, with PostgreSQL only: at most 100. `auto` is one for each core.',
    parseWorkers,
  ),
  AUTH_ISSUER: setting(
    '',
    'URL of the OpenID Connect issuer of access tokens. Without it, the service signs its own tokens.',
    parseIssuer,
    'signs its own tokens',
  ),
  AUTH_AUDIENCE: setting('', 'The `aud` that access tokens must have. Required with `AUTH_ISSUER`.', (text) => text),
  APP_CLIENT_ID: setting(
    '',
    'Id of the example app as a public client of the issuer. With `AUTH_ISSUER` but without it, `/` redirects to the docs.',
    (text) => text,
  ),
  TOKEN_TYPE: setting(
    'at+jwt',
    'The `typ` of access tokens: `at+jwt` as in RFC 9068. `JWT` is for issuers that set `JWT` or no `typ`.',
    oneOf('at+jwt', 'JWT'),
  ),
  SCOPE_CLAIM: setting('scope', 'The claim that contains the scopes: `scope` or `scp`.', oneOf('scope', 'scp')),
  CLOCK_TOLERANCE_SECONDS: setting(
    '60',
    'How far the clock of the issuer may differ: the tolerance for `exp`, `nbf` and `iat`, at most 300.',
    integerFrom(0, 300),
  ),
  TOKEN_CACHE_MB: setting(
    '8',
    'Memory for valid tokens, in MB: the signature of each is verified once. 1 MB is enough for 2,000 tokens.',
    integerFrom(1, 1_000),
  ),
  CORS_ORIGINS: setting(
    '',
    'Origins of web pages that may call the API, separated by commas. On a loopback address, loopback origins always may.',
    parseOrigins,
  ),
  RATE_LIMIT_PER_MINUTE: setting(
    '6000',
    'Requests per minute of one principal, at each worker. One address may send ten times as many. 0 turns both limits off.',
    integerFrom(0, 9_999_999),
  ),
  TRUST_PROXY: setting(
    '',
    'Proxies whose `X-Forwarded-For` is trusted: their number, or their addresses, separated by commas.',
    parseProxies,
  ),
  MAX_CONNECTIONS: setting(
    '1000',
    'Open connections of each worker. More are closed at once. The limit is lower if the process may open fewer files.',
    integerFrom(1, 100_000),
  ),
  HSTS_SECONDS: setting(
    '0',
    'For how long browsers use only https for the host, in seconds (`Strict-Transport-Security`). 0 turns it off.',
    integerFrom(0, 63_072_000),
  ),
  SHUTDOWN_DELAY: setting(
    '0',
    'How long the service takes new requests after SIGTERM while `/ready` is 503, in seconds, at most 60.',
    integerFrom(0, 60),
  ),
  OPS_PORT: setting('', 'Port of `/live`, `/ready`, `/metrics` and `/backup`. Off by default.', parsePort),
  OPS_HOST: setting(
    '127.0.0.1',
    'Address for `OPS_PORT`, which needs no token: choose an address that only operators can reach.',
    (text) => text,
  ),
  LOG_LEVEL: setting(
    '',
    'Lowest log level to write: `debug`, `info`, `warn`, `error` or `silent`. Default: `warn` on a terminal, otherwise `info`.',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
  ),
}

export type SettingName = keyof typeof settings
export type Values = { [Name in SettingName]: ReturnType<(typeof settings)[Name]['parse']> | undefined }

function setting<T>(defaultText: string, meaning: string, parse: Parse<T>, without?: string): Setting<T> {
  return { default: defaultText, meaning, parse, without }
}

/** Returns a setting as a string; '' if it is off. @throws {SettingError} if it is empty and must not be. */
export function settingText({ default: defaultText, without }: Setting<unknown>, text: string | undefined): string {
  if (text === '' && without) throw new SettingError(`is empty: set it, or unset it, and the service ${without}`)
  return text || defaultText
}

function parsePort(text: string): number {
  return integerFrom(0, 65535, 'is not a valid port: use a number from 0 to 65535')(text)
}

function integerFrom(min: number, max: number, advice = `must be a whole number from ${min} to ${max}`): Parse<number> {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : -1
    if (number < min || number > max) throw new SettingError(advice)
    return number
  }
}

function parseWorkers(text: string): number | 'auto' {
  return text === 'auto' ? text : integerFrom(1, 100, 'must be a whole number from 1 to 100, or auto')(text)
}

function oneOf<const T extends string>(...values: T[]): Parse<T> {
  return (text) => {
    const match = values.find((value) => value === text)
    if (match === undefined) throw new SettingError(`must be one of ${values.join(', ')}`)
    return match
  }
}

// Over plain HTTP, an attacker could replace the keys and sign any token.
function parseIssuer(text: string): string {
  // URL.parse normalises the text, so it would no longer equal `iss`.
  const url = /^https?:\/\/[^\s?#]+$/i.test(text) ? URL.parse(text) : null
  const isLocal = url?.protocol === 'http:' && isLoopbackHost(url.host)
  if (text.length > 255) throw new SettingError('is too long for an issuer: it has more than 255 characters')
  if (url === null || !(url.protocol === 'https:' || isLocal) || url.username || url.password)
    throw new SettingError('is not a valid issuer: use its https URL, exactly as it appears in the `iss` claim')
  return text
}

function parseDatabaseUrl(text: string): string {
  const [, host] = /^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?([^@/?#]*)\/[^/?#]+(?:\?[^#]*)?$/.exec(text) ?? []
  if (host?.includes(','))
    throw new SettingError(
      'has several hosts: use one address that leads to the primary, such as that of a proxy or of your provider',
    )
  if (host !== undefined && isDecodable(text)) return text
  throw new SettingError(
    'is not a valid PostgreSQL URL: write it like postgres://user:password@host:5432/items, with %XX for other characters',
  )
}

/** Whether the driver can decode the parts of a URL. */
function isDecodable(text: string): boolean {
  const url = URL.parse(text)
  if (url === null) return false
  try {
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

// A password may contain a comma, so no part of the list can be shown.
function splitList(text: string): string[] {
  if (text.includes('@')) throw new SettingError('must be a list without credentials')
  return text.split(',').map((item) => item.trim())
}

function parseOrigins(text: string): string[] {
  return splitList(text).map((origin) => {
    if (!/^https?:/.test(origin) || URL.parse(origin)?.origin !== origin) {
      throw new SettingError(
        `contains "${redactUrl(origin)}", which is not a valid origin: write it like https://app.example`,
      )
    }
    return origin
  })
}

function parseProxies(text: string): number | string[] {
  if (/^\d{1,7}$/.test(text)) return Number(text)
  return splitList(text).map((range) => {
    if (!isAddressRange(range))
      throw new SettingError(
        `contains "${redactUrl(range)}", which is not a valid address: use 10.0.0.1 or 10.0.0.0/8, or a number of proxies`,
      )
    return range
  })
}

function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  try {
    // A range of all addresses would trust every client, so Express refuses it.
    const bits = /^[1-9]\d{0,2}$/.test(prefix) ? Number(prefix) : -1
    new BlockList().addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}
