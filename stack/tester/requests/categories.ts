// All categories of requests: valid ones, ones whose outcome depends on stored data, and ones with one negative case or
// two. Of two negative cases, the contract says which one is reported.
import * as fc from 'fast-check'
import { findExistingItems } from '../cases.ts'
import { getOperationsOfPath } from '../contract/operations.ts'
import type { ContractOperation, TestedContract } from '../contract/tested-contract.ts'
import type { SystemUnderTest } from '../system-under-test.ts'
import { validAtLimits } from './limits.ts'
import { bodyNegativeCases } from './negative-cases/body.ts'
import { headerNegativeCases, httpNegativeCases } from './negative-cases/head.ts'
import { requestLineNegativeCases } from './negative-cases/request-line.ts'
import type { Outcome } from './outcome.ts'
import { stateVariations } from './state.ts'
import {
  type CatalogueEntry,
  getPlaceholders,
  type RequestTemplate,
  toTemplate,
  type Variation,
  withoutCredentials,
} from './template.ts'
import {
  longInvalidDate,
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
  /** Runs only tests whose name contains one of these strings. Default: all tests. */
  only?: string[]
}

interface TestCategory extends CatalogueEntry, Pick<Variation, 'fits'> {
  requestsFor: (operation: ContractOperation) => fc.Arbitrary<RequestTemplate>
  getFixedRequests?: (contract: Pick<TestedContract, 'operations' | 'simplestRead'>) => RequestTemplate[]
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

const combinablePairs = variations.flatMap((variation, index) =>
  variations.slice(index + 1).flatMap((secondVariation) => {
    const changedParts = [...variation.changedParts, ...secondVariation.changedParts]
    const areCombinable = !changedParts.includes('everything') && new Set(changedParts).size === changedParts.length
    return areCombinable ? [[variation, secondVariation] as const] : []
  }),
)

function withTwoNegativeCases(operation: ContractOperation): fc.Arbitrary<RequestTemplate> {
  const fitting = combinablePairs.filter((pair) => pair.every(({ fits }) => fits?.(operation) ?? true))
  return fc
    .tuple(fc.constantFrom(...fitting), validRequest(operation))
    .chain(([[first, second], template]) => vary(first, template).chain((changed) => vary(second, changed)))
}

const validVariations: Omit<Variation, 'changedParts'>[] = [
  {
    name: 'valid requests',
    sentence: 'The request does not match the API description.',
    sends: 'the examples, values at each limit, and random ones',
    accepts: 'the documented successful response',
    apply: withOptionalBody,
    getFixedRequests: (contract) => [...validAtLimits(contract), ...longInvalidDate(contract)],
  },
  {
    name: 'valid requests in other forms',
    sentence: 'RFC 9110 and RFC 9112.',
    sends: 'absolute-form, percent-encoded letters, names in other letter case, HEAD, chunked bodies',
    accepts: 'the same response',
    apply: otherForms,
    getFixedRequests: otherReads,
  },
  {
    name: 'bodies of the maximum size',
    sentence: 'The request body is larger than … bytes.',
    sends: 'JSON padded with spaces to the limit',
    accepts: 'the documented successful response',
    fits: ({ json }) => json !== undefined,
    apply: withBodyOfMaximumSize,
  },
]

/** Returns OPTIONS for each path, which lists the methods and the media types of PATCH (RFC 9110, 9.3.7; RFC 5789, 3.1). */
function optionsRequests({ operations }: Pick<TestedContract, 'operations'>): RequestTemplate[] {
  return operations.flatMap((operation) => {
    const siblings = getOperationsOfPath(operation)
    if (operations.find((operation) => siblings.includes(operation)) !== operation) return []
    const listHeaders = {
      // `HEAD` works wherever `GET` works.
      allow: siblings.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
      'accept-patch': siblings.flatMap(({ method, body }) => (method === 'PATCH' ? [...body.keys()] : [])),
    }
    const outcomes: Outcome[] = [{ order: Number.POSITIVE_INFINITY, status: 204, listHeaders, isOfAnyRequest: true }]
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
    getFixedRequests: optionsRequests,
  },
  ...[...validVariations, ...variations].map((variation): TestCategory => {
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
    accepts: 'the error of the check that comes first',
    requestsFor: withTwoNegativeCases,
  },
]

/** Returns the categories that have requests for the contract. */
export function getCategories(contract: TestedContract) {
  const isTested = (operation: ContractOperation) => reasonUntested(operation) === ''
  const operations = contract.operations.filter(isTested)
  const simplestRead = contract.simplestRead && isTested(contract.simplestRead) ? contract.simplestRead : undefined
  const all = categories.map(({ fits = () => true, getFixedRequests, ...category }) => {
    const fixedRequests = getFixedRequests?.({ operations, simplestRead }) ?? []
    return { ...category, operations: operations.filter(fits), fixedRequests }
  })
  return all.filter((category) => category.operations.length > 0 || category.fixedRequests.length > 0)
}

/** Returns the requests of a category that may be sent, the same for the same seed, and the reasons for omitted operations. */
export function templatesFor(
  category: ReturnType<typeof getCategories>[number],
  system: SystemUnderTest,
  { seed, perCategory, skip }: Selection,
) {
  const omitted = new Map<string, string>()
  // A request with two negative cases is skipped if SKIP names one of them.
  const isSkipped = ({ categories }: RequestTemplate) =>
    categories.some((name) => skip.some((text) => name.includes(text)))
  const isSendable = (template: RequestTemplate) => canBeSent(template, system) && !isSkipped(template)
  // The number is the same for each operation, so that each one gets requests of each category.
  const count = Math.ceil(perCategory / category.operations.length)
  const random = category.operations.flatMap((operation, index) => {
    const requests = category.requestsFor(operation)
    const sendable = (numRuns: number): RequestTemplate[] => {
      // With the same seed, all operations would get the same variants.
      const sampled = valueOrReason(() => fc.sample(requests, { seed: seed + index, numRuns }))
      if (typeof sampled !== 'string') return sampled.filter(isSendable)
      omitted.set(operation.id, sampled)
      return []
    }
    const templates = sendable(count)
    return templates.length === count ? templates : sendable(count * 8).slice(0, count)
  })
  return { templates: [...category.fixedRequests.filter(isSendable), ...random], omitted }
}

/** Whether the values are known, and the request cannot write even in a defective service if writing is not allowed. */
function canBeSent(template: RequestTemplate, system: SystemUnderTest): boolean {
  const { options } = system
  const { operation, method, path } = template
  const values = { ...system.values, ...findExistingItems(system, operation.path), newId: '', newInteger: '', etag: '' }
  const placeholders = getPlaceholders(template)
  if ([...placeholders].some((name) => /token$/i.test(name) && !(name in values))) return false
  if (options.mayWrite) return true
  const isRead = method === 'OPTIONS' || (['GET', 'HEAD'].includes(method) && operation.method === 'GET')
  const isSetUp = [...placeholders].every((name) => name in values || /token$/i.test(name))
  // `etag` is the tag of an item, not of a list.
  return isRead && isSetUp && (path.endsWith('}') || !placeholders.has('etag'))
}
