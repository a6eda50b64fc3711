// Each setting: the values that it accepts, with their effect on the configuration, and the values that it rejects.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import express from 'express'
import { describe, expect, it } from 'vitest'
import type { Environment } from '../../../environment.ts'
import { type Configuration, readConfiguration } from '../../../server/configuration/read-configuration.ts'
import { redactUrl, type SettingName, settings } from '../../../server/configuration/settings.ts'
import { StartUpError } from '../../../server/configuration/start-up-error.ts'

interface Row {
  rejected: string[]
  /** Values that the setting accepts, with the properties of the configuration that they change. */
  accepted: Record<string, Partial<Configuration>>
  /** Other settings that this one requires. */
  needs?: Environment
}

const words = (text: string) => text.split(' ')
const provider = { AUTH_ISSUER: 'https://id.example.com', AUTH_AUDIENCE: 'https://rooms.example.com' }
const [issuer, audience] = [provider.AUTH_ISSUER, provider.AUTH_AUDIENCE]
const withProvider = (changes: object) => ({
  identityProvider: { issuer, audience, tokenType: 'at+jwt' as const, scopeClaim: 'scope' as const, ...changes },
})
const DATABASE_URL = 'postgres://rooms:pass%40word@db.example:5433/rooms?sslmode=verify-full'
const needs = { DATABASE_URL }
const withDatabase = (changes: object) => ({
  database: { url: DATABASE_URL, poolSize: 10, connectTimeoutMs: 2000, statementTimeoutMs: 5000, ...changes },
})
const invalidPorts = [...words('http -1 65536 0x1F90 1e3 80.5 ٣٠٠٠ 99999999999999999999'), '8080 ', ' ']

/** A row for a setting of which `change` maps each accepted value to the configuration. */
function strings(good: string[], change: (text: string) => Partial<Configuration>): Row {
  return { rejected: [], accepted: Object.fromEntries(good.map((text) => [text, change(text)])) }
}

/** A row for a setting that is an integer from `min` to `max`. */
function integer(min: number, max: number, change: (number: number) => Partial<Configuration>, needs = {}): Row {
  const { accepted: good } = strings([`${min}`, `${max}`], (text) => change(Number(text)))
  return { needs, rejected: [...words('none 1.5 1e2 60s'), ' 60', `${min - 1}`, `${max + 1}`], accepted: good }
}

