// Reads the parameters of a query. An array or an object can have several pairs.

import type { StyledType } from '../contract/contract-data.ts'
import { fieldMessage } from '../contract/field-message.ts'
import { truncate } from '../contract/json-pointer.ts'
import type { OperationPlan } from '../contract/plan.ts'
import type { ParameterValue } from '../contract/validator.ts'
import { invalidRequest, type Problem } from '../problem.ts'
import { convertStyled, type Decode, getArray, toProperty } from './parameter-values.ts'

/** The values of parameters with several pairs: the texts of an array, and the properties of an object. */
interface Several {
  arrays: Map<string, { type: StyledType; texts: string[] }>
  objects: Map<string, Map<string, ParameterValue>>
}

/** @throws {Problem} 400 that names the parameter. */
export function readQuery(query: string, operation: OperationPlan): Record<string, unknown> {
  if (query === '') return {}
  const { query: declared, parameterTypes } = operation
  const values = new Map<string, unknown>()
  let several: Several | undefined
  let absent: string[] | undefined
  for (const pair of query.split('&').filter((text) => text !== '')) {
    const [rawName = '', ...rawValue] = pair.replaceAll('+', ' ').split('=')
    const name = decode(rawName, rawName)
    const raw = rawValue.join('=')
    const parameter = declared.get(name)
    if (parameter?.isCredential) continue
    const type = parameterTypes.query[name]
    if (raw === '' && parameter?.allowEmptyValue && !takesEmptyText(type)) {
      requireOnce(values, name)
      const value = getEmptyValue(type)
      values.set(name, value)
      if (value === undefined) absent = [...(absent ?? []), name]
    } else if (parameter === undefined || isRepeated(type)) {
      several ??= { arrays: new Map(), objects: new Map() }
      if (parameter === undefined) addProperty(several, name, decode(raw, name), operation)
      else addItem(several, name, decode(raw, name), operation)
    } else {
      requireOnce(values, name)
      const isText = typeof type !== 'object' || Array.isArray(type) || Object(type).json
      if (raw === '' && isText && !parameter.allowEmptyValue) throw invalidParameter(name, fieldMessage.empty)
      values.set(name, convertStyled(raw, type ?? 'string', { parameter: name }, decodeValue))
    }
  }
  for (const name of absent ?? []) values.delete(name)
  for (const [name, { type, texts }] of several?.arrays ?? [])
    values.set(name, getArray(texts, type, { parameter: name }))
  for (const [name, properties] of several?.objects ?? []) values.set(name, Object.fromEntries(properties))
  return Object.fromEntries(values)
}

type QueryType = OperationPlan['parameterTypes']['query'][string] | undefined

function takesEmptyText(type: QueryType): boolean {
  if (type === undefined || type === 'string') return true
  if (typeof type === 'string' || Array.isArray(type)) return type.includes('string')
  return type.properties !== undefined || (type.items?.includes('string') ?? false)
}

/** A flag is on, and anything else without a text is null or absent. */
function getEmptyValue(type: QueryType): true | null | undefined {
  const types = [type].flat()
  if (types.includes('boolean')) return true
  return types.includes('null') ? null : undefined
}

/** Whether each item of an array has a pair. */
function isRepeated(type: QueryType): type is StyledType {
  return typeof type === 'object' && !Array.isArray(type) && type.items !== undefined && type.separator === undefined
}

function addItem({ arrays }: Several, name: string, text: string, { parameterTypes }: OperationPlan): void {
  const type = parameterTypes.query[name]
  const known = arrays.get(name)
  if (known !== undefined) known.texts.push(text)
  else if (isRepeated(type)) arrays.set(name, { type, texts: [text] })
}

/** @param name Such as `filter[name]`, or `name` if the names of the properties are those of the pairs. */
function addProperty({ objects }: Several, name: string, text: string, { queryObjects }: OperationPlan): void {
  for (const [parameter, type] of queryObjects) {
    const property = propertyNamed(name, parameter, type)
    if (property === undefined) continue
    const known = objects.get(parameter) ?? new Map<string, ParameterValue>()
    requireOnce(known, property, name)
    objects.set(parameter, known.set(property, toProperty(text, property, type, { parameter })))
    return
  }
  // express-openapi-validator reads `limit[]` as `limit`.
  throw invalidParameter(name, fieldMessage.undeclaredParameter)
}

/** Only a contract that writes `additionalProperties` takes any other name, unless it is in brackets. */
function propertyNamed(name: string, parameter: string, { brackets, properties, others }: StyledType) {
  if (!brackets) return others !== undefined || Object.hasOwn(properties ?? {}, name) ? name : undefined
  const isMember = name.startsWith(`${parameter}[`) && name.endsWith(']')
  return isMember ? name.slice(parameter.length + 1, -1) : undefined
}

function requireOnce(known: Map<string, unknown>, key: string, name = key): void {
  if (known.has(key)) throw invalidParameter(name, fieldMessage.repeated)
}

/** Percent-encoded UTF-8. */
function decode(text: string, parameter: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidParameter(parameter, fieldMessage.notPercentEncoded)
  }
}

/** A part of the value of a parameter. */
export const decodeValue: Decode = (text, { parameter = '' }) => decode(text, parameter)

function invalidParameter(name: string, detail: string): Problem {
  return invalidRequest({ parameter: truncate(name), detail })
}
