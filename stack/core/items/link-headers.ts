// The headers that lead to another resource: the next page of a list, and a new item.

import type { Collection } from '../contract/collections.ts'
import type { OperationPlan } from '../contract/plan.ts'
import type { Item } from './item.ts'
import type { Position } from './list-order.ts'

/**
 * The Link header of a page that is not the last one (RFC 8288). Its target is a query only: a gateway can have another
 * path.
 * @param query Of the request. @param chosen The names of the parameters that choose items and their order.
 */
export function nextLink(
  { id, value }: Position,
  query: Record<string, unknown>,
  chosen: string[],
  { parameterTypes }: Pick<OperationPlan, 'parameterTypes'>,
): string {
  const toPairs = ([name, given]: [string, unknown]): string[] => {
    const texts = [given].flat().map((one) => encodeURIComponent(String(one)))
    const { separator } = Object(parameterTypes.query[name])
    const values = separator === undefined ? texts : [texts.join(encodeURI(separator))]
    return values.map((text) => `${encodeURIComponent(name)}=${text}`)
  }
  const next = { limit: query.limit, after: id, afterValue: value }
  const all = [...Object.entries(next), ...chosen.map((name): [string, unknown] => [name, query[name]])]
  return `<?${all
    .filter(([, given]) => given !== undefined)
    .flatMap(toPairs)
    .join('&')}>; rel="next"`
}

/** The header Location of a creation, relative to the URL of the collection. */
export function getLocation({ name, idField }: Collection, item: Item): { Location: string } {
  return { Location: `${name}/${encodeURIComponent(String(item[idField]))}` }
}
