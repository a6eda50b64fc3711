// Reads the parameters of a request: percent-encoded UTF-8, plain decimal digits, and nothing that nobody declares.

import { takes } from '../../generated/exchanges.ts'
import type { OperationId } from '../operation-table.ts'
import { cut, invalid } from './refusal.ts'

/** @throws {Refusal} 400 */
export function readPath(parts: [name: string, text: string][]): Record<string, string> {
  return Object.fromEntries(parts.map(([name, text]) => [name, decoded(text, name)]))
}

/** One that is given twice is a list, which no schema takes. @throws {Refusal} 400 */
export function readQuery(id: OperationId, search: string): Record<string, unknown> {
  const declared = new Map(Object.entries(takes[id].query))
  const values = new Map<string, unknown>()
  const pairs = search === '' ? [] : search.slice(1).split('&').map(readPair)
  for (const { name, value } of pairs) {
    if (/[[\]]/.test(name)) throw invalid({ parameter: cut(name), detail: 'is no parameter of this operation' })
    const isInteger = declared.get(name)?.type === 'integer'
    // No more digits than a number keeps exactly.
    if (isInteger && !/^(?:0|[1-9]\d{0,14})$/.test(value)) {
      throw invalid({ parameter: name, detail: 'must be plain decimal digits' })
    }
    const read = isInteger ? Number(value) : value
    values.set(name, values.has(name) ? [values.get(name), read].flat() : read)
  }
  for (const [parameter, { allowReserved }] of declared) {
    const hasReserved = pairs.some(({ name, raw }) => name === parameter && /[:/?#[\]@!$&'()*+;=]/.test(raw))
    if (hasReserved && !allowReserved) {
      const detail = `Parameter '${parameter}' must be url encoded. Its value may not contain reserved characters.`
      throw invalid({ parameter, detail })
    }
  }
  for (const [name, value] of values) {
    if (!declared.has(name)) throw invalid({ parameter: cut(name), detail: plain(`Unknown query parameter '${name}'`) })
    if (value === '' && !declared.get(name)?.allowEmptyValue) {
      throw invalid({ parameter: name, detail: `Empty value found for query parameter '${name}'` })
    }
  }
  return Object.fromEntries(values)
}

/** Those that the operation declares. */
export function readHeaders(id: OperationId, headers: Headers): Record<string, string> {
  const given = takes[id].headers.map((name) => [name, headers.get(name)] as const)
  return Object.fromEntries(given.filter((pair): pair is [string, string] => pair[1] !== null))
}

function readPair(pair: string): { name: string; value: string; raw: string } {
  const [rawName = '', ...rest] = pair.replaceAll('+', ' ').split('=')
  const name = decoded(rawName, rawName)
  return { name, value: decoded(rest.join('='), name), raw: pair.split('=')[1] ?? '' }
}

function decoded(text: string, parameter: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalid({ parameter: cut(parameter), detail: 'must be percent-encoded UTF-8' })
  }
}

// A name that the caller made up may hold anything.
function plain(detail: string): string {
  return /^[^\p{Cc}\p{Cs}]{1,500}$/u.test(detail) ? detail : 'is not valid'
}
