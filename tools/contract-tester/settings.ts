// Reads the settings of a run from the environment. The process ends with 2 if one is not valid.
import { families } from './requests/families.ts'
import type { SuiteOptions } from './suite.ts'
import type { TargetOptions } from './target.ts'

const { env } = process

/** Ends the process with 2. @param message One line: what is wrong with a setting, and what to do. */
export function refuse(message: string): never {
  console.error(message)
  process.exit(2)
}

/** SEED, or a random one. */
export function readSeed(): number {
  return readCount('SEED') ?? Math.floor(Math.random() * 2 ** 31)
}

/** A number from the environment; `undefined` if it is not set. */
export function readCount(name: string, least = 0): number | undefined {
  const text = env[name]
  if (text === undefined || text === '') return undefined
  if (!/^[1-9]\d{0,9}$|^0$/.test(text)) refuse(`${name}=${text} is not a number. Use plain decimal digits.`)
  if (Number(text) < least) refuse(`${name}=${text} is too small. Use ${least} or more.`)
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
    timeoutMs: readCount('DEADLINE_MS', 1) ?? 5_000,
    junitFile: env.JUNIT || 'contract.junit.xml',
  }
}

function readSkip(): string[] {
  const texts = (env.SKIP ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)
  const unknown = texts.find((text) => !families.some(({ name }) => name.includes(text)))
  if (unknown !== undefined) refuse(`SKIP=${unknown} matches no family of requests.`)
  return texts
}

/** The target that URL names. */
export function readTarget(): Omit<TargetOptions, 'timeoutMs'> {
  const { URL: url = '', TOKEN, OTHER_TOKEN, WRITE, MOCK } = env
  if (url === '') refuse('URL is missing. Set it to the base URL of the service.')
  // The output of a run shows it.
  if (url.includes('@')) refuse('URL must not contain a user or a password.')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    refuse(`URL=${url} is not a valid address. Use http://… or https://….`)
  const isMock = MOCK === '1'
  if (!TOKEN && !isMock) refuse('TOKEN is missing. Get a token from your operator, or from `make -s token`.')
  const tokens = { token: TOKEN || 'any', ...(OTHER_TOKEN && { neighbourToken: OTHER_TOKEN }) }
  return { url, tokens, mayWrite: WRITE === '1' || isMock, isMock }
}
