// The query parameters of a list: paging, filters, ranges, the order and the search.

import type { ListParameter, OrderData } from '../../core/contract/contract.ts'
import { type ContractModel, getRole, type OperationModel } from './contract.ts'
import { readNullable } from './nullable.ts'
import type { MaybeReference, Parameter, Schema } from './openapi.ts'
import { parameterData } from './parameter-types.ts'

/** Maximum length of a string that a list sorts or searches, and maximum number of values of a filter. */
const limits = { sortedLength: 500, searchedLength: 20_000, values: 20 }

const pagingParameters = ['limit', 'after', 'afterValue', 'afterNull']

/** Extension fields that say what a query parameter of a list means. Without one, its name can say so. */
export const listFields = ['x-filter', 'x-min', 'x-max', 'x-sort', 'x-search'] as const

/** @returns The meaning of the parameter, or a clause why it is rejected; `undefined` for any other parameter. */
export function readListParameter(
  contract: ContractModel,
  parameter: Parameter,
  item: MaybeReference<Schema>,
): ListParameter | string | undefined {
  const { name, in: location } = parameter
  if (location !== 'query' || pagingParameters.includes(name)) return undefined
  const fields = contract.getProperties(item)
  const subject = { contract, parameter, fields }
  const [first, second] = listFields.filter((listField) => listField in parameter)
  if (second !== undefined) return `has ${first} and ${second}: write one of them`
  const { 'x-filter': filter, 'x-min': min, 'x-max': max, 'x-search': search } = parameter
  const unknown = [filter, min, max].find((field) => field !== undefined && !Object.hasOwn(fields, field))
  if (unknown !== undefined) return `names ${unknown}, which is not a field of the item`
  if (filter !== undefined) return filterRefusal(subject, filter) ?? { filter }
  if (min !== undefined) return rangeRefusal(subject, min) ?? { min }
  if (max !== undefined) return rangeRefusal(subject, max) ?? { max }
  if (parameter['x-sort']) return sortRefusal(subject) ?? { sort: true }
  if (search !== undefined) return searchRefusal(subject, search) ?? { search: true }
  if (name in fields) return filterRefusal(subject, name) === undefined ? { filter: name } : undefined
  const range = boundFromName(name, Object.keys(fields))
  const field = range && ('min' in range ? range.min : range.max)
  return field && rangeRefusal(subject, field) === undefined ? range : undefined
}

/** Whether a list cannot be standard because of this parameter. */
export function isUnknownParameter(
  contract: ContractModel,
  parameter: Parameter,
  item: MaybeReference<Schema>,
): boolean {
  const { name, in: location } = parameter
  const isPaging = pagingParameters.includes(name)
  return location === 'query' && !isPaging && typeof readListParameter(contract, parameter, item) !== 'object'
}

/** Returns the parameters of a list, and the fields that it filters, sorts and searches. */
export function readList(contract: ContractModel, list: OperationModel | undefined, item: MaybeReference<Schema>) {
  const meanings = (list?.parameters ?? []).flatMap((parameter) => {
    const meaning = readListParameter(contract, parameter, item)
    return typeof meaning === 'object' ? [{ parameter, choice: meaning }] : []
  })
  const orderedNames = meanings.flatMap(({ parameter, choice }) => {
    if ('min' in choice) return [choice.min]
    if ('max' in choice) return [choice.max]
    return 'sort' in choice ? sortedFields(contract, parameter) : []
  })
  const fields = contract.getProperties(item)
  const filters = [...new Set(meanings.flatMap(({ choice }) => ('filter' in choice ? [choice.filter] : [])))]
  return {
    parameters: {
      ...(list?.['x-count'] && { count: { count: true as const } }),
      ...Object.fromEntries(meanings.map(({ parameter, choice }) => [parameter.name, choice])),
    },
    filters,
    orders: Object.fromEntries(
      [...new Set(orderedNames)].map((name): [string, OrderData] => {
        const { types, schema } = readNullable(fields[name])
        const stringType = schema.format === 'date-time' ? 'time' : 'string'
        const isOptional = canLackValue(contract, item, name)
        return [name, { type: types.includes('string') ? stringType : 'number', ...(isOptional && { optional: true }) }]
      }),
    ),
    searched: meanings.find(({ choice }) => 'search' in choice)?.parameter['x-search'],
  }
}

/** Whether a field of an item can be null, or absent without a default. */
export function canLackValue(contract: ContractModel, item: MaybeReference<Schema>, name: string): boolean {
  const { [name]: field = {} } = contract.getProperties(item)
  const { required = [] } = contract.objectSchema(item)
  const isSet = required.includes(name) || field.default !== undefined || getRole(name, field) !== undefined
  return !isSet || readNullable(field).isNullable
}

/** A parameter of a list, and the fields of its items. */
interface ListSubject {
  contract: ContractModel
  parameter: Parameter
  fields: Record<string, Schema>
}

