// The collections of a contract: what each one can do, the properties of its items, and what the query parameters of
// its list choose, by their fields or by their names.
import type { Schema, SchemaProperty } from './schema.ts'
import type { ContractOperation, ContractParameter, TestedContract } from './tested-contract.ts'

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

export interface Access {
  read: 'creator' | 'callers' | 'everybody'
  write: 'creator' | 'scope'
}

export interface Collection extends ReturnType<typeof readMethods> {
  access: Access
  properties: Property[]
  listParameters: ListParameter[]
  times: string[]
}

/** A collection for each creation: others have nothing that a run could compare. */
export function getCollections(contract: TestedContract): Collection[] {
  return contract.creations.map((create) => {
    const { path } = create
    const methods = readMethods(create)
    const { list, update } = methods
    const updateProperties = update?.json?.schema.allProperties ?? []
    const [item] = [...(create.responses.get(201)?.content.values() ?? [])]
    const ofItem = item?.schema.allProperties ?? []
    const schemaIn = (all: SchemaProperty[], propertyName: string) =>
      all.find(({ name }) => name === propertyName)?.schema
    const createProperties = create.json?.schema.allProperties.filter((property) => !property.readOnly) ?? []
    const properties = createProperties.map((property) => ({
      ...property,
      updateSchema: schemaIn(updateProperties, property.name),
      itemSchema: schemaIn(ofItem, property.name) ?? property.schema,
      default: create.defaults[property.name],
    }))
    const isSet = (name: string) => properties.some((property) => property.name === name)
    const times = ofItem.filter(({ name, schema }) => schema.keywords.format === 'date-time' && !isSet(name))
    return {
      ...methods,
      access: readAccess(contract, path),
      properties,
      listParameters: readListParameters(list),
      times: times.map(({ name }) => name),
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

/** What the path says of it. Default: what holds for the collection above, or else for a private one. */
function readAccess(contract: TestedContract, path: string): Access {
  if (path === '') return { read: 'creator', write: 'creator' }
  const paths = contract.at('/paths')
  const { 'x-access': stated = {} } = path in paths.value ? paths.child(path).value : {}
  return { ...readAccess(contract, pathAbove(path)), ...(stated as Partial<Access>) } // the lint allows nothing else
}

function pathAbove(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/{')))
}

export function findParent({ path, create }: Collection): Collection | undefined {
  const parentPath = pathAbove(path)
  return getCollections(create.contract).find((collection) => collection.path === parentPath)
}

/** Whether each caller that sees an item can change it. */
export function canWriteAll({ access }: Collection): boolean {
  return access.read !== 'creator' && access.write === 'scope'
}

export function hasStandardMethods({ create, list, get, update, delete: removal }: Collection): boolean {
  // The contract documents 501 for the others.
  return [create, list, get, update, removal].every((method) => method?.responses.has(501) !== true)
}

/** Whether a response of an operation has a header, which has a lower-case name. */
export function returns(operation: ContractOperation | undefined, status: number, header: string): boolean {
  return operation?.responses.get(status)?.headers.has(header) ?? false
}

/** Values of a field, an end of a range of it, the order, a count, or the words of fields. */
type Choice =
  | { by: 'filter' | 'min' | 'max'; field: string }
  | { by: 'sort' }
  | { by: 'count' }
  | { by: 'search'; fields: string[] }

export type ListParameter = Choice & { parameter: ContractParameter }

const paging = ['limit', 'after', 'afterValue', 'afterNull']

function readListParameters(list: ContractOperation | undefined): ListParameter[] {
  const [page] = list?.responses.get(200)?.content.values() ?? []
  const item = page && 'items' in page.schema.keywords ? page.schema.at('items') : undefined
  const fields = item?.allProperties.map(({ name }) => name) ?? []
  const all = list?.parameters.filter((parameter) => parameter.in === 'query' && !paging.includes(parameter.name)) ?? []
  return all.flatMap((parameter) => {
    const choice = readChoice(parameter, fields)
    return choice === undefined ? [] : [{ ...choice, parameter }]
  })
}

function readChoice({ name, definition }: ContractParameter, fields: string[]): Choice | undefined {
  if (definition['x-sort'] === true) return { by: 'sort' }
  if (definition['x-count'] === true) return { by: 'count' }
  const searched = definition['x-search']
  if (Array.isArray(searched)) return { by: 'search', fields: searched.map(String) }
  for (const by of ['filter', 'min', 'max'] as const) {
    const field = definition[`x-${by}`]
    if (typeof field === 'string') return { by, field }
  }
  if (fields.includes(name)) return { by: 'filter', field: name }
  const [, stem = '', end = ''] = /^(.*)(Since|Min|Until|Max)$/.exec(name) ?? []
  const field = [stem, `${stem}At`].find((candidate) => fields.includes(candidate))
  return field === undefined ? undefined : { by: ['Since', 'Min'].includes(end) ? 'min' : 'max', field }
}

export function isOneValue({ parameter }: ListParameter): boolean {
  return parameter.schema.keywords.type !== 'array'
}

/** The fields of an order, each also with a hyphen before it. */
export function getSorts({ parameter }: ListParameter): string[] {
  return Object.values(Object(parameter.schema.keywords.enum)).map(String)
}
