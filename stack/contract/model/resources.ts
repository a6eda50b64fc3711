// The collections of the contract (https://google.aip.dev/121). An operation of which everything is understood is a
// standard method, and needs no handler.

import { hash } from 'node:crypto'
import type { FieldData } from '../../core/contract/contract.ts'
import { type Finding, findings } from '../finding.ts'
import { accessAt, isShared } from './access.ts'
import { requestProperties, requestSchema } from './bodies.ts'
import { collectionChecks, hasIntegerIds } from './collection-rules.ts'
import { type CollectionOperations, findCollections, type StandardMethod } from './collections.ts'
import { type ContractModel, getRole, targetName } from './contract.ts'
import { getExampleValues } from './example-values.ts'
import { isUnknownParameter, readList } from './list-parameters.ts'
import { filtered, mapped, memoize, toNode } from './node.ts'
import { readNullable } from './nullable.ts'
import { findParent } from './paths.ts'
import { getShape } from './shapes.ts'
import { queryCheck, standardChecks } from './standard-methods.ts'

/** The collections and standard methods of a contract: those of the source, whatever the base spec adds. */
export const deriveResources = ({ source }: ContractModel) => derive(source)

const derive = memoize((contract: ContractModel) => {
  const candidates = findCollections(contract)
  const accepted = withoutRefused(contract, candidates)
  const refused = candidates.filter((candidate) => !accepted.includes(candidate))
  const methods = accepted.flatMap(({ item, candidates }) =>
    Object.entries(candidates).map(([kind, operation]) => {
      const subject = { contract, kind: kind as StandardMethod, operation, item } // a key of the candidates
      return { kind, operation, item, reasons: mapped(standardChecks, (check) => [...check(subject)]) }
    }),
  )
  const isUnknown = (reasons: Finding[][]) => reasons.some(({ length }) => length > 0)
  const adaptable = methods.filter(({ kind, reasons: { [queryCheck]: query, ...others } }) => {
    return kind === 'list' && query?.length !== 0 && !isUnknown(Object.values(others))
  })
  const standard = methods.filter(({ reasons }) => !isUnknown(Object.values(reasons)))
  const listed = [...standard, ...adaptable].map(({ operation }) => operation)
  // No item is behind a list that has a handler, if the path has no other operation.
  const referenced = accepted.filter(({ candidates: { list, ...others } }) => {
    return Object.keys(others).length > 0 || (list !== undefined && listed.includes(list))
  })
  const collections = accepted.filter(({ path }) =>
    referenced.some((resource) => `${resource.path}/{`.startsWith(`${path}/{`)),
  )
  return {
    collections: collections.map((collection) => collectionData(contract, collections, collection)),
    /** The schemas of items, by the paths of their collections. */
    items: new Map(collections.map(({ path, item }) => [path, item])),
    /** Operation ids of standard methods. */
    standard: new Set(standard.map(({ operation }) => operation.id)),
    /** The parameters because of which a list is not standard. */
    adapted: Object.fromEntries(
      adaptable.map(({ operation, item }) => {
        const unknown = operation.parameters.filter((parameter) => isUnknownParameter(contract, parameter, item))
        return [operation.id, unknown.map(({ name }) => name)]
      }),
    ),
    /** The collections, and the paths that look like one. */
    candidates: [...collections, ...refused],
    /** Paths that look like collections and are not. */
    refused: refused.map((collection) => {
      return {
        path: collection.path,
        reasons: findings(collectionChecks, { contract, collection, collections: accepted }),
      }
    }),
    /** Why operations of collections are not standard, by operationId. */
    reasons: new Map(methods.map(({ operation, reasons }) => [operation.id, Object.values(reasons).flat()])),
  }
})

export type CollectionMetadata = ReturnType<typeof collectionData>

/** A collection below a path that is not a collection is not one either. */
function withoutRefused(contract: ContractModel, collections: CollectionOperations[]): CollectionOperations[] {
  const rest = collections.filter(
    (collection) => findings(collectionChecks, { contract, collection, collections }).length === 0,
  )
  return rest.length === collections.length ? collections : withoutRefused(contract, rest)
}

function collectionData(
  contract: ContractModel,
  all: CollectionOperations[],
  { path, methods, candidates, item }: CollectionOperations,
) {
  const { create, list, get, update, replace, delete: remove } = methods
  const listQuery = readList(contract, list, item)
  const schema = contract.dereference(item)
  const shape = getShape(toNode(schema))
  const hasChildren = all.some((candidate) => findParent(candidate.path) === path)
  const access = accessAt(contract.document.paths, path)
  const name = '$ref' in item ? targetName(item) : (path.split('/').at(-1) ?? '')
  return {
    path,
    // `RoomBooking` becomes `room booking`.
    itemName: name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase(),
    parent: findParent(path),
    parameter: (get ?? update ?? replace ?? remove)?.path.slice(path.length + 2, -1),
    methods: mapped(methods, ({ id }) => id),
    fields: getFields(contract, { methods, item }),
    ...(create && findParent(path) === undefined && { exampleValues: getExampleValues(contract, methods) }),
    ...listQuery,
    ...(hasIntegerIds(contract, item) && { integerIds: true }),
    // Of a handler that deletes an item, too.
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
  const inputs = mapped({ create, update, replace }, (method) => requestProperties(contract, method))
  return mapped(contract.getProperties(item), (schema, name): FieldData => {
    const role = getRole(name, schema)
    return {
      ...(role && { role }),
      ...(readNullable(schema).isNullable && { nullable: true }),
      ...(isReadOnly(name) && { readOnly: true }),
      ...(schema.default !== undefined && { default: schema.default }),
      ...mapped(
        filtered(inputs, (input) => Object.hasOwn(input, name)),
        () => true,
      ),
    }
  })
}
