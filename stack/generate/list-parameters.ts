// The query parameters of a list: paging, filters, ranges, the order and the search.

import type { ListParameter, OrderData } from '../core/contract/contract-data.ts'
import type { Contract, Operation, Parameter, Reference, Schema } from './contract.ts'
import { parameterType } from './parameter-types.ts'

/** What no index could hold, or no page could read. */
export const limits = { textLength: 500, values: 20, sets: 20, filters: 3, indexes: 16 }

const pagingParameters = ['limit', 'after', 'afterValue']

/** The fields that say what a query parameter of a list chooses. Without one, its name can say so. */
export const listFields = ['x-filter', 'x-min', 'x-max', 'x-sort', 'x-search'] as const

/** @returns What the parameter chooses, or a text that says why nothing; `undefined` for any other parameter. */
export function readListParameter(
  contract: Contract,
  parameter: Parameter,
  item: Reference<Schema>,
): ListParameter | string | undefined {
  const { name, in: group } = parameter
  if (group !== 'query' || pagingParameters.includes(name)) return undefined
  const fields = contract.getProperties(item)
  const [first, second] = listFields.filter((one) => one in parameter)
  if (second !== undefined) return `has ${first} and ${second}: write one of them`
  const { 'x-filter': filter, 'x-min': min, 'x-max': max, 'x-search': search } = parameter
  const unknown = [filter, min, max].find((one) => one !== undefined && !Object.hasOwn(fields, one))
  if (unknown !== undefined) return `names ${unknown}, which is not a field of the item`
  if (filter !== undefined) return filterRefusal(contract, parameter, fields[filter]) ?? { filter }
  if (min !== undefined) return rangeRefusal(contract, parameter, fields[min]) ?? { min }
  if (max !== undefined) return rangeRefusal(contract, parameter, fields[max]) ?? { max }
  if (parameter['x-sort']) return sortRefusal(contract, parameter, item) ?? { sort: true }
  if (search !== undefined) return searchRefusal(contract, parameter, fields, search) ?? { search: true }
  if (name in fields)
    return filterRefusal(contract, parameter, fields[name]) === undefined ? { filter: name } : undefined
  const range = rangeFromName(name, Object.keys(fields))
  const field = range && fields['min' in range ? range.min : range.max]
  return range && rangeRefusal(contract, parameter, field) === undefined ? range : undefined
}

/** Whether a list cannot be standard because of this parameter. */
export function isUnknownParameter(contract: Contract, parameter: Parameter, item: Reference<Schema>): boolean {
  const { name, in: group } = parameter
  const isPaging = pagingParameters.includes(name)
  return group === 'query' && !isPaging && typeof readListParameter(contract, parameter, item) !== 'object'
}

/** What the parameters of a list choose, and the fields of filters, of ranges and orders, and of the search. */
export function readList(contract: Contract, list: Operation | undefined, item: Reference<Schema>) {
  const chosen = (list?.parameters ?? []).flatMap((parameter) => {
    const choice = readListParameter(contract, parameter, item)
    return typeof choice === 'object' ? [{ parameter, choice }] : []
  })
  const ordered = chosen.flatMap(({ parameter, choice }) => {
    if ('min' in choice) return [choice.min]
    if ('max' in choice) return [choice.max]
    return 'sort' in choice ? sortedFields(contract, parameter) : []
  })
  const fields = contract.getProperties(item)
  const filters = [...new Set(chosen.flatMap(({ choice }) => ('filter' in choice ? [choice.filter] : [])))]
  return {
    parameters: Object.fromEntries(chosen.map(({ parameter, choice }) => [parameter.name, choice])),
    filters,
    orders: Object.fromEntries(
      [...new Set(ordered)].map((name): [string, OrderData] => {
        const text = fields[name]?.format === 'date-time' ? 'time' : 'string'
        return [name, { type: fields[name]?.type === 'string' ? text : 'number' }]
      }),
    ),
    searched: chosen.find(({ choice }) => 'search' in choice)?.parameter['x-search'],
  }
}

/** One for each set of filters, by id and in each order, without that of all items by id; and one of the words. */
export function countIndexes({ filters, orders, searched }: ReturnType<typeof readList>): number {
  return 2 ** filters.length * (1 + Object.keys(orders).length) - 1 + (searched ? 1 : 0)
}

