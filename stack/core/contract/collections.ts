// The collections of the contract, compiled once (https://google.aip.dev/121).

import type { CollectionData, FieldData } from './contract-data.ts'
import type { BodyPlan, Plans } from './plan.ts'
import { type Segment, toSegments } from './segments.ts'

export type BodyMethod = 'create' | 'update' | 'replace'

export interface Collection extends CollectionData {
  /** The last segment of its path. */
  name: string
  segments: Segment[]
  fieldsInOrder: [name: string, field: FieldData][]
  /** The names of the fields that the body of each method can set. */
  bodyFields: Record<BodyMethod, string[]>
  idField: string
  updatedField: string | undefined
  /** The GET at the path of an item: the standard method, or one with a handler. */
  getOperation: string | undefined
  successes: Partial<Record<keyof CollectionData['methods'], BodyPlan>>
  /** The query of a list, if a request has none. */
  defaultQuery: Record<string, unknown>
}

export type Collections = ReturnType<typeof compileCollections>

export function compileCollections(data: CollectionData[], plans: Plans) {
  const collections = data.map((collection) => compile(collection, plans))
  const byOperation = new Map(
    collections.flatMap((collection) => Object.values(collection.methods).map((id) => [id, collection] as const)),
  )
  return {
    collections,
    /** The first one at the top in which callers create items: a person can write items for it (item-draft.ts). */
    draftCollection: collections.find(({ parent, methods }) => !parent && methods.create),
    getCollection: (id: string) => byOperation.get(id),
    /** By the path in the contract. @throws {Error} if it has no such collection. */
    collectionAt: lookUpByPath(collections),
  }
}

/** @returns A function that finds a collection, or what belongs to it, by its path. It throws if there is none. */
export function lookUpByPath<Data extends { path: string }>(collections: Data[]): (path: string) => Data {
  const all = new Map(collections.map((collection) => [collection.path, collection]))
  return (path) => {
    const found = all.get(path)
    if (found === undefined) throw new Error(`The contract has no collection ${path}.`)
    return found
  }
}

function compile(data: CollectionData, { operations, lookUpOperation }: Plans): Collection {
  const fieldsInOrder = Object.entries(data.fields)
  const fieldWith = (role: FieldData['role']) => fieldsInOrder.find(([, field]) => field.role === role)?.[0]
  const fieldsOf = (method: BodyMethod) =>
    fieldsInOrder.flatMap(([name, { readOnly, [method]: isGiven }]) => (isGiven && !readOnly ? [name] : []))
  const segments = toSegments(data.path)
  const query = data.methods.list === undefined ? [] : [...lookUpOperation(data.methods.list).query]
  const isItem = (path: string) =>
    path.startsWith(`${data.path}/{`) && path.indexOf('}', data.path.length) === path.length - 1
  const successes = Object.entries(data.methods).map(([method, id]) => [method, lookUpOperation(id).success.body])
  return {
    ...data,
    name: segments.at(-1)?.text ?? '',
    segments,
    fieldsInOrder,
    bodyFields: { create: fieldsOf('create'), update: fieldsOf('update'), replace: fieldsOf('replace') },
    idField: fieldWith('id') ?? 'id',
    updatedField: fieldWith('updated'),
    getOperation: operations.find(({ method, path }) => method === 'GET' && isItem(path))?.id,
    successes: Object.fromEntries(successes),
    defaultQuery: Object.fromEntries(query.map(([name, parameter]) => [name, parameter.default])),
  }
}
