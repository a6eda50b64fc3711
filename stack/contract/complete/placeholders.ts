// The values of the placeholders in common.yaml.

import { adviceFor, type CredentialLocation, challengeScheme, isForgeable } from '../../core/contract/credentials.ts'
import { bodyKind } from '../../core/contract/media-types.ts'
import { hasCreatorOnlyWrites } from '../model/access.ts'
import type { ContractModel } from '../model/contract.ts'
import { type Node, nodesIn, toNode } from '../model/node.ts'
import { getProduct } from '../model/product.ts'

export function placeholderValues({ document, operations: all }: ContractModel, limits: Node): Node {
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
    bodySize: formatSize(Number(effective.bodyBytes)),
    authority,
    realm,
    scopeToRead: reads.flatMap(({ scopes }) => scopes)[0] ?? 'read',
    scopeToWrite: writes.flatMap(({ scopes }) => scopes)[0] ?? 'write',
    // As narrow as the contract allows. The wide ones are those of RFC 6749 (3.3), and of RFC 6838 (4.2) with ranges.
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
    creatorCheck: hasCreatorOnlyWrites(root.paths) ? ['403 for an item of another caller'] : [],
    // The form of all request bodies.
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

/** Formats a size for readers, such as `16 KiB (16,384 bytes)`. */
export function formatSize(bytes: number): string {
  const exact = `${bytes.toLocaleString('en')} bytes`
  return bytes % 1024 === 0 ? `${(bytes / 1024).toLocaleString('en')} KiB (${exact})` : exact
}

const bearer: CredentialLocation = { in: 'bearer' }

/** @param security The alternatives of each operation. @param maxChallengeLength Maximum for one scheme. */
function credentialPlaceholders(security: CredentialLocation[][][], realm: string, maxChallengeLength: number): Node {
  // Without security, the base spec describes bearer tokens, although no operation needs one.
  const [alternatives = [[bearer]]] = security.filter(({ length }) => length > 0)
  const contractCredentials = security.flat(2)
  const credentials = contractCredentials.length > 0 ? contractCredentials : [bearer]
  const schemes = [...new Set(credentials.map(challengeScheme))]
  const [scheme = ''] = schemes
  const isBearerOnly = schemes.length === 1 && scheme === 'Bearer'
  const distinct = (values: string[]) => [...new Set(values)]
  const firstSchemes = distinct(alternatives.flat().map(challengeScheme))
  return {
    varyingHeaders: distinct([...credentials.map(getHeaderName).filter(Boolean), 'Origin']).join(', '),
    credential: isBearerOnly ? 'a bearer token' : 'a credential',
    challengeLength: maxChallengeLength * schemes.length,
    challengeStart: isBearerOnly ? '' : '(?:(?:, )?',
    challengeScheme: schemes.length === 1 ? scheme : `(?:${schemes.join('|')})`,
    challengeEnd: isBearerOnly ? '' : ')+',
    challenge: firstSchemes.map((scheme) => `${scheme} realm="${realm}"`).join(', '),
    credentialForms: distinct(credentials.map((credential) => `\`${formatCredential(credential)}\``)).join(' or '),
    credentialAdvice: adviceFor({ alternatives }),
    repeatedCredentials: distinct(
      credentials.map((credential) => `400 for a repeated \`${getHeaderName(credential) || credential.name}\``),
    ),
  }
}

function getHeaderName({ in: location, name = '' }: CredentialLocation): string {
  if (location === 'query') return ''
  return { bearer: 'Authorization', basic: 'Authorization', cookie: 'Cookie', header: name }[location]
}

function formatCredential({ in: location, name }: CredentialLocation): string {
  if (location === 'query') return `?${name}=<key>`
  return {
    bearer: 'Authorization: Bearer <token>',
    basic: 'Authorization: Basic <credentials>',
    cookie: `Cookie: ${name}=<key>`,
    header: `${name}: <key>`,
  }[location]
}
