// Reads the settings of a run from flags and environment variables.
import { parseArgs } from 'node:util'
import { getCount, getSeed, InvalidSetting } from '../environment.ts'
import { needsToken } from './contract/operations.ts'
import type { TestedContract } from './contract/tested-contract.ts'
import type { SuiteOptions } from './suite.ts'
import { type SystemOptions, tokenVariables } from './system-under-test.ts'

/** The settings: each has an environment variable and a flag. A flag without a value sets the variable to 1. */
const settings: Record<string, { value?: string; meaning: string }> = {
  CONTRACT: { value: 'FILE', meaning: 'Resolved spec: openapi.yaml of a service; default: that of the product' },
  URL: { value: 'URL', meaning: 'Base URL; if it has no path, that of the first server in the contract' },
  TOKEN: {
    value: 'TOKEN',
    meaning: 'Token of a caller with all scopes; not needed with MOCK=1, or for a contract without security',
  },
  OTHER_TOKEN: { value: 'TOKEN', meaning: 'Token of a second caller: tests which items callers can access' },
  READ_TOKEN: { value: 'TOKEN', meaning: 'Token of the first caller with read scopes only' },
  WRITE_TOKEN: { value: 'TOKEN', meaning: 'Token of the first caller with write scopes only' },
  EXPIRED_TOKEN: { value: 'TOKEN', meaning: 'Expired token' },
  WRITE: { meaning: 'Allow requests that create, change and delete items' },
  MOCK: { meaning: 'The system under test is a mock that stores nothing and accepts every token; allows writes' },
  ORIGIN: { value: 'ORIGIN', meaning: 'Origin of a web page that the service allows: tests CORS' },
  STRICT: { meaning: 'Fail also where the HTTP library of the service deviates from the contract' },
  SEED: { value: 'NUMBER', meaning: 'Repeat the requests of an earlier run' },
  REQUESTS: { value: 'NUMBER', meaning: 'Requests of each test category; default 20' },
  SEQUENCES: { value: 'NUMBER', meaning: 'Random histories of each collection; default 20' },
  DEADLINE_MS: { value: 'NUMBER', meaning: 'Time limit for each response; default 5000' },
  COMPARE: { value: 'URL', meaning: 'Compare each response with that of a second service; needs WRITE=1' },
  COVERAGE: { meaning: 'Expect every documented response; needs all tokens' },
  ONLY: { value: 'TEXTS', meaning: 'Run only tests whose name contains one of these strings, separated by commas' },
  SKIP: { value: 'TEXTS', meaning: 'Skip tests whose name contains one of these strings, separated by commas' },
  JUNIT: { value: 'FILE', meaning: 'JUnit report; default contract.junit.xml' },
}

const flags = Object.entries(settings).map(([name, setting]) => {
  return { name, flag: name.toLowerCase().replaceAll('_', '-'), ...setting }
})

export function help(command: string): string {
  const line = (flag: string, meaning: string) => `  ${`--${flag}`.padEnd(24)}${meaning}`
  return [
    `Usage: ${command} --url URL --token TOKEN [flags]`,
    '',
    'Tests whether a service conforms to its contract. It only reads, unless --write or --mock is set.',
    '',
    ...flags.map(({ flag, value, meaning }) => line(value === undefined ? flag : `${flag} ${value}`, meaning)),
    line('help', 'Print this text'),
    '',
    'Each flag is also an environment variable: --other-token is OTHER_TOKEN. Other programs can read the flags of a',
    'process, so set tokens as variables. Exit codes: 0 if the service conforms, 1 if not, 2 if it could not be tested.',
  ].join('\n')
}

