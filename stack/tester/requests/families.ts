// All families of requests: valid ones, ones whose outcome depends on stored data, and ones with a violation of the
// contract, or with two, of which the contract says which one is reported.
import * as fc from 'fast-check'
import { existing } from '../cases.ts'
import { operationsBeside } from '../contract/operations.ts'
import type { ContractOperation, TestedContract } from '../contract/tested-contract.ts'
import type { Target } from '../target.ts'
import { type Described, type Draft, toDraft, type Variation, valuesNeededBy, withoutCredentials } from './draft.ts'
import { validAtLimits } from './limits.ts'
import type { Outcome } from './outcome.ts'
import { stateVariations } from './state.ts'
import {
  longDate,
  otherForms,
  otherReads,
  reasonUntested,
  validRequest,
  withBodyOfMaximumSize,
  withOptionalBody,
} from './valid.ts'
import { orReason } from './values.ts'
import { bodyViolations } from './violations/body.ts'
import { headerViolations, httpViolations } from './violations/head.ts'
import { targetViolations } from './violations/target.ts'

export interface Selection {
  seed: number
  perFamily: number
  sequences: number
  skip: string[]
  /** Only what has one of these texts in its name runs. Default: everything. */
  only?: string[]
}

interface FamilyOfRequests extends Described, Pick<Variation, 'fits'> {
  requestsFor: (operation: ContractOperation) => fc.Arbitrary<Draft>
  always?: (contract: Pick<TestedContract, 'operations' | 'simplest'>) => Draft[]
}

const variations: Variation[] = [
  ...targetViolations,
  ...headerViolations,
  ...bodyViolations,
  ...httpViolations,
  ...stateVariations,
]

function varied({ apply, name }: Omit<Variation, 'changes'>, draft: Draft): fc.Arbitrary<Draft> {
  const drafts = apply(draft, name)
  const all = Array.isArray(drafts) ? fc.constantFrom(...drafts) : drafts
  return all.map((one) => ({ ...one, families: [...one.families, name] }))
}

const pairs = variations.flatMap((one, index) =>
  variations.slice(index + 1).flatMap((other) => {
    const changes = [...one.changes, ...other.changes]
    const fit = !changes.includes('everything') && new Set(changes).size === changes.length
    return fit ? [[one, other] as const] : []
  }),
)

function withTwoViolations(operation: ContractOperation): fc.Arbitrary<Draft> {
  const fitting = pairs.filter((pair) => pair.every(({ fits }) => fits?.(operation) ?? true))
  return fc
    .tuple(fc.constantFrom(...fitting), validRequest(operation))
    .chain(([[one, other], draft]) => varied(one, draft).chain((changed) => varied(other, changed)))
}

const variedValid: Omit<Variation, 'changes'>[] = [
  {
    name: 'valid requests',
    sentence: 'The request does not match the API description.',
    sends: 'the examples, values at each limit, and random ones',
    accepts: 'the documented success',
    apply: withOptionalBody,
    always: (contract) => [...validAtLimits(contract), ...longDate(contract)],
  },
  {
    name: 'valid requests in other forms',
    sentence: 'RFC 9110 and RFC 9112.',
    sends: 'whole URLs, encoded letters, other cases, HEAD, chunks',
    accepts: 'the same success',
    apply: otherForms,
    always: otherReads,
  },
  {
    name: 'bodies of the maximum size',
    sentence: 'The request body is larger than … bytes.',
    sends: 'JSON filled up with spaces to the limit',
    accepts: 'the documented success',
    fits: ({ json }) => json !== undefined,
    apply: withBodyOfMaximumSize,
  },
]

