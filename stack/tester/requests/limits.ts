// Requests that every run sends, independent of its seed: the examples of the contract, and values at the limits of
// each property and each query parameter.
import { escapeToken } from '../../core/contract/json-pointer.ts'
import { getParameters } from '../contract/operations.ts'
import type { Schema } from '../contract/schema.ts'
import type { ContractOperation, ContractParameter, TestedContract } from '../contract/tested-contract.ts'
import { getKind } from './bodies.ts'
import { successOutcome } from './outcome.ts'
import { getFixedValues } from './scalars.ts'
import { type RequestTemplate, toTemplate, withError } from './template.ts'
import { isRefused, isScalarParameter, percentEncode } from './texts.ts'
import { isValid, sample, valid, valueOrReason } from './values.ts'

const upperCaseId = '019A9F3E-5C80-7A11-8E5D-3F0A6C2B9D41'

type TestedOperations = Pick<TestedContract, 'operations'>

function getValuesAtLimits(schema: Schema, shouldBeValid: boolean): unknown[] {
  return getFixedValues(schema.keywords).filter((value) => isValid(schema, value) === shouldBeValid)
}

function withBody(operation: ContractOperation, mediaType: string, body: unknown): RequestTemplate {
  return toTemplate(operation, { headers: [['Content-Type', mediaType]], body: Buffer.from(JSON.stringify(body)) })
}

function accept(template: RequestTemplate): RequestTemplate {
  return { ...template, outcomes: [successOutcome(template.operation)] }
}

/** Returns a request with each example of each JSON media type. */
function getExamples(operation: ContractOperation): RequestTemplate[] {
  return [...operation.body].flatMap(([mediaType, content]) => {
    if (getKind(mediaType) !== 'json' || mediaType.includes('*')) return []
    const values = content.examples.filter((example) => isValid(content.schema, example))
    return values.map((example) => accept(withBody(operation, mediaType, example)))
  })
}

/** Returns requests whose bodies differ from a valid one in one property. */
function bodiesAtLimits(operation: ContractOperation, shouldBeValid: boolean): RequestTemplate[] {
  const { json } = operation
  if (json === undefined) return []
  const { schema, mediaType } = json
  const example = json.examples.find((example) => isValid(schema, example))
  const result = valueOrReason(() => example ?? sample(valid(schema)))
  if (Object(result) !== result) return []
  return schema.allProperties.flatMap(({ name, schema: property }) => {
    const bodies = getValuesAtLimits(property, shouldBeValid).map((value) => ({ ...Object(result), [name]: value }))
    const fitting = bodies.filter((body) => isValid(schema, body) === shouldBeValid)
    const details = { field: { pointer: `/${escapeToken(name)}` } }
    return fitting.map((body) => {
      const template = withBody(operation, mediaType, body)
      return shouldBeValid ? accept(template) : withError(template, '400', details)
    })
  })
}

const isSimple = ({ required, in: location }: ContractParameter) => location === 'path' || !required

/** Returns GET requests with one query parameter, whose value is at a limit. */
function queriesAtLimits(operation: ContractOperation, shouldBeValid: boolean): RequestTemplate[] {
  if (operation.method !== 'GET' || operation.requiresBody || !operation.parameters.every(isSimple)) return []
  return getParameters(operation, 'query').flatMap((parameter) => {
    const { name, schema, definition } = parameter
    if (!isScalarParameter(parameter)) return []
    // Some contracts refuse an identifier in upper case.
    const values = [...getValuesAtLimits(schema, shouldBeValid), ...(shouldBeValid ? [] : [upperCaseId])]
    const texts = values.map(String).filter((text) => text.isWellFormed() && text.length < 2_000)
    // With `allowEmptyValue`, an empty string has a special meaning.
    const canBeEmpty = !shouldBeValid && definition.allowEmptyValue !== true
    const fitting = texts.filter((text) => {
      return (text !== '' || canBeEmpty) && (shouldBeValid ? isValid(schema, text) : isRefused(schema, text))
    })
    return [...new Set(fitting)].map((text) => {
      const template = toTemplate(operation, { query: [`${name}=${percentEncode(text, 'minimal')}`] })
      return shouldBeValid ? accept(template) : withError(template, '400', { field: { parameter: name } })
    })
  })
}

export function validAtLimits({ operations }: TestedOperations): RequestTemplate[] {
  return operations.flatMap((operation) => [
    ...getExamples(operation),
    ...bodiesAtLimits(operation, true),
    ...queriesAtLimits(operation, true),
  ])
}

export function invalidProperties({ operations }: TestedOperations): RequestTemplate[] {
  return operations.flatMap((operation) => bodiesAtLimits(operation, false))
}

export function invalidParameters({ operations }: TestedOperations): RequestTemplate[] {
  return operations.flatMap((operation) => queriesAtLimits(operation, false))
}
