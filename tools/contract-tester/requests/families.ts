// All families of requests: valid ones, ones whose outcome depends on stored data, ones with a violation of the contract,
// and ones with two violations, of which the contract says which one is reported.
import * as fc from 'fast-check'
import { type ContractOperation, limits, operations } from '../contract/openapi.ts'
import type { Draft, Variation } from './draft.ts'
import { stateVariations } from './state.ts'
import { inOtherForm, validRequest } from './valid.ts'
import { bodyViolations } from './violations/body.ts'
import { headerViolations } from './violations/headers.ts'
import { everything, httpViolations } from './violations/http.ts'
import { targetViolations } from './violations/target.ts'

export interface Family {
  name: string
  drafts: fc.Arbitrary<Draft>
  /** Sent before the others. */
  always?: Draft[] | undefined
}

const variations: Variation[] = [
  ...targetViolations,
  ...headerViolations,
  ...bodyViolations,
  ...httpViolations,
  ...stateVariations,
]

function requestsFor(fits: (operation: ContractOperation) => boolean = () => true): fc.Arbitrary<Draft> {
  return fc.constantFrom(...operations.filter(fits)).chain(validRequest)
}

const pairs = variations.flatMap((one, index) =>
  variations
    .slice(index + 1)
    .filter((other) => {
      const changes = [...one.changes, ...other.changes]
      return !changes.includes(everything) && new Set(changes).size === changes.length
    })
    .map((other) => [one, other] as const),
)

const withTwoViolations = fc
  .constantFrom(...pairs)
  .chain(([one, other]) => {
    const fits = (operation: ContractOperation) => [one, other].every((each) => each.fits?.(operation) ?? true)
    if (!operations.some(fits)) return fc.constant(undefined)
    return requestsFor(fits)
      .chain((draft) => one.apply(draft))
      .chain((draft) => other.apply(draft))
  })
  .filter((draft) => draft !== undefined)

// JSON may be surrounded by white space, so a body can always be filled up to the limit.
function withBodyOfMaximumSize(draft: Draft): Draft {
  const body = draft.body ?? Buffer.alloc(0)
  return { ...draft, body: Buffer.concat([body, Buffer.alloc(limits.bodyBytes - body.length, ' ')]) }
}

export const families: Family[] = [
  { name: 'valid requests', drafts: requestsFor() },
  { name: 'valid requests in other forms', drafts: requestsFor().chain(inOtherForm) },
  { name: 'bodies of the maximum size', drafts: requestsFor(({ body }) => body.size > 0).map(withBodyOfMaximumSize) },
  ...variations.map(
    ({ family, fits, apply, always }): Family => ({
      name: family,
      drafts: requestsFor(fits).chain((draft) => apply(draft)),
      always,
    }),
  ),
  { name: 'two violations', drafts: withTwoViolations },
]
