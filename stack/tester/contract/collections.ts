// The collections of a contract: their operations, the properties of their items, and the roles of the query parameters
// of their lists, according to extension keywords such as `x-filter`, or else to their names.
import type { Schema, SchemaProperty } from './schema.ts'
import type { ContractOperation, ContractParameter, TestedContract } from './tested-contract.ts'

export interface Property {
  name: string
  /** Its schema in the request body of a creation. */
  schema: Schema
  /** Its schema in the request body of a change; `undefined` if it cannot change. */
  updateSchema: Schema | undefined
  itemSchema: Schema
  required: boolean
  /** Value in an item whose requests have set none, or have removed it; `undefined` if it is absent then. */
  default: unknown
}

export interface Access {
  read: 'creator' | 'callers' | 'everybody'
  write: 'creator' | 'scope'
}

export interface Collection extends ReturnType<typeof readMethods> {
  access: Access
  properties: Property[]
  listParameters: ListParameter[]
  timestamps: string[]
}

/** Returns a collection for each creation. A run could not fill other collections. */
export function getCollections(contract: TestedContract): Collection[] {
  return contract.creations.map((create) => {
    const { path } = create
    const methods = readMethods(create)
    const { list, update } = methods
    const updateProperties = update?.json?.schema.allProperties ?? []
    const [item] = [...(create.responses.get(201)?.content.values() ?? [])]
    const itemProperties = item?.schema.allProperties ?? []
    const schemaIn = (all: SchemaProperty[], propertyName: string) =>
      all.find(({ name }) => name === propertyName)?.schema
    const createProperties = create.json?.schema.allProperties.filter((property) => !property.readOnly) ?? []
    const properties = createProperties.map((property) => ({
      ...property,
      updateSchema: schemaIn(updateProperties, property.name),
      itemSchema: schemaIn(itemProperties, property.name) ?? property.schema,
      default: create.defaults[property.name],
    }))
    const isInput = (name: string) => properties.some((property) => property.name === name)
    const times = itemProperties.filter(({ name, schema }) => schema.keywords.format === 'date-time' && !isInput(name))
    return {
      ...methods,
      access: readAccess(contract, path),
      properties,
      listParameters: readListParameters(list),
      timestamps: times.map(({ name }) => name),
    }
  })
}

function readMethods(create: ContractOperation) {
  const { path, contract } = create
  const itemPath = `${path}/x`
  return {
    path,
    create,
    list: contract.operationAt('GET', path),
    get: contract.operationAt('GET', itemPath),
    update: contract.operationAt('PATCH', itemPath),
    delete: contract.operationAt('DELETE', itemPath),
  }
}

/** Reads `x-access` of the path. Default: the access of the parent collection, or else of a private one. */
function readAccess(contract: TestedContract, path: string): Access {
  if (path === '') return { read: 'creator', write: 'creator' }
  const paths = contract.at('/paths')
  const { 'x-access': access = {} } = path in paths.value ? paths.child(path).value : {}
  return { ...readAccess(contract, getParentPath(path)), ...(access as Partial<Access>) } // the lint allows nothing else
}

function getParentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/{')))
}

export function findParent({ path, create }: Collection): Collection | undefined {
  const parentPath = getParentPath(path)
  return getCollections(create.contract).find((collection) => collection.path === parentPath)
}

/** Whether every caller that can read an item can also change it. */
export function canWriteAll({ access }: Collection): boolean {
  return access.read !== 'creator' && access.write === 'scope'
}

export function hasStandardMethods({ create, list, get, update, delete: removal }: Collection): boolean {
  // The contract documents 501 for an operation that needs a handler.
  return [create, list, get, update, removal].every((method) => method?.responses.has(501) !== true)
}

/** @param header Its name in lower case. */
export function documentsHeader(operation: ContractOperation | undefined, status: number, header: string): boolean {
  return operation?.responses.get(status)?.headers.has(header) ?? false
}

/** Filters by values of a field, is a bound of its range, sorts, counts, or searches fields. */
type ParameterRole =
  | { by: 'filter' | 'min' | 'max'; field: string }
  | { by: 'sort' }
  | { by: 'count' }
  | { by: 'search'; fields: string[] }

export type ListParameter = ParameterRole & { parameter: ContractParameter }

const paging = ['limit', 'after', 'afterValue', 'afterNull']

function readListParameters(list: ContractOperation | undefined): ListParameter[] {
  const [content] = list?.responses.get(200)?.content.values() ?? []
  const item = content && 'items' in content.schema.keywords ? content.schema.at('items') : undefined
  const fields = item?.allProperties.map(({ name }) => name) ?? []
  const all = list?.parameters.filter((parameter) => parameter.in === 'query' && !paging.includes(parameter.name)) ?? []
  return all.flatMap((parameter) => {
    const role = readRole(parameter, fields)
    return role === undefined ? [] : [{ ...role, parameter }]
  })
}

function readRole({ name, definition }: ContractParameter, fields: string[]): ParameterRole | undefined {
  if (definition['x-sort'] === true) return { by: 'sort' }
  if (definition['x-count'] === true) return { by: 'count' }
  const searched = definition['x-search']
  if (Array.isArray(searched)) return { by: 'search', fields: searched.map(String) }
  for (const by of ['filter', 'min', 'max'] as const) {
    const field = definition[`x-${by}`]
    if (typeof field === 'string') return { by, field }
  }
  if (fields.includes(name)) return { by: 'filter', field: name }
  const [, stem = '', suffix = ''] = /^(.*)(Since|Min|Until|Max)$/.exec(name) ?? []
  const field = [stem, `${stem}At`].find((candidate) => fields.includes(candidate))
  return field === undefined ? undefined : { by: ['Since', 'Min'].includes(suffix) ? 'min' : 'max', field }
}

export function isSingle({ parameter }: ListParameter): boolean {
  return parameter.schema.keywords.type !== 'array'
}

/** Returns the values of a sort parameter: names of fields, with a hyphen before them for descending order. */
export function getOrders({ parameter }: ListParameter): string[] {
  return Object.values(Object(parameter.schema.keywords.enum)).map(String)
}
