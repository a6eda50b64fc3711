// Reads the settings of a run from flags and from the environment.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { countOf, type Environment, InvalidSetting, seedOf } from '../environment.ts'
import type { TestCase } from './checks.ts'
import { parseJson } from './contract/oracle.ts'
import { names } from './jobs.ts'
import type { SuiteOptions } from './suite.ts'
import { type TargetOptions, variables } from './target.ts'

/** The settings: a variable of the environment and a flag each. A flag without a value is 1. */
export const settings: Record<string, { value?: string; meaning: string }> = {
  URL: { value: 'URL', meaning: 'Base URL of the service, with or without a path' },
  TOKEN: { value: 'TOKEN', meaning: 'Token of a caller with plants:read and plants:write' },
  OTHER_TOKEN: { value: 'TOKEN', meaning: 'Token of a second caller: callers must not see each other' },
  READ_TOKEN: { value: 'TOKEN', meaning: 'Token of the first caller with plants:read only' },
  WRITE_TOKEN: { value: 'TOKEN', meaning: 'Token of the first caller with plants:write only' },
  EXPIRED_TOKEN: { value: 'TOKEN', meaning: 'Token that has expired' },
  WRITE: { meaning: 'Allow requests that create, change and delete plants' },
  MOCK: { meaning: 'The target is a mock that stores nothing and accepts every token; allows writes' },
  ORIGIN: { value: 'ORIGIN', meaning: 'Origin of a web page that the service allows: tests CORS' },
  PROFILE: { value: 'NAME', meaning: 'gateway: a gateway in front may refuse malformed requests itself' },
  SEED: { value: 'NUMBER', meaning: 'Repeats the requests of an earlier run' },
  REQUESTS: { value: 'NUMBER', meaning: 'Requests of each family; default 20' },
  SEQUENCES: { value: 'NUMBER', meaning: 'Sequences of each kind; default 20' },
  CONCURRENCY: { value: 'NUMBER', meaning: 'Test cases at the same time; default 8' },
  DEADLINE_MS: { value: 'NUMBER', meaning: 'Time limit for each response; default 5000' },
  COMPARE: { value: 'URL', meaning: 'Compare each response with that of a second service or mock; needs WRITE=1' },
  COVERAGE: { meaning: 'Expect every documented response, and print which ones the run got; needs all tokens' },
  ONLY: { value: 'TEXTS', meaning: 'Runs only what has one of these texts in its name, separated by commas' },
  SKIP: { value: 'TEXTS', meaning: 'Skips what has one of these texts in its name, separated by commas' },
  JUNIT: { value: 'FILE', meaning: 'JUnit report; default contract.junit.xml' },
  REPLAY: { value: 'FILE', meaning: 'Repeats only the cases of this file, which a failed run writes' },
}

const flagOf = (name: string) => name.toLowerCase().replaceAll('_', '-')

/** The text of --help. */
export function help(command: string): string {
  const lines = Object.entries(settings).map(([name, { value, meaning }]) => {
    const flag = `--${flagOf(name)}${value === undefined ? '' : ` ${value}`}`
    return `  ${flag.padEnd(24)}${meaning}`
  })
  return [
    `Usage: ${command} --url URL --token TOKEN [flags]`,
    '',
    'Tests whether a service keeps the contract of the Plant Collection Service. It only reads, unless --write or --mock is set.',
    '',
    ...lines,
    `  ${'--help'.padEnd(24)}Prints this text`,
    `  ${'--version'.padEnd(24)}Prints the version of the contract`,
    '',
    'Each flag is also a variable of the environment: --other-token is OTHER_TOKEN. Other programs can read the flags of a',
    'process, so set tokens as variables. Exit codes: 0 if the contract is kept, 1 if not, 2 if it could not be tested.',
  ].join('\n')
}

/** Copies flags to the environment. Returns `help` or `version` if that is asked for. @throws {InvalidSetting} */
export function readFlags(args: string[], env: Record<string, string | undefined>): 'help' | 'version' | undefined {
  const known = Object.entries(settings).map(([name, { value }]) => [
    flagOf(name),
    { type: value === undefined ? ('boolean' as const) : ('string' as const) },
  ])
  const options = { ...Object.fromEntries(known), help: { type: 'boolean' }, version: { type: 'boolean' } }
  let values: Record<string, unknown>
  try {
    ;({ values } = parseArgs({ args, options, strict: true }))
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : '').split(/\.\s|\n/)
    throw new InvalidSetting(`${reason.replace(/\.$/, '')}. --help lists the flags.`)
  }
  if (values.help) return 'help'
  if (values.version) return 'version'
  for (const [flag, value] of Object.entries(values)) {
    env[flag.toUpperCase().replaceAll('-', '_')] = value === true ? '1' : String(value)
  }
  return undefined
}