const rows: Record<SettingName, Row> = {
  PORT: { ...strings(words('0 65535 08080'), (text) => ({ port: Number(text) })), rejected: invalidPorts },
  HOST: {
    ...strings(words('127.0.0.2 ::1 localhost'), (host) => ({ host })),
    rejected: [...words('0.0.0.0 :: 192.168.1.1 rooms.example 127.0.0.1.rooms.example [::1]'), '127.0.0.1 ', ' '],
  },
  DATA: strings(['/var/lib', 'some where'], (text) => ({ dataFolder: resolve(text) })),
  NEW_DATA: { rejected: words('0 true yes'), accepted: { '1': { isNewData: true } } },
  DATABASE_URL: {
    ...strings(
      [DATABASE_URL, 'postgresql://rooms@[::1]:5433/rooms?a=b', 'postgres:///rooms?host=/run/postgresql'],
      (url) => withDatabase({ url }),
    ),
    rejected: [
      ...words('rooms db.example/rooms mysql://db.example/rooms postgres:// postgres://db.example postgres:db/rooms'),
      ...words('postgres://db.example/ postgres://a,b:x/rooms postgres://a/rooms#b postgres://%zz:secret@a/rooms'),
      ...words('postgres://user:secret@@a/rooms postgres://user:sec/ret@a/rooms postgres://user:sec#ret@a/rooms'),
    ],
  },
  SHUTDOWN_DELAY: integer(0, 60, (seconds) => ({ shutdownDelayMs: seconds * 1000 })),
  DATABASE_POOL_SIZE: integer(1, 1000, (poolSize) => withDatabase({ poolSize }), needs),
  DATABASE_CONNECT_TIMEOUT_MS: integer(100, 60_000, (connectTimeoutMs) => withDatabase({ connectTimeoutMs }), needs),
  DATABASE_STATEMENT_TIMEOUT_MS: integer(100, 60_000, (ms) => withDatabase({ statementTimeoutMs: ms }), needs),
  WORKERS: {
    needs,
    rejected: words('0 -1 101 1.5 abc Auto two'),
    accepted: {
      '1': withDatabase({}),
      '100': { ...withDatabase({}), workers: 100 },
      auto: { ...withDatabase({}), workers: availableParallelism() },
    },
  },
  AUTH_ISSUER: {
    // The URL is not normalised, because `iss` must be equal to it.
    ...strings(
      [
        ...words('https://id.example.com https://tenant.eu.auth0.com/ https://ID.example.com:8443 http://[::1]:4000'),
        ...words('http://127.0.0.1:4000 http://localhost:4000/realms/rooms'),
        `https://id.example.com/${'a'.repeat(232)}`,
      ],
      (issuer) => withProvider({ issuer }),
    ),
    needs: { AUTH_AUDIENCE: audience },
    rejected: [
      ...words('id.example.com http://id.example.com http://127.0.0.1.example.com ftp://id.example.com https://'),
      ...words('https:id.example.com https://id.example.com?tenant=1 https://id.example.com? https://id.example.com#'),
      ...words('https://user@id.example.com https://:secret@id.example.com'),
      `https://id.example.com/${'a'.repeat(233)}`,
      ...[' https://id.example.com', 'https://id.example.com\n', 'https://id.example.com, https://two.example.com'],
    ],
  },
  AUTH_AUDIENCE: { ...strings(['a:b'], (audience) => withProvider({ audience })), needs: { AUTH_ISSUER: issuer } },
  APP_CLIENT_ID: strings(['rooms-app'], (appClientId) => ({ appClientId })),
  TOKEN_TYPE: {
    ...strings(['JWT', 'at+jwt'], (tokenType) => withProvider({ tokenType })),
    needs: provider,
    rejected: [...words('jwt AT+JWT application/at+jwt'), 'at+jwt JWT', ' '],
  },
  SCOPE_CLAIM: {
    ...strings(['scp', 'scope'], (scopeClaim) => withProvider({ scopeClaim })),
    needs: provider,
    rejected: ['scopes', 'SCOPE', 'roles', ' '],
  },
  CLOCK_TOLERANCE_SECONDS: integer(0, 300, (clockToleranceSeconds) => ({ clockToleranceSeconds })),
  TOKEN_CACHE_MB: integer(1, 1_000, (tokenCacheMegabytes) => ({ tokenCacheMegabytes })),
  CORS_ORIGINS: {
    ...strings(['https://rooms.example', 'https://a.example, http://localhost:5173'], (text) => ({
      corsOrigins: text.split(', '),
    })),
    rejected: [
      ...words('* null rooms.example https://rooms.example/ https://rooms.example/app https://ROOMS.example file://'),
      ...words('https://rooms.example:443 https://rooms.example, https://user@rooms.example ws://rooms.example'),
      'https://one.example https://two.example',
    ],
  },
  RATE_LIMIT_PER_MINUTE: integer(0, 9_999_999, (requestsPerMinute) => ({ requestsPerMinute })),
  TRUST_PROXY: {
    rejected: [
      ...words('true loopback -1 10.0.0 10.0.0.0/33 10.0.0.0/ 10.0.0.0/08 10.0.0.0/0x8 10.0.0.0/8/8 0.0.0.0/0 ::/0'),
      ...['::1/129', 'proxy.example', '10.0.0.1,', '10.0.0.1 10.0.0.2', '1,2', ' '],
    ],
    accepted: {
      '0': { trustProxy: 0 },
      '2': { trustProxy: 2 },
      '10.0.0.1': { trustProxy: ['10.0.0.1'] },
      '10.0.0.0/8, fd00::/8, ::1': { trustProxy: ['10.0.0.0/8', 'fd00::/8', '::1'] },
    },
  },
  MAX_CONNECTIONS: integer(1, 100_000, (maxConnections) => ({ maxConnections })),
  HSTS_SECONDS: integer(0, 63_072_000, (hstsSeconds) => ({ hstsSeconds })),
  OPS_PORT: { ...strings(words('0 9090'), (port) => ({ monitoringPort: +port })), rejected: [...invalidPorts, '3000'] },
  OPS_HOST: strings(words('::1 0.0.0.0'), (monitoringHost) => ({ monitoringHost })),
  LOG_LEVEL: {
    rejected: [...words('INFO trace fatal none 30'), 'warn ', ' '],
    accepted: Object.fromEntries(
      (['debug', 'info', 'warn', 'error', 'silent'] as const).map((level) => [level, { logLevel: level }]),
    ),
  },
}
const names = Object.keys(rows) as SettingName[]
const defaults = readConfiguration({})

