// Sends the requests of one family, from a seed, to an implementation, and makes the first failure as small as possible.
import * as fc from 'fast-check'
import { bytesOf, type Draft } from '../../../tools/contract-tester/requests/draft.ts'
import type { Family } from '../../../tools/contract-tester/requests/families.ts'
import { firstOutcome } from '../../../tools/contract-tester/requests/outcome.ts'

/** How often each allowed difference occurred, by its name. */
export type Counts = Map<string, number>

export interface FamilyResult {
  requests: number
  differences: Counts
  /** The first request that failed, with the reason. */
  failure?: string
}

/** Sends a request, reports allowed differences to `onDifference`, and returns the errors; `undefined` if it was not sent. */
export type Exchange = (draft: Draft, onDifference: (name: string) => void) => Promise<string[] | undefined>

export async function runFamily(
  { name, drafts }: Family,
  parameters: { seed: number; numRuns: number; endOnFailure?: boolean },
  exchange: Exchange,
): Promise<FamilyResult> {
  const result: FamilyResult = { requests: 0, differences: new Map() }
  const property = fc.asyncProperty(drafts, async (draft) => {
    const errors = await exchange(draft, (difference) => increment(result.differences, difference))
    if (errors !== undefined && errors.length > 0) throw new Error(errors.join('\n'))
    if (errors !== undefined) result.requests++
  })
  const { failed, counterexample, errorInstance, counterexamplePath } = await fc.check(property, parameters)
  if (!failed) return result
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const request = counterexample === null ? '' : describe(counterexample[0])
  return { ...result, failure: `${name} (${parameters.seed}:${counterexamplePath}): ${message}\n${request}` }
}

export function increment(counts: Counts, name: string, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by)
}

function describe(draft: Draft): string {
  const { status, type, because } = firstOutcome(draft.outcomes)
  const request = bytesOf(draft, {}).toString('latin1').replaceAll('\r\n', '\n')
  const shown = request.length > 800 ? `${request.slice(0, 800)}… (${request.length} bytes)` : request
  const expected = [status, type, because && `because of ${because}`].filter(Boolean).join(' ')
  return `  expected: ${expected}; set-up: ${draft.setUp}\n${shown.replaceAll(/^/gm, '  | ')}`
}
