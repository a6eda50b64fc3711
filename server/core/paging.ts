// The position in a list where a page starts, and the link to the next page.
import type { operations } from '../../generated/api.d.ts'

type ListQuery = NonNullable<operations['listPlants']['parameters']['query']>

/** The query of listPlants, with its default. */
export type PageQuery = ListQuery & { limit: number }

/** Returns the id after which the page starts; `undefined` for the first page. */
export function pageStart({ after, cursor }: Pick<PageQuery, 'after' | 'cursor'>): string | undefined {
  return after ?? (cursor === undefined ? undefined : idOfCursor(cursor))
}

// Version 0.4.0 put a cursor into Link headers: 32 characters of base64url (RFC 4648, 5). The first 16 of its 24 bytes are the
// UUID.
function idOfCursor(cursor: string): string {
  const bytes = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
  const digits = Array.from(bytes.slice(0, 16), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * The Link header of a page that is not the last one (RFC 8288). Its target is a query only: whatever path the service has
 * behind a gateway, it stays.
 * @param last The last plant of the page.
 */
export function nextLink({ limit, tag }: PageQuery, last: { id: string }): string {
  const query = new URLSearchParams({ limit: String(limit), after: last.id })
  if (tag !== undefined) query.set('tag', tag)
  return `<?${query}>; rel="next"`
}
