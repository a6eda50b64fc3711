// Requests that every run sends, whatever its seed: the examples of the contract, and values at the limits of each
// property and each parameter of a query.
import { escapeToken } from '../../core/contract/json-pointer.ts'
import { getParameters } from '../contract/operations.ts'
import type { Schema } from '../contract/schema.ts'
import type { ContractOperation, ContractParameter, TestedContract } from '../contract/tested-contract.ts'
import { getKind } from './bodies.ts'
import { type Draft, refused, toDraft } from './draft.ts'
import { success } from './outcome.ts'
import { fixedValues } from './scalars.ts'
import { isRefused, isScalarParameter, percentEncoded } from './texts.ts'
import { isValid, orReason, sample, valid } from './values.ts'

const upperCaseId = '019A9F3E-5C80-7A11-8E5D-3F0A6C2B9D41'

type Tested = Pick<TestedContract, 'operations'>

function atLimits(schema: Schema, isWanted: boolean): unknown[] {
  return fixedValues(schema.keywords).filter((value) => isValid(schema, value) === isWanted)
}

function withBody(operation: ContractOperation, mediaType: string, body: unknown): Draft {
  return toDraft(operation, { headers: [['Content-Type', mediaType]], body: Buffer.from(JSON.stringify(body)) })
}

function accepted(draft: Draft): Draft {
  return { ...draft, outcomes: [success(draft.operation)] }
}

/** Each example of a body, in each media type of JSON. */
function examples(operation: ContractOperation): Draft[] {
  return [...operation.body].flatMap(([mediaType, content]) => {
    if (getKind(mediaType) !== 'json' || mediaType.includes('*')) return []
    const values = content.examples.filter((example) => isValid(content.schema, example))
    return values.map((example) => accepted(withBody(operation, mediaType, example)))
  })
}

/** Bodies that differ from a valid one in one property. */
function bodiesAtLimits(operation: ContractOperation, isWanted: boolean): Draft[] {
  const { json } = operation
  if (json === undefined) return []
  const { schema, mediaType } = json
  const example = json.examples.find((one) => isValid(schema, one))
  const found = orReason(() => example ?? sample(valid(schema)))
  if (Object(found) !== found) return []
  return schema.allProperties.flatMap(({ name, schema: property }) => {
    const bodies = atLimits(property, isWanted).map((value) => ({ ...Object(found), [name]: value }))
    const fitting = bodies.filter((body) => isValid(schema, body) === isWanted)
    const details = { field: { pointer: `/${escapeToken(name)}` } }
    return fitting.map((body) => {
      const draft = withBody(operation, mediaType, body)
      return isWanted ? accepted(draft) : refused(draft, '400', details)
    })
  })
}

const isSimple = ({ required, in: place }: ContractParameter) => place === 'path' || !required

/** Reads with one parameter, whose value its schema allows or not. */
function queriesAtLimits(operation: ContractOperation, isWanted: boolean): Draft[] {
  if (operation.method !== 'GET' || operation.requiresBody || !operation.parameters.every(isSimple)) return []
  return getParameters(operation, 'query').flatMap((parameter) => {
    const { name, schema, written } = parameter
    if (!isScalarParameter(parameter)) return []
    // Only some contracts refuse an identifier in capitals.
    const values = [...atLimits(schema, isWanted), ...(isWanted ? [] : [upperCaseId])]
    const texts = values.map(String).filter((text) => text.isWellFormed() && text.length < 2_000)
    // An empty text has a meaning of its own, if it is allowed.
    const canBeEmpty = !isWanted && written.allowEmptyValue !== true
    const fitting = texts.filter((text) => {
      return (text !== '' || canBeEmpty) && (isWanted ? isValid(schema, text) : isRefused(schema, text))
    })
    return [...new Set(fitting)].map((text) => {
      const draft = toDraft(operation, { query: [`${name}=${percentEncoded(text, 'minimal')}`] })
      return isWanted ? accepted(draft) : refused(draft, '400', { field: { parameter: name } })
    })
  })
}

export function validAtLimits({ operations }: Tested): Draft[] {
  return operations.flatMap((one) => [...examples(one), ...bodiesAtLimits(one, true), ...queriesAtLimits(one, true)])
}

export function invalidProperties({ operations }: Tested): Draft[] {
  return operations.flatMap((one) => bodiesAtLimits(one, false))
}

export function invalidParameters({ operations }: Tested): Draft[] {
  return operations.flatMap((one) => queriesAtLimits(one, false))
}
