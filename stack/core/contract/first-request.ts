// A request that a person can send first: what a service and a mock print when they listen.
import type { Contract } from './contract.ts'
import { curlCredentials } from './credentials.ts'
import type { OperationPlan } from './plan.ts'

export interface FirstRequest {
  operation: OperationPlan
  /** Path and query. The parameters in a path are in capital letters, to be replaced. */
  target: string
  /** What a list returns. */
  name: string | undefined
}

/** @returns A list of a collection that is below no other one, or else the first GET, or nothing. */
export function firstRequest({ collections, operations, operationOf }: Contract): FirstRequest | undefined {
  const list = collections.find(({ parent, methods }) => parent === undefined && methods.list !== undefined)
  if (list?.methods.list !== undefined) {
    const operation = operationOf(list.methods.list)
    return { operation, target: `${operation.bases[0]}${list.path}?limit=3`, name: list.name }
  }
  const operation = operations.find(({ method }) => method === 'GET')
  if (operation === undefined) return undefined
  const target = operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) => name.toUpperCase())
  return { operation, target: `${operation.bases[0]}${target}`, name: undefined }
}

/**
 * The arguments of curl for a request.
 * @param target With the address. @param token Default: none.
 */
export function curlArguments(
  { security }: Pick<OperationPlan, 'security'>,
  target: string,
  token: string,
  quote?: "'" | '"',
): string {
  const { options, query } = curlCredentials(security?.alternatives[0] ?? [], token, quote)
  const separator = target.includes('?') ? '&' : '?'
  const url = query.length === 0 ? `'${target}'` : `"${target}${separator}${query.join('&')}"`
  return [url, ...options].join(' ')
}
