// The header that leads to the next page of a list.

import type { OperationPlan } from '../contract/plan.ts'
import type { Cursor } from '../stores/item-store.ts'

/**
 * The Link header of a page that is not the last one (RFC 8288). Its target is a query only: a gateway can have another
 * path. @param query Of the request. @param chosen The names of the parameters that choose items and their order.
 */
export function nextLink(
  { id, value }: Cursor,
  query: Record<string, unknown>,
  chosen: string[],
  { parameterTypes }: Pick<OperationPlan, 'parameterTypes'>,
): string {
  let text = `limit=${query.limit}&after=${encode(id)}`
  if (value === null) text += '&afterNull=true'
  else if (value !== undefined) text += `&afterValue=${encode(value)}`
  for (const name of chosen) {
    const { [name]: given } = query
    if (given === undefined) continue
    const { separator } = Object(parameterTypes.query[name])
    const texts = [given].flat().map(encode)
    const values = separator === undefined ? texts : [texts.join(encodeURI(separator))]
    for (const one of values) text += `&${encode(name)}=${one}`
  }
  return `<?${text}>; rel="next"`
}

function encode(value: unknown): string {
  return encodeURIComponent(String(value))
}
