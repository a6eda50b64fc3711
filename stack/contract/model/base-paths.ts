// The paths of the servers of a contract: an operation is below each of them.

import { type Node, toNode } from './node.ts'

/** The base of relative server URLs, such as `/v1`. common.yaml has the same server. */
const localOrigin = 'http://127.0.0.1:3000'

/** Returns the distinct paths of the servers; `['']` without servers. @param levels From the innermost one. */
export function basePaths(...levels: Node[]): string[] {
  const paths = findServers(levels).flatMap((server) => {
    const url = toServerUrl(server)
    // The path of a URL such as mailto:a@b has no slash.
    return url === undefined ? [] : [url.pathname.replace(/^[^/].*/, '').replace(/\/+$/, '')]
  })
  return paths.length === 0 ? [''] : [...new Set(paths)]
}

/** Returns the origin of the first server that has one. */
export function serverOrigin(document: Node): string {
  const urls = findServers([document]).map(toServerUrl)
  return urls.find((url) => url !== undefined && url.origin !== 'null')?.origin ?? localOrigin
}

function findServers(levels: Node[]): Node[] {
  const [servers = []] = levels.flatMap((level) =>
    Array.isArray(level.servers) && level.servers.length > 0 ? [level.servers] : [],
  )
  return servers.map(toNode)
}

/** Returns the URL with the defaults of its variables; `undefined` if a variable has none, or the URL is not valid. */
function toServerUrl({ url, variables }: Node): URL | undefined {
  const href = String(url).replace(/\{([^{}]*)\}/g, (template, name: string) => {
    return String(toNode(toNode(variables)[name]).default ?? template)
  })
  return /[{}]/.test(href) || !URL.canParse(href, `${localOrigin}/`) ? undefined : new URL(href, `${localOrigin}/`)
}
