// What the validators find, as the problem of the service tells it: one error for each field, the first.

import type { FieldError } from '../../generated/api.d.ts'
import { type Finding, type Validator, validators } from '../../generated/validators.js'
import type { OperationId } from '../operation-table.ts'
import { cut, escapePart, invalid } from './refusal.ts'

interface Parameters {
  path: Record<string, string>
  query: Record<string, unknown>
  header: Record<string, string>
}

/**
 * Judges all that a request says, and fills in defaults.
 * @throws {Refusal} 400 that names each field to mend.
 */
export function judge(id: OperationId, parameters: Parameters, body: unknown): void {
  const validator: { parameters: Validator; body?: Validator } = validators[id]
  const errors = [
    ...findings(validator.parameters, parameters).map(parameterError),
    ...(validator.body ? findings(validator.body, body).map(bodyError) : []),
  ]
  const firsts = new Map(errors.toReversed().map((error) => [error.pointer ?? error.parameter ?? error.header, error]))
  const [first, ...others] = [...firsts.values()].toReversed()
  // As many as the contract lets a problem carry.
  if (first !== undefined) throw invalid(first, ...others.slice(0, 99))
}

function findings(validator: Validator, value: unknown): Finding[] {
  return validator(value) ? [] : (validator.errors ?? [])
}

function parameterError(finding: Finding): FieldError {
  const [, place, name = ''] = finding.instancePath.split('/')
  return place === 'header'
    ? { header: name, detail: detailOf(finding) }
    : { parameter: name, detail: detailOf(finding) }
}

function bodyError(finding: Finding): FieldError {
  const { instancePath, keyword, params } = finding
  const name = { required: params.missingProperty, additionalProperties: params.additionalProperty }[keyword]
  const pointer = name === undefined ? instancePath : `${instancePath}/${escapePart(String(name))}`
  return { pointer: cut(pointer), detail: detailOf(finding) }
}

function detailOf({ keyword, message = '' }: Finding): string {
  // The expression itself helps nobody who does not read expressions; the description of the field does.
  return keyword === 'pattern' ? 'is not of the documented form' : message
}
