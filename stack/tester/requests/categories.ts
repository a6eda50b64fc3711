// All categories of requests: valid ones, ones whose outcome depends on stored data, and ones with a negative case of the
// contract, or with two, of which the contract says which one is reported.
import * as fc from 'fast-check'
import { findExistingItems } from '../cases.ts'
import { operationsBeside } from '../contract/operations.ts'
import type { ContractOperation, TestedContract } from '../contract/tested-contract.ts'
import type { SystemUnderTest } from '../system-under-test.ts'
import { validAtLimits } from './limits.ts'
import { bodyNegativeCases } from './negative-cases/body.ts'
import { headerNegativeCases, httpNegativeCases } from './negative-cases/head.ts'
import { requestLineNegativeCases } from './negative-cases/request-line.ts'
import type { Outcome } from './outcome.ts'
import { stateVariations } from './state.ts'
import {
  type Described,
  type RequestTemplate,
  toTemplate,
  type Variation,
  valuesNeededBy,
  withoutCredentials,
} from './template.ts'
import {
  longDate,
  otherForms,
  otherReads,
  reasonUntested,
  validRequest,
  withBodyOfMaximumSize,
  withOptionalBody,
} from './valid.ts'
import { valueOrReason } from './values.ts'

export interface Selection {
  seed: number
  perCategory: number
  statefulTests: number
  skip: string[]
  /** Only what has one of these texts in its name runs. Default: everything. */
  only?: string[]
}

interface TestCategory extends Described, Pick<Variation, 'fits'> {
  requestsFor: (operation: ContractOperation) => fc.Arbitrary<RequestTemplate>
  always?: (contract: Pick<TestedContract, 'operations' | 'simplest'>) => RequestTemplate[]
}

const variations: Variation[] = [
  ...requestLineNegativeCases,
  ...headerNegativeCases,
  ...bodyNegativeCases,
  ...httpNegativeCases,
  ...stateVariations,
]

function vary(
  { apply, name }: Omit<Variation, 'changedParts'>,
  template: RequestTemplate,
): fc.Arbitrary<RequestTemplate> {
  const templates = apply(template, name)
  const all = Array.isArray(templates) ? fc.constantFrom(...templates) : templates
  return all.map((template) => ({ ...template, categories: [...template.categories, name] }))
}

const pairs = variations.flatMap((variation, index) =>
  variations.slice(index + 1).flatMap((secondVariation) => {
    const changedParts = [...variation.changedParts, ...secondVariation.changedParts]
    const fit = !changedParts.includes('everything') && new Set(changedParts).size === changedParts.length
    return fit ? [[variation, secondVariation] as const] : []
  }),
)

function withTwoNegativeCases(operation: ContractOperation): fc.Arbitrary<RequestTemplate> {
  const fitting = pairs.filter((pair) => pair.every(({ fits }) => fits?.(operation) ?? true))
  return fc
    .tuple(fc.constantFrom(...fitting), validRequest(operation))
    .chain(([[first, second], template]) => vary(first, template).chain((changed) => vary(second, changed)))
}

const variedValid: Omit<Variation, 'changedParts'>[] = [
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
function optionsRequests({ operations }: Pick<TestedContract, 'operations'>): RequestTemplate[] {
  return operations.flatMap((operation) => {
    const ofPath = operationsBeside(operation)
    if (operations.find((operation) => ofPath.includes(operation)) !== operation) return []
    const lists = {
      // `HEAD` works wherever `GET` works.
      allow: ofPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
      'accept-patch': ofPath.flatMap(({ method, body }) => (method === 'PATCH' ? [...body.keys()] : [])),
    }
    const outcomes: Outcome[] = [{ order: Number.POSITIVE_INFINITY, status: 204, lists, isOfAnyRequest: true }]
    const path = operation.path.replace(/\/\{[^{}]+\}(?=\/|$)/g, '/{newId}')
    return withoutCredentials(toTemplate(operation, { method: 'OPTIONS', path, outcomes }))
  })
}

export const categories: TestCategory[] = [
  {
    name: 'OPTIONS',
    sentence: 'The methods of this path, in `Allow`.',
    sends: 'OPTIONS for each path',
    accepts: '204 with exactly its methods, and the media types of PATCH',
    fits: () => false,
    requestsFor: validRequest,
    always: optionsRequests,
  },
  ...[...variedValid, ...variations].map((variation): TestCategory => {
    const { apply: _, ...others } = variation
    return {
      ...others,
      requestsFor: (operation) => validRequest(operation).chain((template) => vary(variation, template)),
    }
  }),
  {
    name: 'two negative cases',
    sentence: 'The checks of a request, in their order.',
    sends: 'requests with two of the negative cases above',
    accepts: 'the refusal that comes first',
    requestsFor: withTwoNegativeCases,
  },
]

/** The categories with requests for a contract. */
export function getCategories(contract: TestedContract) {
  const isTested = (operation: ContractOperation) => reasonUntested(operation) === ''
  const operations = contract.operations.filter(isTested)
  const simplest = contract.simplest && isTested(contract.simplest) ? contract.simplest : undefined
  const all = categories.map(({ fits = () => true, always, ...category }) => {
    const fixed = always?.({ operations, simplest }) ?? []
    return { ...category, operations: operations.filter(fits), always: fixed }
  })
  return all.filter((category) => category.operations.length > 0 || category.always.length > 0)
}

/** Requests of a category that can be sent to the system under test, the same for the same seed. `omitted` has reasons for operations. */
export function templatesFor(
  category: ReturnType<typeof getCategories>[number],
  system: SystemUnderTest,
  { seed, perCategory, skip }: Selection,
) {
  const omitted = new Map<string, string>()
  // A request with two negative cases is skipped with either of them.
  const isSkipped = ({ categories }: RequestTemplate) =>
    categories.some((name) => skip.some((text) => name.includes(text)))
  const isSendable = (template: RequestTemplate) => canBeSent(template, system) && !isSkipped(template)
  // The same number for each operation, so that each one gets requests of each category.
  const count = Math.ceil(perCategory / category.operations.length)
  const random = category.operations.flatMap((operation, index) => {
    const requests = category.requestsFor(operation)
    const sendable = (numRuns: number): RequestTemplate[] => {
      // The same seed would give each operation the same variants.
      const sampled = valueOrReason(() => fc.sample(requests, { seed: seed + index, numRuns }))
      if (typeof sampled !== 'string') return sampled.filter(isSendable)
      omitted.set(operation.id, sampled)
      return []
    }
    const templates = sendable(count)
    return templates.length === count ? templates : sendable(count * 8).slice(0, count)
  })
  return { templates: [...category.always.filter(isSendable), ...random], omitted }
}

/** Without permission to write, a defective service must not get the chance to do so. */
function canBeSent(template: RequestTemplate, system: SystemUnderTest): boolean {
  const { options } = system
  const { operation, method, path } = template
  const values = { ...system.values, ...findExistingItems(system, operation.path), newId: '', newInteger: '', etag: '' }
  const placeholders = valuesNeededBy(template)
  if ([...placeholders].some((name) => /token$/i.test(name) && !(name in values))) return false
  if (options.mayWrite) return true
  const isRead = method === 'OPTIONS' || (['GET', 'HEAD'].includes(method) && operation.method === 'GET')
  const isSetUp = [...placeholders].every((name) => name in values || /token$/i.test(name))
  // The tag is that of an item.
  return isRead && isSetUp && (path.endsWith('}') || !placeholders.has('etag'))
}
