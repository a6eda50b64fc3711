// The header that leads to the next page of a list.
import type { Operation } from '../contract/contract.ts'
import { writePairs } from '../pipeline/write-styles.ts'
import type { Cursor } from '../stores/item-store.ts'

/**
 * Returns the Link header of a page that is not the last one (RFC 8288). Its target is a query only: a gateway can
 * change the path. @param query Query of the request. @param parameterNames Parameters that select and sort items.
 */
export function nextLink(
  { id, value }: Cursor,
  query: Record<string, unknown>,
  parameterNames: string[],
  { parameters }: Operation,
): string {
  let queryString = `limit=${query.limit}&after=${encodeURIComponent(id)}`
  if (value === null) queryString += '&afterNull=true'
  else if (value !== undefined) queryString += `&afterValue=${encodeURIComponent(String(value))}`
  for (const name of parameterNames) {
    const pairs = query[name] === undefined ? '' : writePairs(name, query[name], parameters.query[name])
    if (pairs !== '') queryString += `&${pairs}`
  }
  return `<?${queryString}>; rel="next"`
}
