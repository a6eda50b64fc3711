// Validates what a test passes to the control of a mock, with the schemas of control-openapi.yaml: JavaScript and JSON
// have no types. check-scenario.ts checks what only the contract can tell.

import type { CompiledValidator, Contract } from '../../core/contract/contract.ts'
import { schemaMessage } from '../../core/contract/field-message.ts'
import { bodyViolation, findErrors } from '../../core/contract/validator.ts'
import type { OneCaller } from './control.ts'
import { resetQuery } from './control-validators.ts'

/** An invalid control request. Its message is one line that says what to do. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
}

/** @param subject Name of the value in the error. @throws {ControlError} that names the first invalid part. */
export function requireValid(validate: CompiledValidator, value: unknown, subject: string): void {
  // In JSON, a property that is undefined is absent.
  const json = JSON.parse(JSON.stringify({ value })).value
  const [error] = findErrors(validate, json)
  if (error === undefined) return
  const violation = bodyViolation(error)
  throw new ControlError(`${subject}${violation.name} ${schemaMessage(violation)}.`)
}

/** @throws {ControlError} if the contract does not have the operation. */
export function requireOperation({ operations }: Contract, id: string | undefined): void {
  const ids = Object.keys(operations)
  if (id !== undefined && !ids.includes(id))
    throw new ControlError(`The contract has no operation ${id}. It has ${ids.join(', ')}.`)
}

/** @returns The caller that a control request is limited to. @throws {ControlError} */
export function callerIn(options: OneCaller = {}): string | undefined {
  requireValid(resetQuery, options, 'options')
  return options.caller
}
