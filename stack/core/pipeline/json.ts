// Parses JSON of a request. Rejects repeated names, too many levels, and integers that JSON.parse would change.
import { visit } from 'jsonc-parser'
import type { Limits } from '../contract/contract.ts'
import { fieldMessage } from '../contract/field-message.ts'
import { escapeToken } from '../contract/json-pointer.ts'
import { invalidRequest, Problem } from '../problem.ts'

/** @param root JSON Pointer to the value in the body. @throws {Problem} 400 that names the field. */
export function parseJson(text: string, limits: Pick<Limits, 'bodyLevels'>, root = ''): unknown {
  try {
    const value: unknown = JSON.parse(text)
    requireUnambiguous(text, limits, root)
    return value
  } catch (error) {
    if (error instanceof Problem) throw error
    throw invalidRequest({ pointer: root, detail: fieldMessage.notJson })
  }
}

// JSON.parse keeps the last of two members with the same name; other parsers might keep the first (RFC 8259, 4).
function requireUnambiguous(text: string, { bodyLevels }: Pick<Limits, 'bodyLevels'>, root: string): void {
  // One set for each object or array around the current value.
  const names: Set<string>[] = []
  const begin = () => {
    if (names.push(new Set()) <= bodyLevels) return
    throw invalidRequest({ pointer: root, detail: fieldMessage.tooDeep(bodyLevels) })
  }
  const end = () => void names.pop()
  visit(text, {
    onObjectBegin: begin,
    onObjectEnd: end,
    onArrayBegin: begin,
    onArrayEnd: end,
    onObjectProperty: (name, _offset, _length, _line, _column, pathSupplier) => {
      const properties = names.at(-1)
      const count = properties?.size
      if (properties?.add(name).size === count) throw invalidAt(root, [...pathSupplier(), name], fieldMessage.repeated)
    },
    onLiteralValue: (value, offset, length, _line, _column, pathSupplier) => {
      const error = typeof value === 'number' ? numberError(text.slice(offset, offset + length)) : undefined
      if (error !== undefined) throw invalidAt(root, pathSupplier(), error)
    },
  })
}

function invalidAt(root: string, path: (string | number)[], detail: string): Problem {
  const pointer = root + path.map((token) => `/${escapeToken(String(token))}`).join('')
  return invalidRequest({ pointer, detail })
}

/**
 * Finds an integer that JSON.parse changes without an error, or a number beyond the range of doubles (RFC 7493, 2.2).
 * @param literal A JSON number.
 * @returns What is wrong with the number; `undefined` if nothing is.
 */
export function numberError(literal: string): string | undefined {
  const value = Number(literal)
  if (!Number.isFinite(value)) return fieldMessage.tooLarge
  const [, digits] = /^-?(\d+)(?:\.0+)?$/.exec(literal) ?? []
  if (digits === undefined || Number.isSafeInteger(value) || isPreserved(digits, Math.abs(value))) return undefined
  return fieldMessage.changedInteger(value)
}

/** Whether the digits are the exact value of the double, or its shortest representation followed by zeros. */
function isPreserved(digits: string, value: number): boolean {
  if (BigInt(digits) === BigInt(value)) return true
  const significantDigits = String(value).replace(/\.|e.*/g, '')
  return digits.startsWith(significantDigits) && /^0*$/.test(digits.slice(significantDigits.length))
}
