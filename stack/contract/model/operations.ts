// The operations of a hand-written contract, and the kinds of each, which decide what the common part adds to it.

import { isForgeable } from '../../core/contract/credentials.ts'
import { accessAt, isOfCreator, isShared } from './access.ts'
import { escapeKey, type Node, resolved, toList, toNode } from './node.ts'
import { getSecurity } from './security.ts'

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** An operation and where it is. Its parameters are resolved, with those of the path and their places. */
export type Place = ReturnType<typeof getOperations>[number]

export function getOperations(own: Node) {
  return Object.entries(toNode(own.paths)).flatMap(([path, value]) => {
    const item = toNode(value)
    return methods
      .filter((method) => method in item)
      .map((method) => {
        const operation = toNode(item[method])
        const pointer = `/paths/${escapeKey(path)}/${method}`
        const ofPath = parametersOf(own, item, `/paths/${escapeKey(path)}`)
        return { path, method, pointer, operation, parameters: [...ofPath, ...parametersOf(own, operation, pointer)] }
      })
  })
}

/** The operations of a hand-written contract. */
export function writtenOperations({ own }: { own: Node }) {
  return getOperations(own)
}

function parametersOf(own: Node, { parameters }: Node, owner: string): (Node & { pointer: string })[] {
  return toList(parameters).map((one, index) => ({ ...resolved(own, one), pointer: `${owner}/parameters/${index}` }))
}

/** OpenAPI 3.1 ignores header parameters with these names (4.8.12.2.1). */
const ignoredHeaders = ['accept', 'content-type', 'authorization']

export function isIgnored({ name, in: group }: Node): boolean {
  return group === 'header' && ignoredHeaders.includes(String(name).toLowerCase())
}

/** The parameters of a list that are not ignored. */
export function readParameters(own: Node, parameters: unknown): unknown[] {
  return toList(parameters).filter((one) => !isIgnored(resolved(own, one)))
}

const kindTests = {
  any: () => true,
  reads: (_, { method }) => method === 'get' || method === 'head',
  takesBody: (_, { operation }) => operation.requestBody !== undefined,
  patches: (_, { method }) => method === 'patch',
  returnsBody: (own, { operation }) => {
    const responses = Object.entries(toNode(operation.responses))
    const successes = responses.filter(([code]) => code.startsWith('2'))
    const others = responses.some(([code]) => /^[13]/.test(code))
      ? []
      : responses.filter(([code]) => code === 'default')
    const all = successes.length > 0 ? successes : others
    return all.some(([, response]) => Object.keys(toNode(resolved(own, response).content)).length > 0)
  },
  hasParameter: (_, { path }) => path.includes('{'),
  needsToken: (own, { operation }) => getSecurity(own, operation) !== undefined,
  needsScope: (own, { operation }) =>
    (getSecurity(own, operation) ?? []).flat().some(({ scopes }) => scopes.length > 0),
  isForgeable: (own, { method, operation }) => isForgeable(method, (getSecurity(own, operation) ?? []).flat()),
  hasETag: (_, { operation }) => toList(operation['x-conditions']).includes('ETag'),
  hasLastModified: (_, { operation }) => toList(operation['x-conditions']).includes('Last-Modified'),
  takesIdempotencyKey: (_, { operation }) => operation['x-idempotency-key'] === true,
  pages: (_, { operation }) => operation['x-paging'] === true,
  counts: (_, { operation }) => operation['x-count'] === true,
  deletesParent: (own, { path, method }) =>
    method === 'delete' &&
    getOperations(own).some((other) => other.path.startsWith(`${path}/`) && other.method === 'post'),
  creates: (_, { operation }) => '201' in toNode(operation.responses),
  changesAnyItem: (own, place) => changesItem(place) && accessAt(own.paths, place.path).write === 'scope',
  changesOwnItem: (own, place) => changesItem(place) && isOfCreator(accessAt(own.paths, place.path)),
  shares: (own, { path }) => isShared(accessAt(own.paths, path)),
  sharesWithCallers: (own, { path }) => accessAt(own.paths, path).read === 'callers',
  sharesWithEverybody: (own, { path }) => accessAt(own.paths, path).read === 'everybody',
  isDeprecated: (own, { operation, parameters }) =>
    [operation, ...parameters, ...bodyProperties(own, operation)].some((one) => 'x-deprecation' in one),
} satisfies Record<string, (own: Node, place: Place) => boolean>

function changesItem({ path, method }: Place): boolean {
  return path.endsWith('}') && ['put', 'patch', 'delete'].includes(method)
}

/** Kinds that depend on the whole contract (complete-contract.ts). */
export const contractKinds = ['isStandard', 'needsHandler', 'orders', 'hasOptionalOrder'] as const

/** Tests by operationId. Default: no operation is of the kind. */
export type ContractKinds = Partial<Record<(typeof contractKinds)[number], (id: unknown) => boolean>>

/** What an operation does, as common.yaml names it. */
export type Kind = keyof typeof kindTests | keyof ContractKinds

export function getKinds(own: Node, place: Place): Set<Kind> {
  const all = Object.entries(kindTests) as [keyof typeof kindTests, (own: Node, place: Place) => boolean][]
  return new Set(all.filter(([, test]) => test(own, place)).map(([kind]) => kind))
}

function bodyProperties(own: Node, operation: Node): Node[] {
  const bodies = Object.values(toNode(resolved(own, operation.requestBody).content))
  const properties = bodies.map((body) => toNode(resolved(own, toNode(body).schema).properties))
  return properties.flatMap((all) => Object.values(all).map((one) => resolved(own, one)))
}
