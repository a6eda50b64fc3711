// Links to the docs and the contract: in an API catalog (RFC 9727), and in the Link header of each page (RFC 8631). They
// are relative, because the service may have a path prefix.
export const catalogPath = '/.well-known/api-catalog'
export const catalogMediaType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

const descriptions = [
  { href: 'openapi.json', type: 'application/json' },
  { href: 'openapi.yaml', type: 'application/yaml' },
]
const docs = [
  { href: 'docs', type: 'text/html' },
  { href: 'docs.md', type: 'text/markdown' },
]

/** Returns the links of the API as JSON (RFC 9264). @param pages Relative URLs of the pages of operations. */
export function apiCatalog(pages: string[]): string {
  const documents = [...docs, ...pages.map((href) => ({ href, type: 'text/markdown' }))]
  const api = { anchor: '../', 'service-desc': prefix('../', descriptions), 'service-doc': prefix('../', documents) }
  return `${JSON.stringify({ linkset: [api] }, null, 2)}\n`
}

/** Returns the Link header of a page. @param path The path of the page, without a prefix. */
export function linkHeader(path: string): string {
  const up = '../'.repeat(path.split('/').length - 2)
  const links = [
    ...prefix(up, docs).map((link) => ({ ...link, rel: 'service-doc' })),
    ...prefix(up, descriptions).map((link) => ({ ...link, rel: 'service-desc' })),
    ...(path === '/docs' ? [{ href: 'docs.md', type: 'text/markdown', rel: 'alternate' }] : []),
  ].map(({ href, type, rel }) => `<${href}>; rel="${rel}"; type="${type}"`)
  return [...links, `<${up}${catalogPath.slice(1)}>; rel="api-catalog"`].join(', ')
}

function prefix(folder: string, links: { href: string; type: string }[]) {
  return links.map(({ href, type }) => ({ href: folder + href, type }))
}
