// What the names in braces in common.yaml stand for.

import { productOf } from '../product.ts'
import { type Node, nodeOf, resolved } from './node.ts'
import { operationsOf, scopesOf } from './operations.ts'

/** @param limits Those of the common part. */
export function placeholders(own: Node, limits: Node): Node {
  const operations = operationsOf(own).map(({ method, operation }) => {
    const { content } = resolved(own, operation.requestBody)
    return { method, scopes: scopesOf(own, operation) ?? [], mediaTypes: Object.keys(nodeOf(content)) }
  })
  const reads = operations.filter(({ method }) => method === 'get')
  const writes = operations.filter(({ method }) => method !== 'get')
  const all = { scopes: operations.flatMap((one) => one.scopes), types: operations.flatMap((one) => one.mediaTypes) }
  // All PATCH operations have the same (checks/requests.ts).
  const patch = operations.find(({ method }) => method === 'patch')
  const { authority, shortName: realm } = productOf(own)
  return {
    ...limits,
    ...nodeOf(own['x-limits']),
    authority,
    realm,
    scopeToRead: reads.flatMap(({ scopes }) => scopes)[0] ?? 'read',
    scopeToWrite: writes.flatMap(({ scopes }) => scopes)[0] ?? 'write',
    // As narrow as the contract allows. The wide ones are those of RFC 6749 (3.3) and RFC 6838 (4.2).
    scopePattern: all.scopes.every((scope) => /^[a-z:]+$/.test(scope)) ? '[a-z:]+' : '[!#-[\\]-~]+',
    mediaTypePattern: all.types.every((type) => /^[a-z]+\/[a-z+.-]+$/.test(type))
      ? '[a-z]+/[a-z+.-]+'
      : '[A-Za-z0-9]+/[A-Za-z0-9!#$&^_.+-]+',
    patchMediaTypes: patch?.mediaTypes.join(', ') ?? '',
  }
}