export interface RunSettings extends SuiteOptions {
  timeoutMs: number
  junitFile: string
  replayFile: string
}

/** What a failed run writes, so that the failed cases can be repeated alone. */
export interface Replay {
  seed: number
  requests: number
  sequences: number
  cases: (Pick<TestCase, 'name' | 'index'> & { request: string })[]
}

/** @throws {InvalidSetting} */
export function readRunSettings(env: Environment = process.env): RunSettings {
  const only = readNames(env, 'ONLY')
  const replay = readReplay(env.REPLAY)
  return {
    seed: replay?.seed ?? seedOf(env),
    perFamily: replay?.requests ?? countOf(env, 'REQUESTS') ?? 20,
    sequences: replay?.sequences ?? countOf(env, 'SEQUENCES') ?? 20,
    concurrency: countOf(env, 'CONCURRENCY', 1) ?? 8,
    coverage: env.COVERAGE === '1',
    skip: readNames(env, 'SKIP'),
    ...(only.length > 0 && { only }),
    ...(replay && { replay: replay.cases }),
    timeoutMs: countOf(env, 'DEADLINE_MS', 1) ?? 5_000,
    junitFile: env.JUNIT || 'contract.junit.xml',
    replayFile: 'contract.replay.json',
  }
}

function readReplay(file: string | undefined): Replay | undefined {
  if (!file) return undefined
  const remedy = 'Use the file that a failed run has written.'
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new InvalidSetting(`REPLAY=${file} cannot be read. ${remedy}`)
  }
  const replay: unknown = parseJson(text)
  if (!isReplay(replay)) throw new InvalidSetting(`REPLAY=${file} is not a replay file. ${remedy}`)
  return replay
}

function isReplay(value: unknown): value is Replay {
  const { seed, requests, sequences, cases } = Object(value)
  const isKnown = (one: unknown) => names.includes(Object(one).name) && Number.isInteger(Object(one).index)
  return [seed, requests, sequences].every(Number.isInteger) && Array.isArray(cases) && cases.every(isKnown)
}

function readNames(env: Environment, variable: 'ONLY' | 'SKIP'): string[] {
  const texts = (env[variable] ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)
  const unknown = texts.find((text) => !names.some((name) => name.includes(text)))
  if (unknown !== undefined) throw new InvalidSetting(`${variable}=${unknown} matches no family, rule or sequence.`)
  return texts
}

/** The target that URL names. @throws {InvalidSetting} */
export function readTarget(env: Environment = process.env): Omit<TargetOptions, 'timeoutMs'> {
  const { URL: url = '', COMPARE: compare, WRITE, MOCK, PROFILE = '', ORIGIN: origin } = env
  if (url === '') throw new InvalidSetting('URL is missing. Set it to the base URL of the service.')
  checkUrl('URL', url)
  if (compare) checkUrl('COMPARE', compare)
  if (compare && new URL(compare).pathname !== new URL(url).pathname)
    throw new InvalidSetting(`COMPARE=${compare} must have the same path as URL.`)
  if (compare && WRITE !== '1') throw new InvalidSetting('COMPARE needs WRITE=1: both services need the same plants.')
  if (compare && MOCK === '1')
    throw new InvalidSetting('COMPARE does not work with MOCK=1. Set URL to the service, and COMPARE to the mock.')
  if (!['', 'gateway'].includes(PROFILE))
    throw new InvalidSetting(`PROFILE=${PROFILE} is not known. Use gateway, or leave it out.`)
  if (origin && !/^https?:\/\/[^/\s]+$/.test(origin))
    throw new InvalidSetting(`ORIGIN=${origin} is not a valid origin. Use https://host, without a path.`)
  const isMock = MOCK === '1'
  if (!env.TOKEN && !isMock)
    throw new InvalidSetting('TOKEN is missing. Get a token from your operator, or from `make -s token`.')
  const given = Object.entries(variables).flatMap(([name, variable]) => {
    const value = env[variable]
    if (value !== undefined && !/^[\x21-\x7e]*$/.test(value))
      throw new InvalidSetting(`${variable} is not a valid token. Remove spaces and line breaks.`)
    return value ? [[name, value]] : []
  })
  const tokens = { ...(isMock && { token: 'any' }), ...Object.fromEntries(given) }
  const common = { url, tokens, mayWrite: WRITE === '1' || isMock, isMock, isGateway: PROFILE === 'gateway' }
  return { ...common, ...(origin && { origin }), ...(compare && { compare }) }
}

function checkUrl(name: string, url: string): void {
  // The output of a run shows it.
  if (url.includes('@')) throw new InvalidSetting(`${name} must not contain a user or a password.`)
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new InvalidSetting(`${name}=${url} is not a valid address. Use http://… or https://….`)
}
