// Every setting: what it refuses, by name, and what it makes of what it takes.
import { resolve } from 'node:path'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { type Configuration, type Environment, readConfiguration } from '../../../server/configuration/configuration.ts'
import { type SettingName, settings } from '../../../server/configuration/settings.ts'
import { StartUpError } from '../../../server/configuration/start-up-error.ts'

const provider = { AUTH_ISSUER: 'https://id.example.com', AUTH_AUDIENCE: 'https://plants.example.com' }
const identityProvider = {
  issuer: provider.AUTH_ISSUER,
  audience: provider.AUTH_AUDIENCE,
  tokenType: 'at+jwt',
  scopeClaim: 'scope',
} as const
const allUnset: Configuration = {
  port: 3000,
  host: '127.0.0.1',
  dataFolder: resolve('.data'),
  identityProvider: undefined,
  corsOrigins: [],
  requestsPerMinute: 6000,
  trustProxy: false,
  monitoringPort: undefined,
  logLevel: undefined,
}

const notPorts = ['http', '-1', '65536', '0x1F90', '1e3', '80.5', '8080 ', ' ', '٣٠٠٠', '99999999999999999999']

interface Rows {
  wrong: string[]
  /** What is written, and the config it means where that is all that is written. */
  good: [text: string, means: Partial<Configuration>][]
  /** What else has to be set for it to mean anything. */
  beside?: Environment
}

const rows: Record<SettingName, Rows> = {
  PORT: {
    wrong: notPorts,
    good: [
      ['0', { port: 0 }],
      ['65535', { port: 65535 }],
      ['08080', { port: 8080 }],
    ],
  },
  HOST: {
    // Whoever else it lets in would need a token.
    wrong: ['0.0.0.0', '::', '192.168.1.1', 'plants.example', '127.0.0.1.plants.example', '[::1]', '127.0.0.1 ', ' '],
    good: [
      ['127.0.0.2', { host: '127.0.0.2' }],
      ['::1', { host: '::1' }],
      ['localhost', { host: 'localhost' }],
    ],
  },
  DATA: {
    wrong: [],
    good: [
      ['/var/lib/plants', { dataFolder: resolve('/var/lib/plants') }],
      ['some where', { dataFolder: resolve('some where') }],
    ],
  },
  AUTH_ISSUER: {
    beside: { AUTH_AUDIENCE: provider.AUTH_AUDIENCE },
    wrong: [
      'id.example.com',
      'http://id.example.com',
      'http://127.0.0.1.example.com',
      'ftp://id.example.com',
      'https://',
      'https:id.example.com',
      'https://id.example.com?tenant=1',
      'https://id.example.com?',
      'https://id.example.com#',
      'https://user@id.example.com',
      'https://:secret@id.example.com',
      ' https://id.example.com',
      'https://id.example.com\n',
      'https://id.example.com, https://two.example.com',
    ],
    // As it is written: what the issuer calls itself is compared letter by letter.
    good: [
      'https://id.example.com',
      'https://tenant.eu.auth0.com/',
      'https://id.example.com/realms/plants',
      'https://ID.example.com:8443',
      'http://127.0.0.1:4000',
      'http://localhost:4000/realms/plants',
      'http://[::1]:4000',
    ].map((issuer) => [issuer, { identityProvider: { ...identityProvider, issuer } }]),
  },
  AUTH_AUDIENCE: {
    beside: { AUTH_ISSUER: provider.AUTH_ISSUER },
    wrong: [],
    good: [['api://plants', { identityProvider: { ...identityProvider, audience: 'api://plants' } }]],
  },
  TOKEN_TYPE: {
    beside: provider,
    wrong: ['jwt', 'AT+JWT', 'application/at+jwt', 'at+jwt JWT', ' '],
    good: [
      ['JWT', { identityProvider: { ...identityProvider, tokenType: 'JWT' } }],
      ['at+jwt', { identityProvider }],
    ],
  },
  SCOPE_CLAIM: {
    beside: provider,
    wrong: ['scopes', 'SCOPE', 'roles', ' '],
    good: [
      ['scp', { identityProvider: { ...identityProvider, scopeClaim: 'scp' } }],
      ['scope', { identityProvider }],
    ],
  },
  CORS_ORIGINS: {
    wrong: [
      '*',
      'null',
      'plants.example',
      'https://plants.example/',
      'https://plants.example/app',
      'https://PLANTS.example',
      'https://plants.example:443',
      'https://plants.example,',
      'https://one.example https://two.example',
      'https://user@plants.example',
      'ws://plants.example',
      'file://',
    ],
    good: [
      ['https://plants.example', { corsOrigins: ['https://plants.example'] }],
      [
        'https://plants.example, http://localhost:5173',
        { corsOrigins: ['https://plants.example', 'http://localhost:5173'] },
      ],
    ],
  },
  RATE_LIMIT_PER_MINUTE: {
    wrong: ['-1', 'none', '1.5', '1e3', '10000000', ' 60', '60/min'],
    good: [
      ['0', { requestsPerMinute: 0 }],
      ['60', { requestsPerMinute: 60 }],
      ['9999999', { requestsPerMinute: 9_999_999 }],
    ],
  },
  TRUST_PROXY: {
    wrong: [
      'true',
      'loopback',
      '-1',
      '10.0.0',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '0.0.0.0/0',
      '::/0',
      '::1/129',
    ].concat(['proxy.example', '10.0.0.1,', '10.0.0.1 10.0.0.2', '1,2', ' ']),
    good: [
      ['0', { trustProxy: 0 }],
      ['2', { trustProxy: 2 }],
      ['10.0.0.1', { trustProxy: ['10.0.0.1'] }],
      ['10.0.0.0/8, fd00::/8, ::1', { trustProxy: ['10.0.0.0/8', 'fd00::/8', '::1'] }],
    ],
  },
  OPS_PORT: {
    wrong: [...notPorts, '3000'],
    good: [
      ['0', { monitoringPort: 0 }],
      ['9090', { monitoringPort: 9090 }],
    ],
  },
  LOG_LEVEL: {
    wrong: ['INFO', 'trace', 'fatal', 'none', '30', 'warn ', ' '],
    good: (['debug', 'info', 'warn', 'error', 'silent'] as const).map((logLevel) => [logLevel, { logLevel }]),
  },
}

