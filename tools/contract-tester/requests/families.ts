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
  /** The operations that it has requests for. */
  operations: ContractOperation[]
  requestsFor: (operation: ContractOperation) => fc.Arbitrary<Draft>
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

const pairs = variations.flatMap((one, index) =>
  variations
    .slice(index + 1)
    .filter((other) => {
      const changes = [...one.changes, ...other.changes]
      return !changes.includes(everything) && new Set(changes).size === changes.length
    })
    .map((other) => [one, other] as const),
)

function withTwoViolations(operation: ContractOperation): fc.Arbitrary<Draft> {
  const fitting = pairs.filter((pair) => pair.every(({ fits }) => fits?.(operation) ?? true))
  return fc.constantFrom(...fitting).chain(([one, other]) =>
    validRequest(operation)
      .chain((draft) => one.apply(draft))
      .chain((draft) => other.apply(draft)),
  )
}

// JSON may be surrounded by white space, so a body can always be filled up to the limit.
function withBodyOfMaximumSize(draft: Draft): Draft {
  const body = draft.body ?? Buffer.alloc(0)
  return { ...draft, body: Buffer.concat([body, Buffer.alloc(limits.bodyBytes - body.length, ' ')]) }
}

export const families: Family[] = [
  { name: 'valid requests', operations, requestsFor: validRequest },
  {
    name: 'valid requests in other forms',
    operations,
    requestsFor: (operation) => validRequest(operation).chain(inOtherForm),
  },
  {
    name: 'bodies of the maximum size',
    operations: operations.filter(({ body }) => body.size > 0),
    requestsFor: (operation) => validRequest(operation).map(withBodyOfMaximumSize),
  },
  ...variations.map(
    ({ family, fits = () => true, apply, always }): Family => ({
      name: family,
      operations: operations.filter(fits),
      requestsFor: (operation) => validRequest(operation).chain((draft) => apply(draft)),
      always,
    }),
  ),
  { name: 'two violations', operations, requestsFor: withTwoViolations },
]
