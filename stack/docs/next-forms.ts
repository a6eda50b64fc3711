// Fills the id and the ETag of a response into the forms of the operations on this item and its descendants.

import type { TryItOperation } from './call.ts'
import type { TriedResponse } from './requests.ts'

/** Functions that fill in parameters of a form, by their names. */
export const forms = new Map<TryItOperation, (values: Record<string, string>) => void>()

/**
 * @param address The address of the service.
 * @returns The name and the action of a button; `undefined` if no form needs the item. The action returns the operations.
 */
export function nextForms(address: string, call: TryItOperation, response: TriedResponse) {
  const { body, headers, status, url } = response
  const location = new Headers(headers).get('Location')
  const etag = new Headers(headers).get('ETag')
  const path = (href: string) => new URL(href, url).pathname.slice(new URL(address).pathname.replace(/\/$/, '').length)
  const [first] = call.method === 'GET' && typeof body === 'string' ? getIds(body) : []
  // The items of a list have no tags of their own.
  const item =
    location === null && first !== undefined ? `${path(url)}/${encodeURIComponent(first)}` : path(location ?? url)
  // An empty value removes an older tag, which a different item would not match.
  const preconditions = { 'If-Match': (first === undefined && etag) || '' }
  const matchingForms = [...forms].flatMap(([operation, fill]) => {
    const values = call.method === 'DELETE' || !status.startsWith('2') ? undefined : match(operation.path, item)
    if (values === undefined) return []
    const isItemOperation = operation.path.split('/').length === item.split('/').length && operation.method !== 'GET'
    return { summary: operation.summary, fill: () => fill({ ...values, ...(isItemOperation && preconditions) }) }
  })
  if (matchingForms.length === 0) return undefined
  return {
    name: first === undefined ? 'Use the id and the ETag in the other forms' : 'Use the first id in the other forms',
    fill() {
      for (const { fill } of matchingForms) fill()
      return matchingForms.map(({ summary }) => summary)
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

/** Returns the path parameters of the item; `undefined` if the template is not for the item or its descendants. */
function match(template: string, item: string): Record<string, string> | undefined {
  const [templateParts, itemParts] = [template.split('/'), item.split('/')]
  const pairs = itemParts.map((segment, index) => [templateParts[index] ?? '', segment] as const)
  const isMatch = pairs.every(([part, segment]) => part === segment || (/^\{[^{}]+\}$/.test(part) && segment !== ''))
  if (!isMatch || !pairs.at(-1)?.[0].startsWith('{')) return undefined
  const parameters = pairs.filter(([part]) => part.startsWith('{'))
  return Object.fromEntries(parameters.map(([value, segment]) => [value.slice(1, -1), decodeURIComponent(segment)]))
}