/** What is said of an environment that cannot be used, a line each. */
function complaints(environment: Environment): string[] {
  try {
    readConfiguration(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(StartUpError)
    return (error as StartUpError).message.split('\n')
  }
  return []
}

describe.each(Object.keys(settings) as SettingName[])('%s', (name) => {
  // A setting without rows has none of its own here, and fails.
  const { wrong, good, beside = {} } = rows[name]

  it('is tried with something', () => expect(good.length).toBeGreaterThan(0))

  for (const text of wrong) {
    it(`refuses ${JSON.stringify(text)} by name, and nothing else`, () => {
      const lines = complaints({ ...beside, [name]: text })
      expect(lines).toEqual([expect.stringMatching(new RegExp(`^${name}=`))])
      expect(lines[0]).toContain(text.replaceAll(/\s+/g, ' ').trim())
      expect(lines[0]).toMatch(/(?:: \w|must be |\. Set it).*\.$/)
    })
  }

  it.each(good)('means what it says where it is %j', (text, means) => {
    const config = readConfiguration({ ...beside, [name]: text })
    const others = Object.keys(beside).length > 0 ? { identityProvider } : {}
    expect(config).toEqual({ ...allUnset, ...others, ...means })
    // Express has rules of its own for these.
    expect(() => express().set('trust proxy', config.trustProxy)).not.toThrow()
  })

  it('is its default where it is empty', () => {
    const { [name]: _here, ...others } = beside as Record<string, string>
    const { default: ifUnset } = settings[name]
    const outcome = (environment: Environment) => complaints(environment).join() || readConfiguration(environment)
    expect(outcome({ ...others, [name]: '' })).toEqual(outcome(others))
    if (ifUnset !== '') expect(outcome({ ...others, [name]: ifUnset })).toEqual(outcome(others))
  })
})

describe('settings together', () => {
  it('are all their defaults where nothing is set', () => {
    expect(readConfiguration({})).toEqual(allUnset)
    expect(Object.isFrozen(readConfiguration({}))).toBe(true)
  })

  it('are looked at for what is theirs alone', () => {
    expect(readConfiguration({ PORTS: 'x', NODE_ENV: 'x', SUB: 'x', npm_config_port: 'x' })).toEqual(allUnset)
  })

  it('may open the service to others where there is an issuer', () => {
    expect(readConfiguration({ ...provider, HOST: '0.0.0.0' })).toEqual({
      ...allUnset,
      host: '0.0.0.0',
      identityProvider,
    })
  })

  it.each<[string, Environment, RegExp[]]>([
    ['an issuer without an audience', { AUTH_ISSUER: provider.AUTH_ISSUER }, [/^AUTH_AUDIENCE= is missing/]],
    ['an audience without an issuer', { AUTH_AUDIENCE: 'plants' }, [/^AUTH_ISSUER= is missing/]],
    [
      'an audience and an open address without an issuer',
      { AUTH_AUDIENCE: 'plants', HOST: '0.0.0.0' },
      [/^HOST=0\.0\.0\.0 .*AUTH_ISSUER/, /^AUTH_ISSUER= is missing/],
    ],
    // Once what is wrong with the issuer is mended, the address is good.
    ['an open address and a bad issuer', { ...provider, HOST: '::', AUTH_ISSUER: 'id' }, [/^AUTH_ISSUER=id /]],
    ['a bad issuer and no audience', { AUTH_ISSUER: 'id' }, [/^AUTH_ISSUER=id /, /^AUTH_AUDIENCE= is missing/]],
    ['one port for two', { PORT: '8080', OPS_PORT: '8080' }, [/^OPS_PORT=8080 is also the port of the API/]],
    ['a bad port for operators beside a bad one', { PORT: 'x', OPS_PORT: 'x' }, [/^PORT=x /, /^OPS_PORT=x /]],
  ])('do not go with %s', (_what, environment, lines) => {
    expect(complaints(environment)).toEqual(lines.map((line) => expect.stringMatching(line)))
  })

  it('may both be any free port', () => {
    expect(readConfiguration({ PORT: '0', OPS_PORT: '0' })).toMatchObject({ port: 0, monitoringPort: 0 })
  })

  it('are all named at once where all are wrong, a line each', () => {
    const environment = Object.fromEntries(
      Object.entries(rows).flatMap(([name, { wrong }]) => (wrong[0] ? [[name, wrong[0]]] : [])),
    )
    const named = complaints({ ...environment, AUTH_AUDIENCE: 'plants', HOST: '0.0.0.0' }).map(
      (line) => line.split('=')[0],
    )
    // An open address is allowed for the sake of an issuer, be it wrong.
    expect(named.sort()).toEqual(
      Object.keys(environment)
        .filter((name) => name !== 'HOST')
        .sort(),
    )
  })

  it('keep to a line whatever is written there', () => {
    expect(complaints({ LOG_LEVEL: 'a\nPORT=1 is fine\r\nb', PORT: '1\n2' })).toHaveLength(2)
  })
})
