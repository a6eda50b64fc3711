// The first request for a new user, and the name of the product, in startup messages.
import type { Contract, Operation } from './contract.ts'
import { curlCredentials } from './credentials.ts'

export interface FirstRequest {
  operation: Operation
  /** Path and query. Path parameters are placeholders in capital letters. */
  target: string
  /** The name of the listed collection. */
  name: string | undefined
  isTemplate: boolean
}

/**
 * @returns The list of a top-level collection, or else a GET, preferably without a path parameter. `undefined` if each
 * GET requires a body, or a parameter that is not in its path.
 */
export function firstRequest({ collections, operations, standardOperations }: Contract): FirstRequest | undefined {
  const candidates = Object.values(operations).filter(
    (candidate) => candidate.method === 'GET' && !candidate.needsParameter && !candidate.requiresBody,
  )
  for (const { parent, path, name, methods } of collections) {
    const operation = methods.list === undefined ? undefined : operations[methods.list]
    // A list that is not a standard method may have no `limit`.
    if (parent !== undefined || operation === undefined || !standardOperations.includes(operation.id)) continue
    if (candidates.includes(operation))
      return { operation, target: `${operation.bases[0]}${path}?limit=3`, name, isTemplate: false }
  }
  const operation = candidates.find(({ path }) => !path.includes('{')) ?? candidates[0]
  if (operation === undefined) return undefined
  const target = operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) => name.toUpperCase())
  const isTemplate = target !== operation.path
  return { operation, target: `${operation.bases[0]}${target}`, name: undefined, isTemplate }
}

/** Returns the arguments of curl for a request. @param target URL. @param quote Default: a double quote. */
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
