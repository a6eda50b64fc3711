// Each setting: the texts that it accepts, with their meaning, and the texts that it rejects.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import express from 'express'
import { describe, expect, it } from 'vitest'
import type { Environment } from '../../../environment.ts'
import { type Configuration, readConfiguration } from '../../../server/configuration/read-configuration.ts'
import { redactUrl, type SettingName, settings } from '../../../server/configuration/settings.ts'
import { StartUpError } from '../../../server/configuration/start-up-error.ts'

interface Row {
  wrong: string[]
  /** Texts that the setting accepts, and what they change in the configuration. */
  good: Record<string, Partial<Configuration>>
  /** Other settings that are needed. */
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
const notPorts = [...words('http -1 65536 0x1F90 1e3 80.5 ٣٠٠٠ 99999999999999999999'), '8080 ', ' ']

/** A setting whose texts mean what `change` says. */
function texts(good: string[], change: (text: string) => Partial<Configuration>): Row {
  return { wrong: [], good: Object.fromEntries(good.map((text) => [text, change(text)])) }
}

/** A setting that is a whole number between these. */
function whole(min: number, max: number, change: (number: number) => Partial<Configuration>, needs = {}): Row {
  const { good } = texts([`${min}`, `${max}`], (text) => change(Number(text)))
  return { needs, wrong: [...words('none 1.5 1e2 60s'), ' 60', `${min - 1}`, `${max + 1}`], good }
}

const rows: Record<SettingName, Row> = {
  PORT: { ...texts(words('0 65535 08080'), (text) => ({ port: Number(text) })), wrong: notPorts },
  HOST: {
    ...texts(words('127.0.0.2 ::1 localhost'), (host) => ({ host })),
    wrong: [...words('0.0.0.0 :: 192.168.1.1 rooms.example 127.0.0.1.rooms.example [::1]'), '127.0.0.1 ', ' '],
  },
  DATA: texts(['/var/lib', 'some where'], (text) => ({ dataFolder: resolve(text) })),
  NEW_DATA: { wrong: words('0 true yes'), good: { '1': { isNewData: true } } },
  DATABASE_URL: {
    ...texts(
      [DATABASE_URL, 'postgresql://rooms@[::1]:5433/rooms?a=b', 'postgres:///rooms?host=/run/postgresql'],
      (url) => withDatabase({ url }),
    ),
    wrong: [
      ...words('rooms db.example/rooms mysql://db.example/rooms postgres:// postgres://db.example postgres:db/rooms'),
      ...words('postgres://db.example/ postgres://a,b:x/rooms postgres://a/rooms#b postgres://%zz:secret@a/rooms'),
      ...words('postgres://user:secret@@a/rooms postgres://user:sec/ret@a/rooms postgres://user:sec#ret@a/rooms'),
    ],
  },
  SHUTDOWN_DELAY: whole(0, 60, (seconds) => ({ shutdownDelayMs: seconds * 1000 })),
  DATABASE_POOL_SIZE: whole(1, 1000, (poolSize) => withDatabase({ poolSize }), needs),
  DATABASE_CONNECT_TIMEOUT_MS: whole(100, 60_000, (connectTimeoutMs) => withDatabase({ connectTimeoutMs }), needs),
  DATABASE_STATEMENT_TIMEOUT_MS: whole(100, 60_000, (ms) => withDatabase({ statementTimeoutMs: ms }), needs),
  WORKERS: {
    needs,
    wrong: words('0 -1 101 1.5 abc Auto two'),
    good: {
      '1': withDatabase({}),
      '100': { ...withDatabase({}), workers: 100 },
      auto: { ...withDatabase({}), workers: availableParallelism() },
    },
  },
  AUTH_ISSUER: {
    // Unchanged, because `iss` must be equal to it.
    ...texts(
      [
        ...words('https://id.example.com https://tenant.eu.auth0.com/ https://ID.example.com:8443 http://[::1]:4000'),
        ...words('http://127.0.0.1:4000 http://localhost:4000/realms/rooms'),
        `https://id.example.com/${'a'.repeat(232)}`,
      ],
      (issuer) => withProvider({ issuer }),
    ),
    needs: { AUTH_AUDIENCE: audience },
    wrong: [
      ...words('id.example.com http://id.example.com http://127.0.0.1.example.com ftp://id.example.com https://'),
      ...words('https:id.example.com https://id.example.com?tenant=1 https://id.example.com? https://id.example.com#'),
      ...words('https://user@id.example.com https://:secret@id.example.com'),
      `https://id.example.com/${'a'.repeat(233)}`,
      ...[' https://id.example.com', 'https://id.example.com\n', 'https://id.example.com, https://two.example.com'],
    ],
  },
  AUTH_AUDIENCE: { ...texts(['a:b'], (audience) => withProvider({ audience })), needs: { AUTH_ISSUER: issuer } },
  APP_CLIENT_ID: texts(['rooms-app'], (appClientId) => ({ appClientId })),
  TOKEN_TYPE: {
    ...texts(['JWT', 'at+jwt'], (tokenType) => withProvider({ tokenType })),
    needs: provider,
    wrong: [...words('jwt AT+JWT application/at+jwt'), 'at+jwt JWT', ' '],
  },
  SCOPE_CLAIM: {
    ...texts(['scp', 'scope'], (scopeClaim) => withProvider({ scopeClaim })),
    needs: provider,
    wrong: ['scopes', 'SCOPE', 'roles', ' '],
  },
  CLOCK_TOLERANCE_SECONDS: whole(0, 300, (clockToleranceSeconds) => ({ clockToleranceSeconds })),
  TOKEN_CACHE_MB: whole(1, 1_000, (tokenCacheMegabytes) => ({ tokenCacheMegabytes })),
  CORS_ORIGINS: {
    ...texts(['https://rooms.example', 'https://a.example, http://localhost:5173'], (text) => ({
      corsOrigins: text.split(', '),
    })),
    wrong: [
      ...words('* null rooms.example https://rooms.example/ https://rooms.example/app https://ROOMS.example file://'),
      ...words('https://rooms.example:443 https://rooms.example, https://user@rooms.example ws://rooms.example'),
      'https://one.example https://two.example',
    ],
  },
  RATE_LIMIT_PER_MINUTE: whole(0, 9_999_999, (requestsPerMinute) => ({ requestsPerMinute })),
  TRUST_PROXY: {
    wrong: [
      ...words('true loopback -1 10.0.0 10.0.0.0/33 10.0.0.0/ 10.0.0.0/08 10.0.0.0/0x8 10.0.0.0/8/8 0.0.0.0/0 ::/0'),
      ...['::1/129', 'proxy.example', '10.0.0.1,', '10.0.0.1 10.0.0.2', '1,2', ' '],
    ],
    good: {
      '0': { trustProxy: 0 },
      '2': { trustProxy: 2 },
      '10.0.0.1': { trustProxy: ['10.0.0.1'] },
      '10.0.0.0/8, fd00::/8, ::1': { trustProxy: ['10.0.0.0/8', 'fd00::/8', '::1'] },
    },
  },
  MAX_CONNECTIONS: whole(1, 100_000, (maxConnections) => ({ maxConnections })),
  HSTS_SECONDS: whole(0, 63_072_000, (hstsSeconds) => ({ hstsSeconds })),
  OPS_PORT: { ...texts(words('0 9090'), (text) => ({ monitoringPort: Number(text) })), wrong: [...notPorts, '3000'] },
  OPS_HOST: texts(words('::1 0.0.0.0'), (monitoringHost) => ({ monitoringHost })),
  LOG_LEVEL: {
    wrong: [...words('INFO trace fatal none 30'), 'warn ', ' '],
    good: Object.fromEntries(
      (['debug', 'info', 'warn', 'error', 'silent'] as const).map((level) => [level, { logLevel: level }]),
    ),
  },
}
const names = Object.keys(rows) as SettingName[]
const defaults = readConfiguration({})

/** The lines of the error. */
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
  const { wrong, good, needs = {} } = rows[name]

