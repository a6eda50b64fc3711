// What a service and a mock print when they listen: their name, and a request that a user can send first.
import type { Contract, Operation } from './contract.ts'
import { curlCredentials } from './credentials.ts'

export interface FirstRequest {
  operation: Operation
  /** Path and query. The parameters in a path are in capital letters, to be replaced. */
  target: string
  /** The name of the listed collection. */
  name: string | undefined
  isTemplate: boolean
}

/**
 * @returns A list of a collection at the top, or else a GET, if possible without a parameter. `undefined` if each needs
 * a body, or a parameter outside of its path.
 */
export function firstRequest({ collections, operations, standardOperations }: Contract): FirstRequest | undefined {
  const possible = Object.values(operations).filter(
    (route) => route.method === 'GET' && !route.needsParameter && !route.requiresBody,
  )
  for (const { parent, path, name, methods } of collections) {
    const operation = methods.list === undefined ? undefined : operations[methods.list]
    // Another list may have no limit.
    if (parent !== undefined || operation === undefined || !standardOperations.includes(operation.id)) continue
    if (possible.includes(operation))
      return { operation, target: `${operation.bases[0]}${path}?limit=3`, name, isTemplate: false }
  }
  const operation = possible.find(({ path }) => !path.includes('{')) ?? possible[0]
  if (operation === undefined) return undefined
  const target = operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) => name.toUpperCase())
  const isTemplate = target !== operation.path
  return { operation, target: `${operation.bases[0]}${target}`, name: undefined, isTemplate }
}

/** The arguments of curl for a request. @param target The URL. @param quote Default: a double quote. */
export function curlArguments(
  { security }: Pick<Operation, 'security'>,
  target: string,
  token: string,
  quote?: "'" | '"',
): string {
  const { options, query } = curlCredentials(security?.alternatives[0] ?? [], token, quote)
  const separator = target.includes('?') ? '&' : '?'
  const url = query.length === 0 ? `'${target}'` : `"${target}${separator}${query.join('&')}"`
  return [url, ...options].join(' ')
}

export function withArticle({ title }: Contract['product'], article: 'The' | 'the'): string {
  return /^the\s/i.test(title) ? title : `${article} ${title}`
}
