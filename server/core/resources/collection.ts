// The collections of the contract, compiled once at start (https://google.aip.dev/121).

import { collectionData } from '../../../generated/resources.ts'
import type { CollectionData, FieldData } from '../contract/contract-data.ts'
import { type OperationId, operationOf, type Segment, segmentsOf } from '../contract/plan.ts'
import type { ParameterValue } from '../contract/validator.ts'
import type { Place } from './item-store.ts'

export interface Collection extends CollectionData<OperationId> {
  /** The last segment of its path. */
  name: string
  segments: Segment[]
  fieldsInOrder: [name: string, field: FieldData][]
  /** The names of the fields with these roles. */
  idField: string
  createdField: string | undefined
  updatedField: string | undefined
  /** The query of a list, if a request has none. */
  defaultQuery: Record<string, unknown>
}

export const collections: Collection[] = collectionData.map(compile)

const byOperation = new Map(
  collections.flatMap((collection) => Object.values(collection.methods).map((id) => [id, collection] as const)),
)

/** The collection of a standard method. */
export function collectionOf(id: OperationId): Collection | undefined {
  return byOperation.get(id)
}

/** Every set of filters that a request can have, each in the order of the contract. Each but the first has an index. */
export function combinationsOf(filters: string[]): string[][] {
  let combinations: string[][] = [[]]
  for (const name of filters) combinations = combinations.flatMap((names) => [names, [...names, name]])
  return combinations
}

/** @param path That of the contract, such as `/rooms/{roomId}/bookings`. */
export function collectionAt(path: string): Collection {
  const found = collections.find((collection) => collection.path === path)
  if (found === undefined) throw new Error(`The contract has no collection ${path}.`)
  return found
}

/** @param parameters Those of the path, which name each item above the collection. */
export function placeIn(
  { path, segments }: Pick<Collection, 'path' | 'segments'>,
  owner: string,
  parameters: Record<string, ParameterValue>,
): Place {
  const filled = segments.map(({ text, parameter = '' }) => text ?? encodeURIComponent(String(parameters[parameter])))
  const last = segments.findLastIndex(({ parameter }) => parameter !== undefined)
  const place = { owner, path, collection: filled.join('/') }
  if (last === -1) return place
  const above = segments.slice(0, last)
  const parent = placeIn({ path: path.split('/').slice(0, last).join('/'), segments: above }, owner, parameters)
  return { ...place, parent: { place: parent, id: String(parameters[segments[last]?.parameter ?? '']) } }
}

function compile(data: CollectionData<OperationId>): Collection {
  const fieldsInOrder = Object.entries(data.fields)
  const fieldWith = (role: FieldData['role']) => fieldsInOrder.find(([, field]) => field.role === role)?.[0]
  const segments = segmentsOf(data.path)
  const query = data.methods.list === undefined ? [] : [...operationOf(data.methods.list).query]
  return {
    ...data,
    name: segments.at(-1)?.text ?? '',
    segments,
    fieldsInOrder,
    idField: fieldWith('id') ?? 'id',
    createdField: fieldWith('created'),
    updatedField: fieldWith('updated'),
    defaultQuery: Object.fromEntries(query.map(([name, parameter]) => [name, parameter.default])),
  }
}
