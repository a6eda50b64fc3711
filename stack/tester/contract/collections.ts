// The collections of a contract: what each one can do, and the properties of its items.
import { isOneValue, type ListParameter, readListParameters } from './list-parameters.ts'
import { bodyProperties, type ContractOperation, jsonBody } from './operations.ts'
import type { Schema, SchemaProperty } from './schema.ts'
import type { TestedContract } from './tested-contract.ts'

export interface Property {
  name: string
  /** Its schema in the body of a creation. */
  schema: Schema
  /** The same in the body of a change, if it can change. */
  updateSchema: Schema | undefined
  /** The same in an item. */
  itemSchema: Schema
  required: boolean
  /** The value of an item for which none was given, or whose value was removed; `undefined` if it is absent then. */
  default: unknown
}

/** Who sees the items of a collection, and who changes them. */
export interface Access {
  read: 'creator' | 'callers' | 'everybody'
  write: 'creator' | 'scope'
}

export interface Collection {
  path: string
  access: Access
  create: ContractOperation
  list: ContractOperation | undefined
  get: ContractOperation | undefined
  update: ContractOperation | undefined
  delete: ContractOperation | undefined
  /** What a creation can set. */
  properties: Property[]
  /** What the query parameters of the list choose. */
  listParameters: ListParameter[]
  /** Properties that a parameter with the same name selects by one value. */
  filters: Property[]
  /** The names of the times that the service sets. */
  times: string[]
}

/** A collection for each creation. Only its team knows which items a handler creates. */
export function readCollections(contract: TestedContract): Collection[] {
  // A run makes items of JSON only.
  const creations = contract.operations.filter((one) => {
    const takesJson = one.body.size === 0 || jsonBody(one) !== undefined
    return one.method === 'POST' && one.responses.has(201) && takesJson && isStandard(one)
  })
  return creations.map((create) => {
    const { path } = create
    const list = contract.operationAt('GET', path)
    const [get, update, removal] = ['GET', 'PATCH', 'DELETE'].map((method) => contract.operationAt(method, `${path}/x`))
    const changes = update ? bodyProperties(update) : []
    const [item] = [...(create.responses.get(201)?.content.values() ?? [])]
    const ofItem = item?.schema.allProperties ?? []
    const schemaIn = (all: SchemaProperty[], wanted: string) => all.find(({ name }) => name === wanted)?.schema
    const given = bodyProperties(create).filter((property) => !property.readOnly)
    const properties = given.map((property) => ({
      ...property,
      updateSchema: schemaIn(changes, property.name),
      itemSchema: schemaIn(ofItem, property.name) ?? property.schema,
      default: create.defaults[property.name],
    }))
    const isSet = (name: string) => properties.some((property) => property.name === name)
    const listParameters = readListParameters(list)
    const selects = (name: string) => (one: ListParameter) =>
      one.by === 'filter' && one.field === name && one.parameter.name === name && isOneValue(one)
    const times = ofItem.filter(({ name, schema }) => schema.keywords.format === 'date-time' && !isSet(name))
    return {
      path,
      access: readAccess(contract, path),
      create,
      list,
      get,
      update,
      delete: removal,
      properties,
      listParameters,
      filters: properties.filter(({ name }) => listParameters.some(selects(name))),
      times: times.map(({ name }) => name),
    }
  })
}

/** What the path says of it. Default: what holds for the collection above, or else for a private one. */
function readAccess(contract: TestedContract, path: string): Access {
  if (path === '') return { read: 'creator', write: 'creator' }
  const paths = contract.at('/paths')
  const { 'x-access': written = {} } = path in paths.value ? paths.child(path).value : {}
  return { ...readAccess(contract, pathAbove(path)), ...(written as Partial<Access>) } // the lint allows nothing else
}

function pathAbove(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/{')))
}

/** The collection whose items have this one, if there is one. */
export function findParent({ path, create }: Collection): Collection | undefined {
  const above = pathAbove(path)
  return create.contract.collections.find((one) => one.path === above)
}

/** Whether no handler does one of its methods. */
export function hasStandardMethods({ create, list, get, update, delete: removal }: Collection): boolean {
  return [create, list, get, update, removal].every((method) => method === undefined || isStandard(method))
}

/** The contract documents 501 for the others. */
function isStandard({ responses }: ContractOperation): boolean {
  return !responses.has(501)
}

/** Whether a response of an operation has a header, which has a lower-case name. */
export function returns(operation: ContractOperation | undefined, status: number, header: string): boolean {
  return operation?.responses.get(status)?.headers.has(header) ?? false
}
