// Requests that every run sends, whatever its seed: the examples of the contract, and values at the limits of each
// property and each parameter of a query.
import { escapeToken } from '../../core/contract/json-pointer.ts'
import { getParameters } from '../contract/operations.ts'
import type { Schema } from '../contract/schema.ts'
import type { ContractOperation, ContractParameter, TestedContract } from '../contract/tested-contract.ts'
import { getKind } from './bodies.ts'
import { success } from './outcome.ts'
import { fixedValues } from './scalars.ts'
import { type RequestTemplate, refuse, toTemplate } from './template.ts'
import { isRefused, isScalarParameter, percentEncoded } from './texts.ts'
import { isValid, sample, valid, valueOrReason } from './values.ts'

const upperCaseId = '019A9F3E-5C80-7A11-8E5D-3F0A6C2B9D41'

type Tested = Pick<TestedContract, 'operations'>

function atLimits(schema: Schema, isWanted: boolean): unknown[] {
  return fixedValues(schema.keywords).filter((value) => isValid(schema, value) === isWanted)
}

function withBody(operation: ContractOperation, mediaType: string, body: unknown): RequestTemplate {
  return toTemplate(operation, { headers: [['Content-Type', mediaType]], body: Buffer.from(JSON.stringify(body)) })
}

function accept(template: RequestTemplate): RequestTemplate {
  return { ...template, outcomes: [success(template.operation)] }
}

/** Each example of a body, in each media type of JSON. */
function examples(operation: ContractOperation): RequestTemplate[] {
  return [...operation.body].flatMap(([mediaType, content]) => {
    if (getKind(mediaType) !== 'json' || mediaType.includes('*')) return []
    const values = content.examples.filter((example) => isValid(content.schema, example))
    return values.map((example) => accept(withBody(operation, mediaType, example)))
  })
}

/** Bodies that differ from a valid one in one property. */
function bodiesAtLimits(operation: ContractOperation, isWanted: boolean): RequestTemplate[] {
  const { json } = operation
  if (json === undefined) return []
  const { schema, mediaType } = json
  const example = json.examples.find((example) => isValid(schema, example))
  const result = valueOrReason(() => example ?? sample(valid(schema)))
  if (Object(result) !== result) return []
  return schema.allProperties.flatMap(({ name, schema: property }) => {
    const bodies = atLimits(property, isWanted).map((value) => ({ ...Object(result), [name]: value }))
    const fitting = bodies.filter((body) => isValid(schema, body) === isWanted)
    const details = { field: { pointer: `/${escapeToken(name)}` } }
    return fitting.map((body) => {
      const template = withBody(operation, mediaType, body)
      return isWanted ? accept(template) : refuse(template, '400', details)
    })
  })
}

const isSimple = ({ required, in: place }: ContractParameter) => place === 'path' || !required

/** Reads with one parameter, whose value its schema allows or not. */
function queriesAtLimits(operation: ContractOperation, isWanted: boolean): RequestTemplate[] {
  if (operation.method !== 'GET' || operation.requiresBody || !operation.parameters.every(isSimple)) return []
  return getParameters(operation, 'query').flatMap((parameter) => {
    const { name, schema, definition } = parameter
    if (!isScalarParameter(parameter)) return []
    // Only some contracts refuse an identifier in capitals.
    const values = [...atLimits(schema, isWanted), ...(isWanted ? [] : [upperCaseId])]
    const texts = values.map(String).filter((text) => text.isWellFormed() && text.length < 2_000)
    // An empty text has a meaning of its own, if it is allowed.
    const canBeEmpty = !isWanted && definition.allowEmptyValue !== true
    const fitting = texts.filter((text) => {
      return (text !== '' || canBeEmpty) && (isWanted ? isValid(schema, text) : isRefused(schema, text))
    })
    return [...new Set(fitting)].map((text) => {
      const template = toTemplate(operation, { query: [`${name}=${percentEncoded(text, 'minimal')}`] })
      return isWanted ? accept(template) : refuse(template, '400', { field: { parameter: name } })
    })
  })
}

export function validAtLimits({ operations }: Tested): RequestTemplate[] {
  return operations.flatMap((operation) => [
    ...examples(operation),
    ...bodiesAtLimits(operation, true),
    ...queriesAtLimits(operation, true),
  ])
}

export function invalidProperties({ operations }: Tested): RequestTemplate[] {
  return operations.flatMap((operation) => bodiesAtLimits(operation, false))
}

export function invalidParameters({ operations }: Tested): RequestTemplate[] {
  return operations.flatMap((operation) => queriesAtLimits(operation, false))
}
