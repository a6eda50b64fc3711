// The collections of the contract (https://google.aip.dev/121). An operation without a part that is not supported is a
// standard method, and needs no handler.

import { hash } from 'node:crypto'
import type { FieldData } from '../../core/contract/contract.ts'
import { type Finding, runChecks } from '../finding.ts'
import { accessAt, isShared } from './access.ts'
import { requestProperties, requestSchema } from './bodies.ts'
import { collectionChecks, hasIntegerIds } from './collection-rules.ts'
import { type CollectionOperations, findCollections, type StandardMethod } from './collections.ts'
import { type ContractModel, getRole, targetName } from './contract.ts'
import { getExampleValues } from './example-values.ts'
import { isUnknownParameter, readList } from './list-parameters.ts'
import { mapValues, memoize, pickBy, toNode } from './node.ts'
import { readNullable } from './nullable.ts'
import { findParent } from './paths.ts'
import { getShape } from './shapes.ts'
import { queryCheck, standardChecks } from './standard-methods.ts'

/** Returns the collections and standard methods of a hand-written contract, whatever the base spec adds to it. */
export const deriveResources = ({ source }: ContractModel) => derive(source)

const derive = memoize((contract: ContractModel) => {
  const candidates = findCollections(contract)
  const accepted = withoutRejected(contract, candidates)
  const rejected = candidates.filter((candidate) => !accepted.includes(candidate))
  const methods = accepted.flatMap(({ item, candidates }) =>
    Object.entries(candidates).map(([kind, operation]) => {
      const subject = { contract, kind: kind as StandardMethod, operation, item } // a key of the candidates
      return { kind, operation, item, reasons: mapValues(standardChecks, (check) => [...check(subject)]) }
    }),
  )
  const hasReasons = (reasons: Finding[][]) => reasons.some(({ length }) => length > 0)
  const adaptable = methods.filter(({ kind, reasons: { [queryCheck]: query, ...others } }) => {
    return kind === 'list' && query?.length !== 0 && !hasReasons(Object.values(others))
  })
  const standard = methods.filter(({ reasons }) => !hasReasons(Object.values(reasons)))
  const listed = [...standard, ...adaptable].map(({ operation }) => operation)
  // A list that has a handler stores no items, unless there are other operations at its paths.
  const withItems = accepted.filter(({ candidates: { list, ...others } }) => {
    return Object.keys(others).length > 0 || (list !== undefined && listed.includes(list))
  })
  const collections = accepted.filter(({ path }) =>
    withItems.some((resource) => `${resource.path}/{`.startsWith(`${path}/{`)),
  )
  return {
    collections: collections.map((collection) => collectionData(contract, collections, collection)),
    /** The schemas of items, by the paths of their collections. */
    items: new Map(collections.map(({ path, item }) => [path, item])),
    /** Operation ids of standard methods. */
    standard: new Set(standard.map(({ operation }) => operation.id)),
    /** Names of the query parameters that an adapter must replace, by operationId of a list. */
    adapted: Object.fromEntries(
      adaptable.map(({ operation, item }) => {
        const parameters = operation.parameters.filter((parameter) => isUnknownParameter(contract, parameter, item))
        return [operation.id, parameters.map(({ name }) => name)]
      }),
    ),
    /** The collections, and the paths that look like one. */
    candidates: [...collections, ...rejected],
    /** Paths that look like collections and are not. */
    rejected: rejected.map((collection) => {
      return {
        path: collection.path,
        reasons: runChecks(collectionChecks, { contract, collection, collections: accepted }),
      }
    }),
    /** Why operations of collections are not standard, by operationId. */
    reasons: new Map(methods.map(({ operation, reasons }) => [operation.id, Object.values(reasons).flat()])),
  }
})

export type CollectionMetadata = ReturnType<typeof collectionData>

/** Removes rejected collections until none is left: a collection below a rejected one is rejected, too. */
function withoutRejected(contract: ContractModel, collections: CollectionOperations[]): CollectionOperations[] {
  const remaining = collections.filter(
    (collection) => runChecks(collectionChecks, { contract, collection, collections }).length === 0,
  )
  return remaining.length === collections.length ? collections : withoutRejected(contract, remaining)
}

function collectionData(
  contract: ContractModel,
  collections: CollectionOperations[],
  { path, methods, candidates, item }: CollectionOperations,
) {
  const { create, list, get, update, replace, delete: remove } = methods
  const listQuery = readList(contract, list, item)
  const schema = contract.dereference(item)
  const shape = getShape(toNode(schema))
  const hasChildren = collections.some((candidate) => findParent(candidate.path) === path)
  const access = accessAt(contract.document.paths, path)
  const name = '$ref' in item ? targetName(item) : (path.split('/').at(-1) ?? '')
  return {
    path,
    // `RoomBooking` becomes `room booking`.
    itemName: name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase(),
    parent: findParent(path),
    parameter: (get ?? update ?? replace ?? remove)?.path.slice(path.length + 2, -1),
    methods: mapValues(methods, ({ id }) => id),
    fields: getFields(contract, { methods, item }),
    ...(create && findParent(path) === undefined && { exampleValues: getExampleValues(contract, methods) }),
    ...listQuery,
    ...(hasIntegerIds(contract, item) && { integerIds: true }),
    // A handler that deletes an item reads it, too.
    ...(hasChildren && { children: candidates.delete?.['x-children'] ?? 'refuse' }),
    ...(isShared(access) && { access }),
    ...(shape && { shape }),
    schemaDigest: digest(schema),
    listDigest: digest([schema, listQuery]),
  }
}

function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 16)
}

function getFields(contract: ContractModel, { methods, item }: Pick<CollectionOperations, 'methods' | 'item'>) {
  const { create, update, replace } = methods
  const bodies = [create, update, replace].map((method) => contract.getProperties(requestSchema(method)))
  const isReadOnly = (name: string) => bodies.some(({ [name]: field }) => field?.readOnly === true)
  const inputs = mapValues({ create, update, replace }, (method) => requestProperties(contract, method))
  return mapValues(contract.getProperties(item), (schema, name): FieldData => {
    const role = getRole(name, schema)
    return {
      ...(role && { role }),
      ...(readNullable(schema).isNullable && { nullable: true }),
      ...(isReadOnly(name) && { readOnly: true }),
      ...(schema.default !== undefined && { default: schema.default }),
      ...mapValues(
        pickBy(inputs, (input) => Object.hasOwn(input, name)),
        () => true,
      ),
    }
  })
}
