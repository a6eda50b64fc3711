// What a test passes to the control of a mock, checked: the types of TypeScript do not reach JavaScript and JSON.
import type { Contract } from '../../core/contract/contract.ts'

/** An invalid control request. Its message is one line that says what to do. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
}

/** @throws {ControlError} if the value is not an object, or has another property. */
export function requireProperties(value: unknown, what: string, names: readonly string[]): void {
  const hint = names.length === 0 ? '' : ` Use some of ${names.join(', ')}.`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ControlError(`${what} must be an object.${hint}`)
  }
  const unknown = Object.keys(value).find((name) => !names.includes(name))
  if (unknown !== undefined) throw new ControlError(`${what} has no property ${unknown}.${hint}`)
}

/** @throws {ControlError} */
export function requireList(value: unknown, what: string): void {
  if (!Array.isArray(value)) throw new ControlError(`${what} must be a list.`)
}

/** @throws {ControlError} unless the value is missing, or a string with at least one character. */
export function requireString(value: unknown, what: string): void {
  if (value !== undefined && (typeof value !== 'string' || value === '')) {
    throw new ControlError(`${what} must be a string, and not empty.`)
  }
}

/** @throws {ControlError} unless the value is missing, or true or false. */
export function requireBoolean(value: unknown, what: string): void {
  if (value !== undefined && typeof value !== 'boolean') throw new ControlError(`${what} must be true or false.`)
}

/** @throws {ControlError} unless the value is missing, or a number in the range. */
export function requireNumber(value: unknown, what: string, least: number, most = Number.MAX_VALUE): void {
  if (value === undefined || (typeof value === 'number' && value >= least && value <= most)) return
  throw new ControlError(`${what} must be a number ${describeRange(least, most)}.`)
}

/** @throws {ControlError} unless the value is missing, or a whole number in the range. */
export function requireInteger(value: unknown, what: string, least: number, most = Number.MAX_VALUE): void {
  if (value === undefined || (Number.isInteger(value) && Number(value) >= least && Number(value) <= most)) return
  throw new ControlError(`${what} must be a whole number ${describeRange(least, most)}.`)
}

function describeRange(least: number, most: number): string {
  return most === Number.MAX_VALUE ? `from ${least}` : `from ${least} to ${most}`
}

/** @throws {ControlError} if the contract does not have the operation. */
export function requireOperation({ operations }: Contract, id: string | undefined): void {
  const ids = operations.map((operation) => operation.id)
  if (id !== undefined && !ids.includes(id)) {
    throw new ControlError(`The contract has no operation ${id}. It has ${ids.join(', ')}.`)
  }
}

/** @returns The caller that a control request is limited to. @throws {ControlError} */
export function callerIn(options: { caller?: string | undefined } = {}): string | undefined {
  requireProperties(options, 'The first argument', ['caller'])
  requireString(options.caller, 'caller')
  return options.caller
}