/** Returns the lines of the error; none if the environment is valid. */
function findErrors(environment: Environment): string[] {
  try {
    readConfiguration(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(StartUpError)
    return (error as StartUpError).message.split('\n')
  }
  return []
}

describe.each(names)('the setting %s', (name) => {
  const { rejected, accepted, needs = {} } = rows[name]

  it.each(rejected)('rejects %j, and the error names the setting and the value', (text) => {
    const [line, ...others] = findErrors({ ...needs, [name]: text })
    expect(others).toEqual([])
    expect(line?.slice(0, name.length + 1)).toBe(`${name}=`)
    expect(line).toContain(redactUrl(text).replaceAll(/\s+/g, ' ').trim())
    expect(line).toMatch(/(?:: \w|must be |\. Set it).*\.$/)
  })

  it.each(Object.entries(accepted))('accepts %j', (text, changes) => {
    const configuration = readConfiguration({ ...needs, [name]: text })
    expect(configuration).toEqual({ ...defaults, ...changes })
    // Express validates this value, too.
    expect(() => express().set('trust proxy', configuration.trustProxy)).not.toThrow()
  })

  const { default: ifUnset, without } = settings[name]
  it('is rejected or has its default if it is empty', () => {
    const getResult = (environment: Environment) => findErrors(environment).join() || readConfiguration(environment)
    const refused = `${name}= is empty: set it, or unset it, and the service ${without}.`
    expect(getResult({ ...needs, [name]: '' })).toEqual(without ? refused : getResult(needs))
    if (ifUnset !== '') expect(getResult({ ...needs, [name]: ifUnset })).toEqual(getResult(needs))
  })
})

it.each(names)('no error of %s shows a password', (name) => {
  for (const password of ['secret', 'secret,', ',secret', '/secret', 'a@secret', '?secret', 'secret#1', 'a:secret']) {
    const urls = [`https://user:${password}@x.example`, `https:user:${password}@x`, `u:${password}@x`]
    for (const url of [...urls, `https://a.example, https://:${password}@b.example`, 'https://x.example?key=secret'])
      expect(findErrors({ [name]: url }).join('\n')).not.toContain('secret')
  }
})

it.each<[string, Environment, RegExp[]]>([
  ['an issuer without an audience', { AUTH_ISSUER: issuer }, [/^AUTH_AUDIENCE= is missing/]],
  ['an audience without an issuer', { AUTH_AUDIENCE: 'rooms' }, [/^AUTH_ISSUER= is missing/]],
  ['an invalid issuer and no audience', { AUTH_ISSUER: 'id' }, [/^AUTH_ISSUER=id /, /^AUTH_AUDIENCE= is missing/]],
  ['several hosts of a database', { DATABASE_URL: 'postgres://one,two:5433/rooms' }, [/ has several hosts: use one/]],
  ['workers with SQLite', { WORKERS: '2' }, [/^WORKERS=2 needs PostgreSQL, because only one process can use .*: set/]],
  ['workers for all cores with SQLite', { WORKERS: 'auto' }, [/^WORKERS=auto needs PostgreSQL, /]],
  [
    'line breaks',
    { LOG_LEVEL: 'a\nPORT=1 is fine\r\nb', PORT: '1\n2' },
    [/^PORT=1 2 /, /^LOG_LEVEL=a PORT=1 is fine b /],
  ],
])('readConfiguration rejects %s', (_what, environment, lines) => {
  expect(findErrors(environment)).toEqual(lines.map((line) => expect.stringMatching(line)))
})
