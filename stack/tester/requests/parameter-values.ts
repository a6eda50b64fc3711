// Values of parameters that a request can carry as text, and texts that no schema allows.
import * as fc from 'fast-check'
import type { ContractOperation, ContractParameter } from '../contract/operations.ts'
import { parseJson } from '../contract/oracle.ts'
import type { Schema } from '../contract/schema.ts'
import { encodings, toPairs, toText } from './texts.ts'
import { invalid, isValid, limited, once, valid } from './values.ts'

/** Valid values whose text means the same value for the service. */
export function validValue(parameter: ContractParameter): fc.Arbitrary<unknown> {
  const { schema, isJson, in: group } = parameter
  const values = valid(schema)
  if (isJson) return values.filter((value) => JSON.stringify(value) !== undefined)
  return limited(schema, values, (value) => {
    const parts = Array.isArray(value) ? value : Object(value) === value ? Object.values(Object(value)) : [value]
    const isOne = parts[0] === value
    // An empty array or object has no text, and an empty text has a meaning of its own.
    // Any value is allowed without a type, and only scalars are read then.
    if (!isOne && !names(schema, Array.isArray(value) ? 'array' : 'object')) return false
    if (parts.length === 0 || (isOne && value === '' && group !== 'header')) return false
    if (Array.isArray(value) && isValid(schema, String(value[0])) && value.length === 1) return false
    return parts.every(
      (part) => isScalar(part) && (part === null ? isOne : isUnambiguous(isOne ? schema : undefined, part)),
    )
  })
}

/** A valid value of a query parameter, percent-encoded. */
export function validPairs(parameter: ContractParameter): fc.Arbitrary<string[]> {
  // A part of a value must not have a separator that is not encoded.
  return fc
    .tuple(validValue(parameter), isScalarParameter(parameter) ? encodings : fc.constant('all' as const))
    .map(([value, encoding]) => toPairs(parameter, value, encoding))
}

/** A valid text of a path. Beside a text in the same segment, a value has no character of that text. */
export function pathText({ path }: ContractOperation, parameter: ContractParameter): fc.Arbitrary<string> {
  const segment = path.split('/').find((one) => one.includes(`{${parameter.name}}`)) ?? ''
  const beside = segment.replace(/\{[^{}]+\}/g, '')
  return validValue(parameter)
    .filter((value) => !/^\.{0,2}$/.test(String(value)) && ![...beside].some((one) => String(value).includes(one)))
    .map((value) => toText(parameter, value))
}

/** Whether a schema says that there can be values of this type. */
function names(schema: Schema, type: 'array' | 'object'): boolean {
  const { keywords } = schema
  if ([keywords.type].flat().includes(type) || (type === 'object' ? 'properties' : 'items') in keywords) return true
  return schema.parts().some((part) => names(part, type))
}

/** A string that reads like another type can be that type for the service. */
function isUnambiguous(schema: Schema | undefined, value: unknown): boolean {
  if (typeof value !== 'string' || schema?.keywords.type === 'string') return true
  return value !== '' && !isScalar(readAs(value), 'string')
}

/** What the text is for JSON; the text if it is not JSON. */
function readAs(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? text : value
}

function isScalar(value: unknown, ...without: string[]): boolean {
  return Object(value) !== value && !without.includes(typeof value)
}

/** Whether the value is a scalar of the contract, and nothing else. */
export function isScalarParameter({ schema, isJson }: ContractParameter): boolean {
  const types = [schema.keywords.type].flat()
  return !isJson && types.every((type) => typeof type === 'string' && !['array', 'object'].includes(type))
}

/** Whether a text breaks the schema, however the service reads it. */
export function isRefused(schema: Schema, text: string): boolean {
  return !isValid(schema, text) && !isValid(schema, readAs(text))
}

/** Scalars whose texts are refused. */
export const invalidScalar = once((schema: Schema): fc.Arbitrary<unknown> => {
  const isFound = (value: unknown) => isScalar(value) && isRefused(schema, String(value))
  return limited(schema, invalid(schema), isFound, false)
})
