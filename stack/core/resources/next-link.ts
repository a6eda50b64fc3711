// The link to the next page of a list.

/**
 * The Link header of a page that is not the last one (RFC 8288). Its target is a query only: whatever path the service has
 * behind a gateway, it stays.
 * @param lastId Of the last item of the page.
 * @param query Of the request. @param filters The names of its filters.
 */
export function nextLink(lastId: string, query: Record<string, unknown>, filters: string[]): string {
  const given = filters.filter((name) => query[name] !== undefined)
  const next = new URLSearchParams({ limit: String(query.limit), after: lastId })
  for (const name of given) next.set(name, String(query[name]))
  return `<?${next}>; rel="next"`
}
