// Every setting of the service: its name, what it means, what it is unless set, and what may be written there.
// docs/deployment.md shows this table; a test holds the two together.
import { BlockList, isIP } from 'node:net'
import { isLoopbackHost } from './auth/loopback.ts'

/** What may be written: turns the text into a value, or throws a ComplaintError that says what to write instead. */
type Read<T> = (text: string) => T

export interface Setting<T> {
  /** As it would be written; '' where the setting is off. */
  default: string
  meaning: string
  read: Read<T>
}

export class ComplaintError extends Error {}

export const settings = {
  PORT: setting('3000', 'Port of the API; 0 for any free one.', port),
  HOST: setting('127.0.0.1', 'Address of the API. One that is not loopback needs `AUTH_ISSUER`.', (text) => text),
  DATA: setting('.data', 'Folder of the data, and of the development key.', (text) => text),
  AUTH_ISSUER: setting(
    '',
    'OpenID Connect issuer whose access tokens count, as a URL. Without one, the service makes its own tokens.',
    issuer,
  ),
  AUTH_AUDIENCE: setting('', 'The `aud` that access tokens must have; goes with `AUTH_ISSUER`.', (text) => text),
  TOKEN_TYPE: setting(
    'at+jwt',
    'The `typ` of access tokens: `at+jwt` as RFC 9068 says, or `JWT` (or none) for issuers that do not follow it.',
    oneOf('at+jwt', 'JWT'),
  ),
  SCOPE_CLAIM: setting('scope', 'The claim that holds the scopes: `scope` or `scp`.', oneOf('scope', 'scp')),
  CORS_ORIGINS: setting(
    '',
    'Origins whose pages may call, separated by commas. On a loopback address, pages on loopback always may.',
    origins,
  ),
  RATE_LIMIT_PER_MINUTE: setting(
    '6000',
    'Requests of one caller per minute; ten times as many of one address. 0 for no limits.',
    wholeNumber(0, 9_999_999),
  ),
  TRUST_PROXY: setting(
    '',
    'Proxies whose `X-Forwarded-For` counts: how many stand before the service, or their addresses, separated by commas.',
    proxies,
  ),
  OPS_PORT: setting('', 'Port of `/live`, `/ready` and `/metrics`, on the same address; off unless set.', port),
  LOG_LEVEL: setting(
    '',
    'Least grave log lines that are written: `debug`, `info`, `warn`, `error` or `silent`; `warn` on a terminal, else `info`.',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
  ),
}

export type SettingName = keyof typeof settings
export type Values = { [Name in SettingName]: ReturnType<(typeof settings)[Name]['read']> | undefined }

function setting<T>(ifUnset: string, meaning: string, read: Read<T>): Setting<T> {
  return { default: ifUnset, meaning, read }
}

export function port(text: string): number {
  const value = wholeNumberOf(text)
  if (value === undefined || value > 65535) throw new ComplaintError('is no port: use a number from 0 to 65535')
  return value
}

function wholeNumber(least: number, most: number): Read<number> {
  return (text) => {
    const value = wholeNumberOf(text)
    if (value === undefined || value < least || value > most) {
      throw new ComplaintError(`is no whole number from ${least} to ${most}`)
    }
    return value
  }
}

function wholeNumberOf(text: string): number | undefined {
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined
}

function oneOf<const T extends string>(...values: T[]): Read<T> {
  return (text) => {
    const found = values.find((value) => value === text)
    if (found === undefined) throw new ComplaintError(`is none of ${values.join(', ')}`)
    return found
  }
}

// Tokens would be worth nothing if their keys came over a network that anybody can change.
function issuer(text: string): string {
  // What URL.parse forgives would be another text than the one in `iss`.
  const url = /^https?:\/\/[^\s?#]+$/i.test(text) ? URL.parse(text) : null
  const isLocal = url?.protocol === 'http:' && isLoopbackHost(url.host)
  if (url === null || !(url.protocol === 'https:' || isLocal) || url.username || url.password) {
    throw new ComplaintError('is no issuer: use its https URL, exactly as it writes it in `iss`')
  }
  return text
}

function origins(text: string): string[] {
  return text.split(',').map((one) => {
    const origin = one.trim()
    if (!/^https?:/.test(origin) || URL.parse(origin)?.origin !== origin) {
      throw new ComplaintError(`has "${origin}", which is no origin: write it like https://plants.example`)
    }
    return origin
  })
}

function proxies(text: string): number | string[] {
  const hops = wholeNumberOf(text)
  if (hops !== undefined) return hops
  return text.split(',').map((one) => {
    const range = one.trim()
    if (!isAddressRange(range)) {
      throw new ComplaintError(`has "${range}", which is no address: write it like 10.0.0.1 or 10.0.0.0/8, or a number`)
    }
    return range
  })
}

function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  try {
    // Express refuses a range of all addresses; it would believe everybody.
    const bits = /^[1-9]\d{0,2}$/.test(prefix) ? Number(prefix) : -1
    new BlockList().addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}
