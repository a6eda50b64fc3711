// What a test passes to the control of a mock, checked: the types of TypeScript do not reach JavaScript and JSON.
import { type OperationId, operations } from '../contract/plan.ts'

/** Something that a test wants of the mock, and that is not possible. Its message is one line that says what to do. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
}

/** @throws {ControlError} if the value is not an object, or has another property. */
export function requireProperties(value: unknown, what: string, names: readonly string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ControlError(`${what} must be an object with some of ${names.join(', ')}.`)
  }
  const unknown = Object.keys(value).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    throw new ControlError(`${what} has no property ${unknown}. Use some of ${names.join(', ')}.`)
  }
}

/** @throws {ControlError} */
export function requireList(value: unknown, what: string): void {
  if (!Array.isArray(value)) throw new ControlError(`${what} must be a list.`)
}

/** @throws {ControlError} if the contract does not have the operation. */
export function requireOperation(id: OperationId | undefined): void {
  const ids = operations.map((operation) => operation.id)
  if (id !== undefined && !ids.includes(id)) {
    throw new ControlError(`The contract has no operation ${id}. It has ${ids.join(', ')}.`)
  }
}