function filterRefusal({ contract, parameter, fields }: ListSubject, name: string): string | undefined {
  const { type, items, maxItems = Number.POSITIVE_INFINITY } = contract.dereference(parameter.schema)
  const isArray = type === 'array'
  const [value = '', ...others] = readNullable(contract.dereference(isArray ? items : parameter.schema)).types
  const types: string[] = readNullable(fields[name]).types
  if (types.length === 0) return `filters ${name}, which must be a string, a number, an integer or a boolean`
  if (others.length > 0 || !types.includes(value))
    return `must have type: ${types.join(' or ')}, like ${name}, or be an array of such values`
  if (!isPlain(contract, parameter, isArray)) return plainParameterAdvice
  return isArray && maxItems > limits.values ? `must have maxItems of at most ${limits.values}` : undefined
}

function rangeRefusal({ contract, parameter, fields }: ListSubject, name: string): string | undefined {
  const refusal = orderRefusal(fields[name])
  if (refusal !== undefined) return `is a bound of ${name}, and ${name} ${refusal}`
  const [bound, value] = [contract.dereference(parameter.schema), fields[name]].map(readNullable)
  if (bound?.isNullable) return 'must not allow null, which is in no range'
  const agree = bound?.types.join() === value?.types.join() && bound?.schema.format === value?.schema.format
  if (!agree) return `must have the type and the format of ${name}`
  return isPlain(contract, parameter, false) ? undefined : plainParameterAdvice
}

function sortRefusal({ contract, parameter, fields }: ListSubject): string | undefined {
  const sortedNames = sortedFields(contract, parameter)
  if (sortedNames.length === 0)
    return 'must be a string with an enum of fields, each also with a hyphen before it: [name, -name]'
  for (const name of sortedNames) {
    if (!Object.hasOwn(fields, name)) return `sorts by ${name}, which is not a field of the item`
    const refusal = orderRefusal(fields[name])
    if (refusal !== undefined) return `sorts by ${name}, and ${name} ${refusal}`
  }
  return undefined
}

/** Returns the fields in the enum of a parameter; none without an enum. */
function sortedFields(contract: ContractModel, parameter: Parameter): string[] {
  const values = contract.dereference(parameter.schema).enum ?? []
  return [...new Set(values.map((value) => String(value).replace(/^-/, '')))]
}

function searchRefusal({ contract, parameter, fields }: ListSubject, names: string[]): string | undefined {
  if (contract.dereference(parameter.schema).type !== 'string') return 'must be a string: a list searches for its words'
  for (const name of names) {
    const { types, schema } = readNullable(fields[name])
    if (types.join() !== 'string') return `searches ${name}, which is not a string of the item`
    if (Number(schema.maxLength ?? Number.POSITIVE_INFINITY) > limits.searchedLength)
      return `searches ${name}, which must have maxLength of at most ${limits.searchedLength}`
  }
  return undefined
}

/** Returns why no list can sort by a field, as a clause that follows the name of the field. */
function orderRefusal(field: Schema | undefined): string | undefined {
  const { types, schema } = readNullable(field)
  const { maxLength = Number.POSITIVE_INFINITY, format, pattern, enum: values, 'x-role': role } = schema
  const [type] = types
  if (types.length !== 1 || type === 'boolean') return 'must be a string, a number or an integer'
  if (type !== 'string' || format === 'date' || values !== undefined) return undefined
  // Times are compared as strings: with different offsets or decimals, they would be in the wrong order.
  if (format === 'date-time')
    return role || pattern?.endsWith('\\.\\d{3}Z$')
      ? undefined
      : `must have a pattern that ends with \\.\\d{3}Z$, or an x-role`
  return maxLength > limits.sortedLength ? `must have maxLength of at most ${limits.sortedLength}` : undefined
}

const plainParameterAdvice = 'must have a schema instead of content, and a name without ", [, ] and \\'

/** Whether a parameter is a scalar or an array, with a name that databases and the validator do not misread. */
function isPlain(contract: ContractModel, parameter: Parameter, expectsArray: boolean): boolean {
  const { json, items, properties } = parameterData(contract, parameter)
  const isArray = items !== undefined
  return !/["[\]\\]/.test(parameter.name) && !json && !properties && isArray === expectsArray
}

type RangeParameter = Extract<ListParameter, { min: string } | { max: string }>

const boundSuffixes = { Since: 'min', Min: 'min', Until: 'max', Max: 'max' } as const

/** @param fields Fields of the item. @returns The bound: `createdSince` is one of `created`, or else of `createdAt`. */
function boundFromName(name: string, fields: string[]): RangeParameter | undefined {
  const bound = Object.entries(boundSuffixes).find(([end]) => name.endsWith(end))
  if (bound === undefined) return undefined
  const [suffix, end] = bound
  const stem = name.slice(0, -suffix.length)
  const field = [stem, `${stem}At`].find((candidate) => fields.includes(candidate))
  if (field === undefined) return undefined
  return end === 'min' ? { min: field } : { max: field }
}
