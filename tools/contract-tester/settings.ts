// Reads the settings of a run from the environment.
import { families } from './requests/families.ts'
import type { SuiteOptions } from './suite.ts'
import type { TargetOptions } from './target.ts'

const { env } = process

/** SEED, or a random one. @throws {RangeError} if it is not a number. */
export function readSeed(): number {
  return readCount('SEED') ?? Math.floor(Math.random() * 2 ** 31)
}

/** A number from the environment; `undefined` if it is not set. @throws {RangeError} if it is not a number. */
export function readCount(name: string): number | undefined {
  const text = env[name]
  if (text === undefined || text === '') return undefined
  if (!/^[1-9]\d{0,9}$|^0$/.test(text))
    throw new RangeError(`${name}=${text} is not a number. Use plain decimal digits.`)
  return Number(text)
}

export interface RunSettings extends SuiteOptions {
  timeoutMs: number
  junitFile: string
}

export function readRunSettings(): RunSettings {
  return {
    seed: readSeed(),
    perFamily: readCount('REQUESTS') ?? 20,
    sequences: readCount('SEQUENCES') ?? 20,
    skip: readSkip(),
    timeoutMs: readCount('DEADLINE_MS') ?? 5_000,
    junitFile: env.JUNIT || 'contract.junit.xml',
  }
}

function readSkip(): string[] {
  const texts = (env.SKIP ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)
  const unknown = texts.find((text) => !families.some(({ name }) => name.includes(text)))
  if (unknown !== undefined) throw new RangeError(`SKIP=${unknown} matches no family of requests.`)
  return texts
}

/** The target that URL names. @throws {RangeError} if it cannot be tested. */
export function readTarget(): Omit<TargetOptions, 'timeoutMs'> {
  const { URL: url = '', TOKEN, OTHER_TOKEN, WRITE, MOCK } = env
  if (url === '') throw new RangeError('URL is missing. Set it to the base URL of the service.')
  // The output of a run shows it.
  if (url.includes('@')) throw new RangeError('URL must not contain a user or a password.')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new RangeError(`URL=${url} is not a valid address. Use http://… or https://….`)
  const isMock = MOCK === '1'
  if (!TOKEN && !isMock)
    throw new RangeError('TOKEN is missing. Get a token from your operator, or from `make -s token`.')
  const tokens = { token: TOKEN || 'any', ...(OTHER_TOKEN && { neighbourToken: OTHER_TOKEN }) }
  return { url, tokens, mayWrite: WRITE === '1' || isMock, isMock }
}
