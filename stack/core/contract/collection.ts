// The collections of the contract, and the fields of their items (https://google.aip.dev/121).

import type { Segment, ShapeData } from './operation.ts'

export interface Collection {
  /** The path of the collection in the contract, such as `/rooms/{roomId}/bookings`. */
  path: string
  /** The last segment of `path`. */
  name: string
  segments: Segment[]
  /** Name of one item in messages, such as `room booking`. */
  itemName: string
  /** Path of the parent collection. Absent at the top level. */
  parent?: string
  /** Path parameter that identifies an item. Absent if no operation has an item in its path. */
  parameter?: string
  /** operationIds by standard method (https://google.aip.dev/130). */
  methods: Partial<Record<'list' | 'create' | 'get' | 'update' | 'replace' | 'delete', string>>
  /** Fields in the order of the schema. */
  fields: Record<string, FieldData>
  /** Example values by field that a creation sets. Only top-level collections have them. */
  exampleValues?: Record<string, unknown[]>
  idField: string
  /** The field with the time of the last change. Absent if no field has it. */
  updatedField?: string | undefined
  /** operationId of the GET at the path of an item: the standard method, or one with a handler. */
  getOperation?: string
  /** Key of the response validator for an item, or for a list with only this item. Absent if no response has items. */
  itemValidator?: { validator: string; isInList?: true }
  /** Query of a list request without parameters: the defaults. */
  defaultQuery: Record<string, unknown>
  integerIds?: true
  /** What each query parameter of the list selects, by name. */
  parameters: Record<string, ListParameter>
  /** Fields by which lists can be filtered. */
  filters: string[]
  /** Fields by which lists can sort. */
  orders: Record<string, OrderData>
  /** Fields whose words a list can search. Absent if it has no search. */
  searched?: string[]
  /** What the deletion of an item does with its children. Absent if items have none. */
  children?: 'cascade' | 'refuse'
  /** Absent if each principal sees only the items that it has created. */
  access?: AccessData
  /** Shape of an item. Absent if the schema declares every property. */
  shape?: ShapeData
  /** Digest of the schema of an item. */
  schemaDigest: string
  /** Digest that changes if the same query of the same items could return a different page. */
  listDigest: string
}

export interface OrderData {
  /** A time is a string in the format of `toISOString`. */
  type: 'string' | 'number' | 'time'
  /** An item may lack a value: the field is nullable, or neither required nor with a default. */
  optional?: true
}

/** Effect of a query parameter. `filter`, `min` and `max` name a field. */
export type ListParameter =
  | { filter: string }
  | { min: string }
  | { max: string }
  | { sort: true }
  | { search: true }
  | { count: true }

/** Who sees the items of a shared collection, and who changes them. */
export interface AccessData {
  /** `everybody`: even a request without a token. */
  read: 'callers' | 'everybody'
  /** `creator`: only the principal that has created the item. `scope`: every principal that the operation allows. */
  write: 'creator' | 'scope'
}

export interface FieldData {
  /** Present if the service sets the field: once at the creation, or at each change. */
  role?: Role
  nullable?: boolean
  /** Value for an item that lacks the field. */
  default?: unknown
  /** Clients cannot set the field: in a request, it is ignored. */
  readOnly?: boolean
  /** Which request bodies may have the field. */
  create?: boolean
  update?: boolean
  replace?: boolean
}

export type Role = 'id' | 'created' | 'updated'
