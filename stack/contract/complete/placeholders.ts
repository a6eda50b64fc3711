// What the names in braces in common.yaml stand for.

import { adviceFor, type CredentialLocation, challengeScheme, isForgeable } from '../../core/contract/credentials.ts'
import { bodyKind } from '../../core/contract/media-types.ts'
import { isAnyOfCreator } from '../model/access.ts'
import type { ContractModel } from '../model/contract.ts'
import { type Node, nodesIn, toNode } from '../model/node.ts'
import { getProduct } from '../model/product.ts'

export function placeholders({ document, operations: all }: ContractModel, limits: Node): Node {
  const root = toNode(document)
  const operations = all.map(({ method, alternatives = [], requestBody }) => {
    const requirements = alternatives.filter(({ length }) => length > 0)
    const scopes = requirements.flat().flatMap((credential) => credential.scopes)
    return { method, alternatives: requirements, scopes, mediaTypes: Object.keys(requestBody?.content ?? {}) }
  })
  const reads = operations.filter(({ method }) => method === 'get')
  const writes = operations.filter(({ method }) => method !== 'get')
  const usage = {
    scopes: operations.flatMap((operation) => operation.scopes),
    types: operations.flatMap((operation) => operation.mediaTypes),
  }
  const patches = operations.flatMap(({ method, mediaTypes }) =>
    method === 'patch' && mediaTypes.length > 0 ? mediaTypes.join(', ') : [],
  )
  const mediaTypePattern = usage.types.every((type) => /^[a-z]+\/[a-z+.-]+$/.test(type))
    ? '[a-z]+/[a-z+.-]+'
    : '[A-Za-z0-9!#$&^_.+*-]+/[A-Za-z0-9!#$&^_.+*-]+'
  const headerNames = nodesIn(root).flatMap(({ node }) => (node.in === 'header' ? String(node.name) : []))
  const maxScopeLength = Math.max(0, ...usage.scopes.map(({ length }) => length))
  const { authority, shortName: realm } = getProduct(root)
  const effective: Node = { ...limits, ...toNode(root['x-limits']) }
  return {
    ...effective,
    bodySize: sizeText(Number(effective.bodyBytes)),
    authority,
    realm,
    scopeToRead: reads.flatMap(({ scopes }) => scopes)[0] ?? 'read',
    scopeToWrite: writes.flatMap(({ scopes }) => scopes)[0] ?? 'write',
    // As narrow as the contract allows. The wide ones are those of RFC 6749 (3.3) and RFC 6838 (4.2).
    scopePattern: usage.scopes.every((scope) => /^[a-z:]+$/.test(scope)) ? '[a-z:]+' : '[!#-[\\]-~]+',
    mediaTypePattern,
    // The grammar of a token (RFC 9110, 5.6.2).
    headerNamePattern: headerNames.every((name) => /^[A-Za-z-]+$/.test(name))
      ? '^[A-Za-z-]+$'
      : "^[!#-'*+.0-9A-Z^-z|~-]+$",
    headerNameLength: Math.max(100, ...headerNames.map(({ length }) => length)),
    // Longer only if an operation takes many media types.
    acceptLength: Math.max(200, ...operations.map((operation) => operation.mediaTypes.join(', ').length)),
    patchSchema:
      new Set(patches).size > 1
        ? {
            type: 'string',
            maxLength: Math.max(200, ...patches.map(({ length }) => length)),
            pattern: `^${mediaTypePattern}(?:, ${mediaTypePattern})*$`,
          }
        : { type: 'string', const: patches[0] ?? '' },
    patchMediaTypes: patches[0] ?? '',
    patchChoice: patches[0]?.replaceAll(', ', ' or ') ?? '',
    bodyChoice:
      operations
        .find((operation) => operation.mediaTypes.length > 0 && operation.method !== 'patch')
        ?.mediaTypes.join(' or ') ?? '',
    crossSiteCheck: operations.some(({ method, alternatives }) => isForgeable(method, alternatives.flat()))
      ? ['403 for a page of another site']
      : [],
    creatorCheck: isAnyOfCreator(root.paths) ? ['403 for an item of another caller'] : [],
    // Of the bodies that the service takes.
    formOfBodies: usage.types.every((type) => bodyKind(type) === 'json')
      ? 'uncompressed JSON in UTF-8,'
      : 'an uncompressed body, text in UTF-8,',
    ...credentialPlaceholders(
      operations.map(({ alternatives }) => alternatives),
      realm,
      // The challenge has the scope twice.
      Math.max(300, 2 * maxScopeLength + realm.length + 150),
    ),
  }
}

/** Returns a size in words, such as `16 KiB (16,384 bytes)`. */
export function sizeText(bytes: number): string {
  const exact = `${bytes.toLocaleString('en')} bytes`
  return bytes % 1024 === 0 ? `${(bytes / 1024).toLocaleString('en')} KiB (${exact})` : exact
}

const bearer: CredentialLocation = { in: 'bearer' }

/** @param security The alternatives of each operation. @param maxChallengeLength Of one scheme. */
function credentialPlaceholders(security: CredentialLocation[][][], realm: string, maxChallengeLength: number): Node {
  // The texts of a contract without security describe tokens that no operation needs.
  const [alternatives = [[bearer]]] = security.filter(({ length }) => length > 0)
  const credentials = security.flat(2)
  const all = credentials.length > 0 ? credentials : [bearer]
  const schemes = [...new Set(all.map(challengeScheme))]
  const [scheme = ''] = schemes
  const isOne = schemes.length === 1 && scheme === 'Bearer'
  const distinct = (texts: string[]) => [...new Set(texts)]
  const firstSchemes = distinct(alternatives.flat().map(challengeScheme))
  return {
    varyingHeaders: distinct([...all.map(getHeader).filter(Boolean), 'Origin']).join(', '),
    credential: isOne ? 'a bearer token' : 'a credential',
    challengeLength: maxChallengeLength * schemes.length,
    challengeStart: isOne ? '' : '(?:(?:, )?',
    challengeScheme: schemes.length === 1 ? scheme : `(?:${schemes.join('|')})`,
    challengeEnd: isOne ? '' : ')+',
    challenge: firstSchemes.map((scheme) => `${scheme} realm="${realm}"`).join(', '),
    credentialForms: distinct(all.map((credential) => `\`${toForm(credential)}\``)).join(' or '),
    credentialAdvice: adviceFor({ alternatives }),
    repeatedCredentials: distinct(
      all.map((credential) => `400 for a repeated \`${getHeader(credential) || credential.name}\``),
    ),
  }
}

function getHeader({ in: location, name = '' }: CredentialLocation): string {
  if (location === 'query') return ''
  return { bearer: 'Authorization', basic: 'Authorization', cookie: 'Cookie', header: name }[location]
}

function toForm({ in: location, name }: CredentialLocation): string {
  if (location === 'query') return `?${name}=<key>`
  return {
    bearer: 'Authorization: Bearer <token>',
    basic: 'Authorization: Basic <credentials>',
    cookie: `Cookie: ${name}=<key>`,
    header: `${name}: <key>`,
  }[location]
}
