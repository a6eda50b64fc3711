// The collections of the contract, and the fields of their items (https://google.aip.dev/121).

import type { Segment, ShapeData } from './operation.ts'

export interface Collection {
  /** The path of the collection in the contract, such as `/rooms/{roomId}/bookings`. */
  path: string
  /** The last segment of its path. */
  name: string
  segments: Segment[]
  /** One item, in messages: `room booking`. */
  itemName: string
  /** The path of the collection whose items have this one. Absent at the top. */
  parent?: string
  /** The parameter of the path that names an item. Absent if no operation has an item in its path. */
  parameter?: string
  /** The operations, by method (https://google.aip.dev/130). */
  methods: Partial<Record<'list' | 'create' | 'get' | 'update' | 'replace' | 'delete', string>>
  /** Fields in the order of the schema. */
  fields: Record<string, FieldData>
  /** Values in the examples of the contract, by field that a creation sets. Only of collections at the top. */
  exampleValues?: Record<string, unknown[]>
  idField: string
  /** The field with the time of the last change. Absent if no field has it. */
  updatedField?: string | undefined
  /** The GET at the path of an item: the standard method, or one with a handler. */
  getOperation?: string
  /** How an item is validated: as a response, or as the only member of a list. Absent if no response has it. */
  itemValidator?: { validator: string; isInList?: true }
  /** The query of a list, if a request has none. */
  defaultQuery: Record<string, unknown>
  integerIds?: true
  /** What the query parameters of the list choose, by name. */
  parameters: Record<string, ListParameter>
  /** Fields that lists can filter. */
  filters: string[]
  /** Fields by which lists can sort. */
  orders: Record<string, OrderData>
  /** Fields whose words a list can search. Absent if it has no search. */
  searched?: string[]
  /** What the deletion of an item does with its children. Absent if items have none. */
  children?: 'cascade' | 'refuse'
  /** Absent if each principal sees only the items that it has created. */
  access?: AccessData
  /** Shape of an item. Absent if everything in an item is declared. */
  shape?: ShapeData
  /** Differs for any two schemas of an item. */
  schemaDigest: string
  /** Differs if the same query of the same items could have another page. */
  listDigest: string
}

export interface OrderData {
  /** A time is a string in the format of `toISOString`. */
  type: 'string' | 'number' | 'time'
  /** An item can have no value: the field is nullable, or neither required nor with a default. */
  optional?: true
}

/** Values of a field; the least or greatest value of a field; fields to sort by; beginnings of words; or a count. */
export type ListParameter =
  | { filter: string }
  | { min: string }
  | { max: string }
  | { sort: true }
  | { search: true }
  | { count: true }

/** Who sees the items of a collection, if several principals do, and who changes them. */
export interface AccessData {
  /** `everybody`: also a request without a token. */
  read: 'callers' | 'everybody'
  /** `creator`: only the principal that has created the item. `scope`: every principal that the operation allows. */
  write: 'creator' | 'scope'
}

export interface FieldData {
  /** The service sets the field: once, at its creation, or at each change. */
  role?: Role
  nullable?: boolean
  /** The value of an item for which none was given. */
  default?: unknown
  /** No client can set the field: a request can have it, and it is ignored. */
  readOnly?: boolean
  /** The bodies that may have it: of a creation, a change or a replacement. */
  create?: boolean
  update?: boolean
  replace?: boolean
}

export type Role = 'id' | 'created' | 'updated'
