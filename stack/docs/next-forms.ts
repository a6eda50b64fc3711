// The item of a response, for the forms of the operations on this item and on those below it.

import type { TriedCall } from './call.ts'
import type { TriedResponse } from './requests.ts'

/** Functions that fill in parameters of a form, by their names. */
export const forms = new Map<TriedCall, (values: Record<string, string>) => void>()

/**
 * @param address Of the service.
 * @returns The name of a button, and what it does, which returns the operations; `undefined` if no form needs the item.
 */
export function nextForms(address: string, call: TriedCall, response: TriedResponse) {
  const { body, headers, status, url } = response
  const location = new Headers(headers).get('Location')
  const etag = new Headers(headers).get('ETag')
  const path = (href: string) => new URL(href, url).pathname.slice(new URL(address).pathname.replace(/\/$/, '').length)
  const [first] = call.method === 'GET' && typeof body === 'string' ? getIds(body) : []
  // The items of a list have no tags of their own.
  const item =
    location === null && first !== undefined ? `${path(url)}/${encodeURIComponent(first)}` : path(location ?? url)
  // Removes an older tag, which another item would not match.
  const tag = { 'If-Match': (first === undefined && etag) || '' }
  const nextForms = [...forms].flatMap(([operation, fill]) => {
    const values = call.method === 'DELETE' || !status.startsWith('2') ? undefined : match(operation.path, item)
    if (values === undefined) return []
    const isSame = operation.path.split('/').length === item.split('/').length && operation.method !== 'GET'
    return { summary: operation.summary, fill: () => fill({ ...values, ...(isSame && tag) }) }
  })
  if (nextForms.length === 0) return undefined
  return {
    name: first === undefined ? 'Use the id and the ETag in the other forms' : 'Use the first id in the other forms',
    fill() {
      for (const { fill } of nextForms) fill()
      return nextForms.map(({ summary }) => summary)
    },
  }
}

function getIds(body: string): string[] {
  try {
    const items: unknown = JSON.parse(body)
    return Array.isArray(items) ? items.flatMap(({ id }) => (id === undefined ? [] : String(id))) : []
  } catch {
    return []
  }
}

/** The parameters in the path of the item; `undefined` if it is another path. */
function match(template: string, item: string): Record<string, string> | undefined {
  const [templateParts, itemParts] = [template.split('/'), item.split('/')]
  const pairs = itemParts.map((segment, index) => [templateParts[index] ?? '', segment] as const)
  const isBelow = pairs.every(([pair, segment]) => pair === segment || (/^\{[^{}]+\}$/.test(pair) && segment !== ''))
  if (!isBelow || !pairs.at(-1)?.[0].startsWith('{')) return undefined
  const values = pairs.filter(([pair]) => pair.startsWith('{'))
  return Object.fromEntries(values.map(([value, segment]) => [value.slice(1, -1), decodeURIComponent(segment)]))
}
