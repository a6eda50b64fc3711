// `Prefer: code=404, example=notThere, wait=2` (RFC 7240): the response that a client of a mock prefers.
import type { Contract, ContractResponse, Operation } from '../contract/contract.ts'
import { invalidRequest, type Problem } from '../problem.ts'

const names = ['code', 'example', 'wait']

/**
 * @returns The preferred response and the name of its example, or the first ones; the 0 to 60 seconds to wait.
 * @throws {Problem} 400 for an undocumented response, and for anything that a mock cannot do.
 */
export function readPreference({ examples }: Contract, header: string | undefined, { responses, success }: Operation) {
  const preferences = header === undefined ? {} : parse(header)
  const unknown = Object.keys(preferences).find((name) => !names.includes(name))
  if (unknown !== undefined) throw invalid(`must not have ${unknown}: a mock supports ${names.join(', ')}`)
  const { code, example, wait = '0' } = preferences
  if (!/^\d{1,2}$/.test(wait) || Number(wait) > 60) throw invalid('must have a wait from 0 to 60 seconds')
  const isPreferred = ([documented, { status }]: [string, ContractResponse]) =>
    documented === code || String(status) === code
  const response = code === undefined ? success : Object.entries(responses).find(isPreferred)?.[1]
  if (response === undefined) throw invalid(`must have a documented code: ${Object.keys(responses).join(', ')}`)
  const documented = Object.keys(examples[response.name]?.bodies ?? {})
  if (example !== undefined && !documented.includes(example))
    throw invalid(
      documented.length === 0
        ? 'must not have an example: this response has none'
        : `must have a documented example: ${documented.join(', ')}`,
    )
  const isChosen = (code ?? example) !== undefined
  return { response, example: example ?? documented[0], isChosen, waitSeconds: Number(wait) }
}

function parse(header: string): Record<string, string> {
  const preferences = header
    .split(/[,;]/)
    .filter((preference) => preference.trim() !== '')
    .map((preference) => {
      const [name = '', ...rest] = preference.split('=')
      const value = rest.join('=').trim()
      return [name.trim().toLowerCase(), value.replace(/^"(.*)"$/, '$1')]
    })
  // Of several preferences with the same name, the first one wins.
  return Object.fromEntries(preferences.reverse())
}

function invalid(detail: string): Problem {
  return invalidRequest({ header: 'Prefer', detail })
}
