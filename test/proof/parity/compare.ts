// What two answers must have in common to be of one kind: status, media type, names of header fields, and the shape of
// the body; and a problem that the request alone has caused, all that it says.
import type { Answer } from '../../../tools/contract-tester/contract/oracle.ts'

export interface Comparison {
  /** What is not the same, a line each. */
  different: string[]
  /** Header fields that one of them has alone. */
  fields: string[]
}

/** @param says Whether a problem must say the same in both. */
export function compare(service: Answer, mock: Answer, says: boolean): Comparison {
  const pairs: [what: string, string, string][] = [
    ['status', String(service.status), String(mock.status)],
    ['media type', service.headers['content-type'] ?? '', mock.headers['content-type'] ?? ''],
    ['body', shapeOf(service.body, says), shapeOf(mock.body, says)],
  ]
  const names = [Object.keys(service.headers), Object.keys(mock.headers)].map((list) => new Set(list))
  const [ofService = new Set<string>(), ofMock = new Set<string>()] = names
  return {
    different: pairs
      .filter(([, one, other]) => one !== other)
      .map(([what, one, other]) => `${what}: the service has ${one || 'none'}, the mock ${other || 'none'}`),
    fields: [...ofService.symmetricDifference(ofMock)],
  }
}

function shapeOf(body: string, says: boolean): string {
  if (body === '') return ''
  const value: unknown = JSON.parse(body)
  const { type, instance, ...said } = Object(value)
  return says && type !== undefined ? JSON.stringify({ type, ...said, instance: shape(instance) }) : shape(value)
}

function shape(value: unknown): string {
  // How many items there are, and whether any, is for the state to say.
  if (Array.isArray(value)) return '[…]'
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  const members = Object.entries(value).map(([name, member]) => `${name}: ${shape(member)}`)
  return `{ ${members.sort().join(', ')} }`
}
