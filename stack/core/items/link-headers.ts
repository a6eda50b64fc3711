// The header that leads to the next page of a list.
import type { Operation } from '../contract/contract.ts'
import { writePairs } from '../pipeline/write-styles.ts'
import type { Cursor } from '../stores/item-store.ts'

/**
 * The Link header of a page that is not the last one (RFC 8288). Its target is a query only: a gateway can have another
 * path. @param query Of the request. @param parameterNames The names of the parameters that choose items and their order.
 */
export function nextLink(
  { id, value }: Cursor,
  query: Record<string, unknown>,
  parameterNames: string[],
  { parameters }: Operation,
): string {
  let text = `limit=${query.limit}&after=${encodeURIComponent(id)}`
  if (value === null) text += '&afterNull=true'
  else if (value !== undefined) text += `&afterValue=${encodeURIComponent(String(value))}`
  for (const name of parameterNames) {
    const pairs = query[name] === undefined ? '' : writePairs(name, query[name], parameters.query[name])
    if (pairs !== '') text += `&${pairs}`
  }
  return `<?${text}>; rel="next"`
}
