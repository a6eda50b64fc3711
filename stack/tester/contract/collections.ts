// The collections of the contract: what each one can do, and the properties of its items.
import { at, bodySchema, type ContractOperation, operationAt, operations, propertiesOf } from './openapi.ts'
import { predicateFor } from './schema.ts'

export interface Property {
  name: string
  /** JSON Pointer of its schema in the body of a creation. */
  schema: string
  /** The same in the body of a change, if it can change. */
  updateSchema: string | undefined
  required: boolean
  nullable: boolean
  /** The value of an item for which none was given, or whose value was removed; `undefined` if it is absent then. */
  default: unknown
}

export interface Collection {
  path: string
  create: ContractOperation
  list: ContractOperation | undefined
  get: ContractOperation | undefined
  update: ContractOperation | undefined
  delete: ContractOperation | undefined
  /** What a creation can set. */
  properties: Property[]
  /** Those that a parameter of the list selects. */
  filters: Property[]
  /** The names of the times that the service sets. */
  times: string[]
}

/** Collections without a creation have nothing that a run could compare. */
export const collections: Collection[] = await Array.fromAsync(
  operations.filter(({ method, responses }) => method === 'POST' && responses.has(201)),
  async (create) => {
    const { path } = create
    const list = operationAt('GET', path)
    const [get, update, removal] = ['GET', 'PATCH', 'DELETE'].map((method) => operationAt(method, `${path}/x`))
    const changes = update ? propertiesOf(bodySchema(update)) : []
    const [item] = [...(create.responses.get(201)?.content.values() ?? [])]
    const ofItem = propertiesOf(item?.schema ?? '')
    const properties = await Array.fromAsync(propertiesOf(bodySchema(create)), async (property) => {
      const { schema = property.schema } = ofItem.find(({ name }) => name === property.name) ?? {}
      return {
        ...property,
        updateSchema: changes.find(({ name }) => name === property.name)?.schema,
        nullable: (await predicateFor(schema))(null),
        default: create.defaults[property.name],
      }
    })
    const isSet = (name: string) => properties.some((property) => property.name === name)
    const isTime = (schema: string) => at(schema).value.format === 'date-time'
    return {
      path,
      create,
      list,
      get,
      update,
      delete: removal,
      properties,
      filters: properties.filter(({ name }) => list?.parameters.some((one) => one.in === 'query' && one.name === name)),
      times: ofItem.filter(({ name, schema }) => isTime(schema) && !isSet(name)).map(({ name }) => name),
    }
  },
)

/** The collection whose items have this one, if there is one. */
export function parentOf({ path }: Collection): Collection | undefined {
  const above = path.slice(0, path.lastIndexOf('/{'))
  return collections.find((one) => one.path === above)
}

/** Whether an operation has a parameter, such as a condition or a key. */
export function takes(operation: ContractOperation | undefined, parameter: string): boolean {
  return operation?.parameters.some(({ name }) => name === parameter) ?? false
}

/** Whether a response of an operation has a header, which has a lower-case name. */
export function returns(operation: ContractOperation | undefined, status: number, header: string): boolean {
  return operation?.responses.get(status)?.headers.has(header) ?? false
}
