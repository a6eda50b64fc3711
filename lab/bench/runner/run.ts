// The settings and tokens of a run of `make bench` or `make growth`.

import { contract } from '../../../generated/index.ts'
import { cleanUp, cleanUpOnSignals, onCleanUp } from '../../../stack/test/support/folder.ts'
import { audience } from '../../../stack/test/support/identity-provider.ts'
import { readCount, readSeed } from '../../../stack/test/support/read-settings.ts'
import { type Random, seededRandom } from '../../../stack/test/support/seeded-random.ts'
import { startTokenIssuer } from '../../../stack/test/support/token-issuer.ts'
import { subjectName } from './collection.ts'
import { bindLoad } from './server-process.ts'

export interface Run {
  rounds: number
  seed: number
  random: Random
  issuer: string
  env: Record<string, string>
  signToken: (owner: number) => Promise<string>
  print: (text: string) => void
}

/** Runs a benchmark, and ends its processes. After an error, the command prints it and exits with status 1. */
export async function runBenchmark(defaultRounds: number, measure: (run: Run) => Promise<void>): Promise<void> {
  const rounds = readCount('ROUNDS', 1) ?? defaultRounds
  const seed = readSeed()
  bindLoad()
  cleanUpOnSignals()
  const print = (text: string) => console.log(`${(performance.now() / 1_000).toFixed(0).padStart(4)} s  ${text}`)
  const tokenIssuer = await startTokenIssuer({ algorithm: 'RS256', scope: contract.scopes.join(' ') })
  const { issuer, token } = tokenIssuer
  onCleanUp(async () => tokenIssuer[Symbol.asyncDispose]())
  const env = { AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience }
  const exp = Math.floor(Date.now() / 1_000) + 24 * 3_600
  const signToken = (owner: number) => token({ sub: subjectName(owner), exp })
  try {
    await measure({ rounds, seed, random: seededRandom(seed), issuer, env, signToken, print })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    await cleanUp()
  }
}
