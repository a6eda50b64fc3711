// The settings of a run: flags, variables, and one line for each that is not valid.
import { describe, expect, it } from 'vitest'
import { InvalidSetting } from '../../environment.ts'
import { readFlags, readRunSettings, readTarget } from '../../tester/settings.ts'
import { lampsContract as contract } from '../support/tested-contract.ts'

const target = { URL: 'http://127.0.0.1:1', TOKEN: 'any' }

function read(settings: Record<string, string>, flags: string[] = []) {
  const env: Record<string, string | undefined> = { ...settings }
  const asked = readFlags(flags, env)
  return asked ?? { ...readRunSettings(contract, env), ...readTarget(contract, env) }
}

describe('settings that are not valid', () => {
  it.each([
    [{}, 'URL is missing. Set it to the base URL of the service.'],
    [{ URL: 'rooms.example' }, 'URL=rooms.example is not a valid address. Use http://… or https://….'],
    [{ URL: 'https://user:secret@rooms.example' }, 'URL must not contain a user or a password.'],
    [
      { URL: 'http://127.0.0.1:1' },
      'TOKEN is missing. Get a token from your operator, or from the command token of the service.',
    ],
    [{ ...target, TOKEN: 'a b' }, 'TOKEN is not a valid token. Remove spaces and line breaks.'],
    [{ ...target, EXPIRED_TOKEN: 'a\n' }, 'EXPIRED_TOKEN is not a valid token. Remove spaces and line breaks.'],
    [{ ...target, PROFILE: 'proxy' }, 'PROFILE=proxy is not known. Use gateway, or leave it out.'],
    [{ ...target, COMPARE: 'mock' }, 'COMPARE=mock is not a valid address. Use http://… or https://….'],
    [
      { ...target, WRITE: '1', COMPARE: 'http://127.0.0.1:2/api' },
      'COMPARE=http://127.0.0.1:2/api must have the same path as URL.',
    ],
    [{ ...target, COMPARE: 'http://127.0.0.1:2' }, 'COMPARE needs WRITE=1: both services need the same items.'],
    [
      { ...target, WRITE: '1', MOCK: '1', COMPARE: 'http://127.0.0.1:2' },
      'COMPARE does not work with MOCK=1: such a mock stores nothing.',
    ],
    [{ ...target, COVERAGE: '1' }, 'COVERAGE=1 needs WRITE=1, or most responses are missing.'],
    [
      { ...target, WRITE: '1', COVERAGE: '1', ONLY: 'OPTIONS' },
      'COVERAGE=1 needs every request. Leave out ONLY and SKIP.',
    ],
    [{ ...target, SEED: 'x' }, 'SEED=x is not a number. Use plain decimal digits.'],
    [{ ...target, REQUESTS: '1.5' }, 'REQUESTS=1.5 is not a number. Use plain decimal digits.'],
    [{ ...target, DEADLINE_MS: '0' }, 'DEADLINE_MS=0 is too small. Use 1 or more.'],
    [{ ...target, ONLY: 'tea' }, 'ONLY=tea matches no family, rule or sequence.'],
    [{ ...target, SKIP: 'malformed heads, tea' }, 'SKIP=tea matches no family, rule or sequence.'],
  ])('%j', (settings, message) => {
    expect(() => read(settings)).toThrow(new InvalidSetting(message))
  })

  it.each([
    [['--token'], "Option '--token <value>' argument missing. --help lists the flags."],
    [['--tokens', 'a'], "Unknown option '--tokens'. --help lists the flags."],
    [['--write=yes'], "Option '--write' does not take an argument. --help lists the flags."],
    [['http://127.0.0.1'], "Unexpected argument 'http://127.0.0.1'. --help lists the flags."],
  ])('flags %j', (flags, message) => {
    expect(() => read({}, flags)).toThrow(new InvalidSetting(message))
  })
})

describe('settings that are valid', () => {
  it('a flag counts more than its variable', () => {
    const flags = ['--url', 'http://127.0.0.1:2', '--other-token', 'other', '--write', '--seed', '7']
    expect(read({ ...target, SEED: '8' }, flags)).toMatchObject({
      url: 'http://127.0.0.1:2',
      tokens: { token: 'any', neighbourToken: 'other' },
      mayWrite: true,
      seed: 7,
    })
  })

  it('by default, a run only reads, and the HTTP library of a service may differ', () => {
    const defaults = { mayWrite: false, isMock: false, isGateway: false, isStrict: false, timeoutMs: 5_000 }
    expect(read(target)).toMatchObject(defaults)
    expect(read(target, ['--strict'])).toMatchObject({ isStrict: true })
  })

  it.each([['help'], ['version']] as const)('--%s', (name) => expect(read({}, [`--${name}`])).toBe(name))
})
