// Requests that the pipeline does not read, or does not authenticate, as the contract says.

import { bodyKind } from '../../core/contract/media-types.ts'
import { at, type Checks, each, operationsIn } from '../finding.ts'
import type { ContractModel } from '../model/contract.ts'
import { escapeKey, type Node, toNode } from '../model/node.ts'
import { canBeSent, getCredential, getRequirements, getSecuritySchemes } from '../model/security.ts'

/** A media type, or a range of media types (RFC 9110, 8.3.1 and 12.5.1). */
const mediaTypePattern = /^(?:\*\/\*|[a-z\d!#$&^_.+-]+\/(?:\*(?:\+[a-z\d-]+)?|[a-z\d!#$&^_.+-]+))$/

export const requestChecks: Checks<ContractModel> = {
  'a request body without a media type': each(
    bodiesIn,
    ({ media }) => media.length === 0 && 'A request body must have a media type, such as application/json.',
  ),

  'a name that is not a media type': each(bodiesIn, ({ media }) => {
    const invalid = media.find(({ name }) => !mediaTypePattern.test(name))
    return invalid && `${invalid.name} is not a media type: write one such as text/csv, or a range such as text/*.`
  }),

  *'a security scheme that does not exist'({ document, operations }) {
    const root = toNode(document)
    for (const { object, pointer } of operations) {
      const names = getRequirements(root, toNode(object)).flatMap(Object.keys)
      const unknown = names.find((name) => !(name in getSecuritySchemes(root)))
      const source = object.security === undefined ? pointer : `${pointer}/security`
      if (unknown)
        yield [source, `components.securitySchemes has no ${unknown}: add it there, or name a scheme that exists.`]
    }
  },

  'a security scheme that the service cannot verify': each(schemesIn, ({ name, credential, isNeeded }) => {
    const advice = 'use apiKey, oauth2, openIdConnect, or http with bearer or basic'
    return credential === undefined && isNeeded && `The service cannot verify ${name}: ${advice}.`
  }),

  'a security alternative that no request can have': each(unsatisfiableIn, ({ isOnly }) => isOnly && needsTwoHeaders),

  'a name of an API key that no request can have': each(at('/name', schemesIn), ({ credential }) => {
    const { in: location, name = '' } = credential ?? {}
    const isNamed = (location === 'header' || location === 'cookie') && !/^[\w!#%&*+.^|~-]+$/.test(name)
    return isNamed && `No ${location} has the name ${name}: use letters, digits, - and _.`
  }),

  'a form that is not an object': each(getMedia, ({ name, schema: { type = 'object' } }) => {
    const isForm = ['form', 'multipart'].includes(bodyKind(name))
    return isForm && type !== 'object' && `A form has fields with names: its schema must have type: object.`
  }),

  *'an encoding that nothing reads'(contract) {
    for (const { name, encoding, schema, pointer } of getMedia(contract))
      for (const [field, value] of Object.entries(encoding)) {
        const property = toNode(contract.resolve(schema.properties?.[field] ?? {}))
        const problem = explainEncoding(name, toNode(value), property)
        if (problem) yield [`${pointer}/encoding/${escapeKey(field)}`, `The field ${field} ${problem}.`]
      }
  },

  'an Idempotency-Key of a GET': each(at('/x-idempotency-key', operationsIn), ({ takesIdempotencyKey, method }) => {
    return (
      method === 'get' &&
      takesIdempotencyKey &&
      'A GET can be repeated without an Idempotency-Key: remove x-idempotency-key.'
    )
  }),
}

function bodiesIn(contract: ContractModel) {
  return contract.operations.flatMap(({ requestBody, ...operation }) => {
    if (requestBody === undefined) return []
    const pointer = `${operation.pointer}/requestBody`
    const media = Object.entries(requestBody.content).map(([name, { schema, encoding = {} }]) => ({
      name,
      pointer: `${pointer}/content/${escapeKey(name)}`,
      schema: contract.resolve(schema ?? {}),
      hasSchema: schema !== undefined,
      encoding,
    }))
    return [{ pointer, media }]
  })
}

/** Warnings about constructs that are allowed, although nothing sends, verifies or validates them. */
export const requestWarnings: Checks<ContractModel> = {
  *'a callback or a webhook'({ document, operations }) {
    const sentence = 'Nothing sends this request, unless a handler does.'
    if (toNode(document).webhooks) yield ['/webhooks', sentence]
    for (const { object, pointer } of operations) if (toNode(object).callbacks) yield [`${pointer}/callbacks`, sentence]
  },

  'a security scheme that the service cannot verify, beside an alternative': each(schemesIn, (scheme) => {
    const isUnverified = scheme.credential === undefined && !scheme.isNeeded
    return (
      isUnverified && `The service cannot verify ${scheme.name}: requests need another alternative of their operation.`
    )
  }),

  'a security alternative that no request can have, beside a possible one': each(
    unsatisfiableIn,
    ({ isOnly }) => !isOnly && needsTwoHeaders,
  ),

  *'a text body that nothing checks'(contract) {
    for (const { pointer, media } of bodiesIn(contract))
      for (const { name, hasSchema, schema } of media)
        if (bodyKind(name) === 'text' && hasSchema && schema.type !== 'string')
          yield [pointer, `Nothing checks ${name}: the handler gets it as a string.`]
  },
}

const needsTwoHeaders =
  'A request has one Authorization header, and this alternative needs two: ' +
  'write Basic and the bearer token as two alternatives.'

function unsatisfiableIn({ document, operations }: ContractModel) {
  const root = toNode(document)
  return operations.flatMap(({ object, pointer, needsToken }) => {
    const alternatives = getRequirements(root, toNode(object))
    const isOptional = alternatives.some((alternative) => Object.keys(alternative).length === 0)
    const isOnly = !isOptional && !needsToken
    const ownerPointer = object.security === undefined ? '' : pointer
    return alternatives.flatMap((alternative, index) => {
      const credentials = Object.keys(alternative).map((scheme) => getCredential(root, scheme))
      return canBeSent(credentials) ? [] : { pointer: `${ownerPointer}/security/${index}`, isOnly }
    })
  })
}

/** The security schemes. A scheme is needed if an operation that requires it has no verifiable alternative. */
function schemesIn({ document, operations }: ContractModel) {
  const root = toNode(document)
  const unverified = operations.filter(({ needsToken }) => !needsToken)
  const alternatives = unverified.map(({ object }) => getRequirements(root, toNode(object)).map(Object.keys))
  const requirements = alternatives.filter((names) => names.every(({ length }) => length > 0)).flat(2)
  return Object.keys(getSecuritySchemes(root)).map((name) => {
    const pointer = `/components/securitySchemes/${escapeKey(name)}`
    return { name, pointer, credential: getCredential(root, name), isNeeded: requirements.includes(name) }
  })
}

function getMedia(contract: ContractModel) {
  return bodiesIn(contract).flatMap(({ media }) => media)
}

function explainEncoding(name: string, { headers, style, explode }: Node, { type }: Node): string | undefined {
  const kind = bodyKind(name)
  const isStyled = style !== undefined || explode !== undefined
  if (!name.endsWith('/*') && kind !== 'form' && kind !== 'multipart')
    return `is not in a form, and ${name} has no encoding: remove it`
  if (headers !== undefined) return 'has headers that nothing reads: remove them'
  if (kind === 'multipart' && (explode === false || (style !== undefined && style !== 'form')))
    return 'has a style, and in multipart/form-data each item is a part: remove it'
  if (isStyled && type === 'object') return 'is an object, which is JSON in a form: remove its style and explode'
  if (style !== undefined && !['form', 'spaceDelimited', 'pipeDelimited'].includes(String(style)))
    return 'must have the style form, spaceDelimited or pipeDelimited'
  if (style !== undefined && style !== 'form' && explode !== false)
    return `needs explode: false with the style ${style}`
  return undefined
}
