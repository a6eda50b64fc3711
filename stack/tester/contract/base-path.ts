// The paths of the servers of an operation: one of them comes before its own path.
import type { DocumentNode } from './document-node.ts'

/** @param levels The objects that can have servers, the narrowest first. */
export function readBasePaths(...levels: DocumentNode[]): [string, ...string[]] {
  const [servers = []] = levels.flatMap(({ value: { servers } }) =>
    Array.isArray(servers) && servers[0] ? [servers] : [],
  )
  const paths = servers.flatMap((server) => {
    const { url = '', variables = {} } = Object(server)
    const filled = String(url).replace(/\{(\w+)\}/g, (template, name) => variables[name]?.default ?? template)
    const isComplete = !filled.includes('{') && URL.canParse(filled, 'http://localhost/')
    return isComplete ? [new URL(filled, 'http://localhost/').pathname.replace(/\/$/, '')] : []
  })
  const [first = '', ...others] = paths
  return [first, ...others]
}