function filterRefusal(contract: Contract, parameter: Parameter, field: Schema | undefined): string | undefined {
  const { type, items, maxItems = Number.POSITIVE_INFINITY } = contract.wholeSchema(parameter.schema)
  const isList = type === 'array'
  const value = isList ? contract.wholeSchema(items).type : type
  const isSame = typeof value === 'string' && [field?.type].flat().includes(value)
  if (!isSame || !isPlain(contract, parameter, isList))
    return 'must have the type of a field of the item, or be an array of them'
  return isList && maxItems > limits.values ? `must have maxItems of at most ${limits.values}` : undefined
}

function rangeRefusal(contract: Contract, parameter: Parameter, field: Schema | undefined): string | undefined {
  const { type, format } = contract.wholeSchema(parameter.schema)
  const isSame = type === field?.type && format === field?.format
  if (!isSame || !isPlain(contract, parameter, false))
    return 'must have the type and the format of a field of the item that cannot be null'
  return orderRefusal(field)
}

function sortRefusal(contract: Contract, parameter: Parameter, item: Reference<Schema>): string | undefined {
  const names = sortedFields(contract, parameter)
  const fields = contract.getProperties(item)
  const { required = [] } = contract.objectSchema(item)
  if (names.length === 0)
    return 'must be a string with an enum of fields, each also with a hyphen before it: [name, -name]'
  for (const name of names) {
    const field = fields[name]
    if (field === undefined) return `sorts by ${name}, which is not a field of the item`
    if (!required.includes(name) && field.default === undefined)
      return `sorts by ${name}, which an item can lack: require it, or give it a default`
    const refusal = orderRefusal(field)
    if (refusal !== undefined) return `sorts by ${name}, and ${name} ${refusal}`
  }
  return undefined
}

/** A parameter without an enum sorts by nothing. */
function sortedFields(contract: Contract, parameter: Parameter): string[] {
  const values = contract.wholeSchema(parameter.schema).enum ?? []
  return [...new Set(values.map((value) => String(value).replace(/^-/, '')))]
}

function searchRefusal(
  contract: Contract,
  parameter: Parameter,
  fields: Record<string, Schema>,
  names: string[],
): string | undefined {
  if (contract.wholeSchema(parameter.schema).type !== 'string') return 'must be a string, whose words a list searches'
  const other = names.find((name) => {
    // A null has no words.
    const types = [fields[name]?.type].flat().filter((type) => type !== 'null')
    return types.length !== 1 || types[0] !== 'string'
  })
  if (other !== undefined) return `searches ${other}, which is not a string of the item`
  const long = names.find((name) => Number(fields[name]?.maxLength ?? Number.POSITIVE_INFINITY) > limits.textLength)
  return long && `searches ${long}, which must have maxLength of at most ${limits.textLength}`
}

/** Why no list has the order of a field, after its name. */
function orderRefusal(field: Schema | undefined): string | undefined {
  const { type, maxLength = Number.POSITIVE_INFINITY, format, pattern, 'x-role': role } = field ?? {}
  if (type === 'integer' || type === 'number') return undefined
  if (type !== 'string') return 'must be a string, a number or an integer'
  if (format === 'date' || field?.enum !== undefined) return undefined
  // Texts are compared, not times: those with other offsets or decimals would be in the wrong place.
  if (format === 'date-time')
    return role || pattern?.endsWith('\\.\\d{3}Z$')
      ? undefined
      : `must have a pattern that ends with \\.\\d{3}Z$, or an x-role`
  return maxLength > limits.textLength ? `must have maxLength of at most ${limits.textLength}` : undefined
}

/** Neither JSON nor an object. Databases and express-openapi-validator read these characters in a way of their own. */
function isPlain(contract: Contract, parameter: Parameter, isList: boolean): boolean {
  const type = parameterType(contract, parameter)
  const isScalar = (type ?? 'string') === contract.wholeSchema(parameter.schema).type
  const isArray = typeof type === 'object' && !Array.isArray(type) && type.items !== undefined && !type.json
  return !/["[\]\\]/.test(parameter.name) && (isList ? isArray : isScalar)
}

type Range = Extract<ListParameter, { min: string } | { max: string }>

const ends = { Since: 'min', Min: 'min', Until: 'max', Max: 'max' } as const

/** @param fields Of the item. @returns The range: `createdSince` is that of `created`, or else of `createdAt`. */
export function rangeFromName(name: string, fields: string[]): Range | undefined {
  const found = Object.entries(ends).find(([end]) => name.endsWith(end))
  if (found === undefined) return undefined
  const [suffix, end] = found
  const stem = name.slice(0, -suffix.length)
  const field = [stem, `${stem}At`].find((one) => fields.includes(one))
  if (field === undefined) return undefined
  return end === 'min' ? { min: field } : { max: field }
}