  it.each(wrong)('rejects %j, and the error names the setting and the text', (text) => {
    const [line, ...others] = findErrors({ ...needs, [name]: text })
    expect(others).toEqual([])
    expect(line?.slice(0, name.length + 1)).toBe(`${name}=`)
    expect(line).toContain(redactUrl(text).replaceAll(/\s+/g, ' ').trim())
    expect(line).toMatch(/(?:: \w|must be |\. Set it).*\.$/)
  })

  it.each(Object.entries(good))('accepts %j', (text, changes) => {
    const configuration = readConfiguration({ ...needs, [name]: text })
    expect(configuration).toEqual({ ...defaults, ...changes })
    // Express has its own rules for this value.
    expect(() => express().set('trust proxy', configuration.trustProxy)).not.toThrow()
  })

  const { default: ifUnset, without } = settings[name]
  it('is an error or has its default if it is empty', () => {
    const { [name]: _own, ...others }: Environment = needs
    const outcome = (environment: Environment) => findErrors(environment).join() || readConfiguration(environment)
    const refused = `${name}= is empty: set it, or unset it, and the service ${without}.`
    expect(outcome({ ...needs, [name]: '' })).toEqual(without ? refused : outcome(others))
    if (ifUnset !== '') expect(outcome({ ...others, [name]: ifUnset })).toEqual(outcome(others))
  })
})

it.each(names)('no error of %s shows a password', (name) => {
  const needs = { ...provider, HOST: '0.0.0.0', AUTH_ISSUER: '' }
  for (const password of ['secret', 'secret,', ',secret', '/secret', 'a@secret', '?secret', 'secret#1', 'a:secret']) {
    const urls = [`https://user:${password}@x.example`, `https:user:${password}@x`, `u:${password}@x`]
    for (const url of [...urls, `https://a.example, https://:${password}@b.example`, 'https://x.example?key=secret'])
      expect(findErrors({ ...needs, [name]: url }).join('\n')).not.toContain('secret')
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
