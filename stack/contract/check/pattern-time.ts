// How long a regular expression takes to match a string: the strings of a caller must not block the process
// (https://owasp.org/www-community/attacks/Regular_expression_Denial_of_Service_-_ReDoS).

import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Diagnostics, Parameters } from 'recheck'
import recheck from 'recheck/package.json' with { type: 'json' }

// A fixed seed, and limits on steps only: with a limit on time, the result would depend on the load of the machine.
const options: Parameters = {
  randomSeed: 1,
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  attackLimit: 1_000_000,
  incubationLimit: 10_000,
  maxInitialGenerationSize: 100,
  maxIteration: 3,
}

type PatternTime =
  | { status: 'safe' }
  | { status: 'vulnerable'; complexity: { type: 'exponential' } | { type: 'polynomial'; degree: number } }
  | { status: 'unknown'; error: { kind: string; message?: string } }

const require = createRequire(import.meta.url)
/** Below node_modules, beside the folder of the library. */
const cache = new URL('../.cache/recheck/', pathToFileURL(require.resolve('recheck')))

/** Loads the library only if the result is not cached: an analysis takes tenths of a second. */
export function analysePattern(source: string, flags = 'u'): PatternTime {
  const file = new URL(hash('sha256', JSON.stringify([recheck.version, options, source, flags])), cache)
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // The other backends are binaries, which are not installed.
    process.env.RECHECK_SYNC_BACKEND = 'pure'
    const { checkSync }: typeof import('recheck') = require('recheck')
    const patternTime = withoutAttack(checkSync(source, flags, options))
    saveResult(file, patternTime)
    return patternTime
  }
}

/** Returns diagnostics without the attack strings, which are long. */
function withoutAttack(diagnostics: Diagnostics): PatternTime {
  if (diagnostics.status === 'vulnerable') return { status: diagnostics.status, complexity: diagnostics.complexity }
  return diagnostics.status === 'unknown'
    ? { status: diagnostics.status, error: diagnostics.error }
    : { status: diagnostics.status }
}

function saveResult(file: URL, patternTime: PatternTime): void {
  try {
    mkdirSync(cache, { recursive: true })
    writeFileSync(file, JSON.stringify(patternTime))
  } catch {
    // The cache is not writable: the next analysis takes as long.
  }
}