/** Copies flags to environment variables. Returns whether --help is one of them. @throws {InvalidSetting} */
export function readFlags(args: string[]): boolean {
  const boolean = { type: 'boolean' } as const
  const text = { type: 'string' } as const
  const known = flags.map(({ flag, value }) => [flag, value === undefined ? boolean : text])
  const options = { ...Object.fromEntries(known), profile: text, help: boolean }
  let values: Record<string, unknown>
  try {
    ;({ values } = parseArgs({ args, options }))
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : '').split(/\.\s|\n/)
    throw new InvalidSetting(`${reason.replace(/\.$/, '')}. --help lists the flags.`)
  }
  const profile = values.profile ?? process.env.PROFILE
  refuseIf(profile, 'PROFILE was removed. Use SKIP for the tests whose requests a gateway refuses itself.')
  for (const { name, flag } of flags) {
    if (flag in values) process.env[name] = values[flag] === true ? '1' : String(values[flag])
  }
  return values.help === true
}

function refuseIf(isWrong: unknown, message: string): void {
  if (isWrong) throw new InvalidSetting(message)
}

export interface RunSettings extends SuiteOptions {
  timeoutMs: number
  junitFile: string
}

/** @throws {InvalidSetting} */
export function readRunSettings(): RunSettings {
  const { env } = process
  const readTexts = (text = '') => text.split(/\s*,\s*/).filter(Boolean)
  const only = readTexts(env.ONLY)
  return {
    seed: getSeed(env),
    perCategory: getCount(env, 'REQUESTS') ?? 20,
    statefulTests: getCount(env, 'SEQUENCES') ?? 20,
    coverage: env.COVERAGE === '1',
    skip: readTexts(env.SKIP),
    ...(only.length > 0 && { only }),
    timeoutMs: getCount(env, 'DEADLINE_MS', 1) ?? 5_000,
    junitFile: env.JUNIT || 'contract.junit.xml',
  }
}

/** Reads the options of the system under test. @throws {InvalidSetting} */
export function readSystem(contract: TestedContract): Omit<SystemOptions, 'contract' | 'timeoutMs'> {
  const { env } = process
  const { URL: url = '', COMPARE: compare, WRITE, MOCK, ORIGIN: origin, TOKEN } = env
  refuseIf(url === '', 'URL is missing. Set it to the base URL of the service.')
  for (const [name, value] of Object.entries({ URL: url, ...(compare && { COMPARE: compare }) })) {
    // The output of a run shows the URL.
    refuseIf(value.includes('@'), `${name} must not contain a user or a password.`)
    const isUrl = /^https?:\/\//.test(value) && URL.canParse(value)
    refuseIf(!isUrl, `${name}=${value} is not a valid URL. Use http://… or https://….`)
  }
  const isMock = MOCK === '1'
  const takesAnyToken = isMock || !contract.operations.some(needsToken)
  if (compare) {
    const isSamePath = new URL(compare).pathname === new URL(url).pathname
    refuseIf(!isSamePath, `COMPARE=${compare} must have the same path as URL=${url}.`)
    refuseIf(WRITE !== '1' || isMock, 'COMPARE needs WRITE=1 and no MOCK=1: both services store the same items.')
  }
  const isPart = WRITE !== '1' || env.ONLY || env.SKIP
  refuseIf(env.COVERAGE === '1' && isPart, 'COVERAGE=1 needs WRITE=1 and no ONLY or SKIP: all responses must occur.')
  const isOrigin = !origin || /^https?:\/\/[^/\s]+$/.test(origin)
  refuseIf(!isOrigin, `ORIGIN=${origin} is not a valid origin. Use https://host, without a path.`)
  refuseIf(
    !TOKEN && !takesAnyToken,
    'TOKEN is missing. Get one from your operator, or from `make token` of the service.',
  )
  const tokens: Record<string, string> = takesAnyToken ? { token: 'any' } : {}
  for (const [name, variable] of Object.entries(tokenVariables)) {
    const value = env[variable] ?? ''
    refuseIf(!/^[\x21-\x7e]*$/.test(value), `${variable} is not a valid token. Remove spaces and line breaks.`)
    if (value) tokens[name] = value
  }
  return {
    url,
    tokens,
    mayWrite: WRITE === '1' || isMock,
    isMock,
    isStrict: env.STRICT === '1',
    ...(origin && { origin }),
    ...(compare && { compare }),
  }
}
