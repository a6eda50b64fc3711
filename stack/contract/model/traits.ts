// The traits of an operation, as common.yaml names them: they decide what the base spec adds to it.

import { isForgeable } from '../../core/contract/credentials.ts'
import { accessAt, hasCreatorOnlyWrites, isShared, onlyCreatorWrites } from './access.ts'
import type { ContractModel, OperationModel } from './contract.ts'
import { toNode } from './node.ts'
import { deriveResources } from './resources.ts'

type Test = (operation: OperationModel, contract: ContractModel) => boolean

/** Traits that follow from an operation and the paths of the contract. */
const operationTests = {
  any: () => true,
  reads: ({ method }) => method === 'get' || method === 'head',
  takesBody: ({ requestBody }) => requestBody !== undefined,
  patches: ({ method }) => method === 'patch',
  returnsBody: ({ responses }) => {
    const successful = responses.filter(({ code }) => code.startsWith('2'))
    const usesDefault = successful.length === 0 && !responses.some(({ code }) => /^[13]/.test(code))
    const candidates = usesDefault ? responses.filter(({ code }) => code === 'default') : successful
    return candidates.some(({ response }) => Object.keys(response.content ?? {}).length > 0)
  },
  hasParameter: ({ path }) => path.includes('{'),
  needsToken: ({ needsToken }) => needsToken,
  needsScope: ({ scopes }) => scopes.length > 0,
  isForgeable: ({ method, alternatives = [] }) => isForgeable(method, alternatives.flat()),
  hasETag: (operation) => operation['x-conditions']?.includes('ETag') ?? false,
  hasLastModified: (operation) => operation['x-conditions']?.includes('Last-Modified') ?? false,
  takesIdempotencyKey: ({ takesIdempotencyKey }) => takesIdempotencyKey,
  pages: (operation) => operation['x-paging'] === true,
  counts: (operation) => operation['x-count'] === true,
  deletesParent: ({ path, method }, { operations }) =>
    method === 'delete' &&
    operations.some((candidate) => candidate.path.startsWith(`${path}/`) && candidate.method === 'post'),
  creates: ({ responses }) => responses.some(({ code }) => code === '201'),
  changesAnyItem: (operation, contract) =>
    changesItem(operation) && accessAt(contract.document.paths, operation.path).write === 'scope',
  changesOwnItem: (operation, contract) =>
    changesItem(operation) && onlyCreatorWrites(accessAt(contract.document.paths, operation.path)),
  shares: ({ path }, { document }) => isShared(accessAt(document.paths, path)),
  sharesWithCallers: ({ path }, { document }) => accessAt(document.paths, path).read === 'callers',
  sharesWithEverybody: ({ path }, { document }) => accessAt(document.paths, path).read === 'everybody',
  isDeprecated: (operation, contract) =>
    [operation, ...operation.parameters, ...bodyProperties(operation, contract)].some(
      (part) => 'x-deprecation' in part,
    ),
} satisfies Record<string, Test>

/** Traits that depend on the collections of the contract. */
const derivedTests = {
  /** Standard methods, and lists that need an adapter only for deprecated parameters. */
  isStandard: ({ id, parameters }, contract) => {
    const { standard, adapted } = deriveResources(contract)
    const unknownNames = adapted[id]
    return standard.has(id) || (unknownNames?.every((name) => isDeprecatedParameter(parameters, name)) ?? false)
  },
  orders: (operation, contract) => getSortOrders(operation, contract).length > 0,
  hasOptionalOrder: (operation, contract) => getSortOrders(operation, contract).some(({ optional }) => optional),
} satisfies Record<string, Test>

export type Trait = keyof typeof operationTests | keyof typeof derivedTests | 'needsHandler'

/** @param contract The hand-written contract of the operation. */
export function getTraits(contract: ContractModel, operation: OperationModel): Set<Trait> {
  const traits = getOperationTraits(contract, operation)
  for (const [trait, test] of entries<Trait>(derivedTests)) if (test(operation, contract)) traits.add(trait)
  if (traits.has('isStandard')) return traits
  // A handler can change items of any collection.
  if (!traits.has('reads') && hasCreatorOnlyWrites(contract.document.paths)) traits.add('changesOwnItem')
  return traits.add('needsHandler')
}

export function getOperationTraits(contract: ContractModel, operation: OperationModel): Set<Trait> {
  return new Set(entries<Trait>(operationTests).flatMap(([trait, test]) => (test(operation, contract) ? trait : [])))
}

function entries<Name extends string>(tests: Partial<Record<Name, Test>>) {
  return Object.entries(tests) as [Name, Test][] // the keys of the table
}

function changesItem({ path, method }: OperationModel): boolean {
  return path.endsWith('}') && ['put', 'patch', 'delete'].includes(method)
}

function isDeprecatedParameter(parameters: OperationModel['parameters'], name: string): boolean {
  return parameters.every((parameter) => parameter.name !== name || parameter.deprecated === true)
}

function getSortOrders({ id }: OperationModel, contract: ContractModel) {
  const { collections } = deriveResources(contract)
  return collections.filter(({ methods }) => methods.list === id).flatMap(({ orders }) => Object.values(orders))
}

function bodyProperties({ requestBody }: OperationModel, contract: ContractModel): object[] {
  return Object.values(requestBody?.content ?? {}).flatMap(({ schema = {} }) => {
    const { properties = {} } = contract.resolve(schema)
    return Object.values(properties).map((property) => toNode(contract.resolve(property)))
  })
}