/** For each path: OPTIONS lists its methods, and the media types of PATCH (RFC 9110, 9.3.7; RFC 5789, 3.1). */
function optionsRequests({ operations }: Pick<TestedContract, 'operations'>): Draft[] {
  return operations.flatMap((operation) => {
    const ofPath = operationsBeside(operation)
    if (operations.find((one) => ofPath.includes(one)) !== operation) return []
    const lists = {
      // `HEAD` works wherever `GET` works.
      allow: ofPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
      'accept-patch': ofPath.flatMap(({ method, body }) => (method === 'PATCH' ? [...body.keys()] : [])),
    }
    const outcomes: Outcome[] = [{ order: Number.POSITIVE_INFINITY, status: 204, lists, isOfAnyRequest: true }]
    const path = operation.path.replace(/\/\{[^{}]+\}(?=\/|$)/g, '/{newId}')
    return withoutCredentials(toDraft(operation, { method: 'OPTIONS', path, outcomes }))
  })
}

export const families: FamilyOfRequests[] = [
  {
    name: 'OPTIONS',
    sentence: 'The methods of this path, in `Allow`.',
    sends: 'OPTIONS for each path',
    accepts: '204 with exactly its methods, and the media types of PATCH',
    fits: () => false,
    requestsFor: validRequest,
    always: optionsRequests,
  },
  ...[...variedValid, ...variations].map((variation): FamilyOfRequests => {
    const { apply: _, ...others } = variation
    return { ...others, requestsFor: (operation) => validRequest(operation).chain((draft) => varied(variation, draft)) }
  }),
  {
    name: 'two violations',
    sentence: 'The checks of a request, in their order.',
    sends: 'requests with two of the violations above',
    accepts: 'the refusal that comes first',
    requestsFor: withTwoViolations,
  },
]

/** The families with requests for a contract. */
export function getFamilies(contract: TestedContract) {
  const isTested = (one: ContractOperation) => reasonUntested(one) === ''
  const operations = contract.operations.filter(isTested)
  const simplest = contract.simplest && isTested(contract.simplest) ? contract.simplest : undefined
  const all = families.map(({ fits = () => true, always, ...family }) => {
    const fixed = always?.({ operations, simplest }) ?? []
    return { ...family, operations: operations.filter(fits), always: fixed }
  })
  return all.filter((family) => family.operations.length > 0 || family.always.length > 0)
}

/** Requests of a family that can be sent to the target, the same for the same seed. `omitted` has reasons for operations. */
export function draftsFor(
  family: ReturnType<typeof getFamilies>[number],
  target: Target,
  { seed, perFamily, skip }: Selection,
) {
  const omitted = new Map<string, string>()
  // A request with two violations is skipped with either of them.
  const isSkipped = ({ families }: Draft) => families.some((name) => skip.some((text) => name.includes(text)))
  const isSendable = (draft: Draft) => canBeSent(draft, target) && !isSkipped(draft)
  // The same number for each operation, so that each one gets requests of each family.
  const count = Math.ceil(perFamily / family.operations.length)
  const sent = family.operations.flatMap((operation, index) => {
    const requests = family.requestsFor(operation)
    const sendable = (numRuns: number): Draft[] => {
      // The same seed would give each operation the same variants.
      const found = orReason(() => fc.sample(requests, { seed: seed + index, numRuns }))
      if (typeof found !== 'string') return found.filter(isSendable)
      omitted.set(operation.id, found)
      return []
    }
    const drafts = sendable(count)
    return drafts.length === count ? drafts : sendable(count * 8).slice(0, count)
  })
  return { drafts: [...family.always.filter(isSendable), ...sent], omitted }
}

/** Without permission to write, a defective service must not get the chance to do so. */
function canBeSent(draft: Draft, target: Target): boolean {
  const { options } = target
  const { operation, method, path } = draft
  const values = { ...target.values, ...existing(target, operation.path), newId: '', newInteger: '', etag: '' }
  const needed = valuesNeededBy(draft)
  if ([...needed].some((name) => /token$/i.test(name) && !(name in values))) return false
  if (options.mayWrite) return true
  const isRead = method === 'OPTIONS' || (['GET', 'HEAD'].includes(method) && operation.method === 'GET')
  const isSetUp = [...needed].every((name) => name in values || /token$/i.test(name))
  // The tag is that of an item.
  return isRead && isSetUp && (path.endsWith('}') || !needed.has('etag'))
}
