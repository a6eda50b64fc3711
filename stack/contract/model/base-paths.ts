// The paths of the servers of a contract: an operation is below each of them.

import { type Node, toNode } from './node.ts'

/** An address for servers that have none, such as `/v1`. It is the one of common.yaml. */
const localAddress = 'http://127.0.0.1:3000'

/** The paths of the servers, each once; `['']` without servers. @param levels The narrowest one first. */
export function basePaths(...levels: Node[]): string[] {
  const paths = serversIn(levels).flatMap((server) => {
    const url = serverUrl(server)
    // An address such as mailto:a@b has another path.
    return url === undefined ? [] : [url.pathname.replace(/^[^/].*/, '').replace(/\/+$/, '')]
  })
  return paths.length === 0 ? [''] : [...new Set(paths)]
}

/** The address of the first server, without its path. */
export function serverOrigin(document: Node): string {
  const urls = serversIn([document]).map(serverUrl)
  return urls.find((url) => url !== undefined && url.origin !== 'null')?.origin ?? localAddress
}

function serversIn(levels: Node[]): Node[] {
  const [servers = []] = levels.flatMap((level) =>
    Array.isArray(level.servers) && level.servers.length > 0 ? [level.servers] : [],
  )
  return servers.map(toNode)
}

/** Returns the URL with the defaults of its variables; `undefined` if it stays a template, or is not a URL. */
function serverUrl({ url, variables }: Node): URL | undefined {
  const text = String(url).replace(/\{([^{}]*)\}/g, (template, name: string) => {
    return String(toNode(toNode(variables)[name]).default ?? template)
  })
  return /[{}]/.test(text) || !URL.canParse(text, `${localAddress}/`) ? undefined : new URL(text, `${localAddress}/`)
}
