// Requests that the pipeline does not read, or does not authenticate, as the contract says.

import { bodyKind } from '../../core/contract/media-types.ts'
import { at, type Checks, each } from '../finding.ts'
import type { Written } from '../model/contract.ts'
import { escapeKey, type Node, resolved, toNode } from '../model/node.ts'
import { getOperations, writtenOperations } from '../model/operations.ts'
import { getCredential, getRequirements, getSchemes, getSecurity, isPossible } from '../model/security.ts'

/** RFC 9110, 8.3.1 and 12.5.1. */
const mediaType = /^(?:\*\/\*|[a-z\d!#$&^_.+-]+\/(?:\*(?:\+[a-z\d-]+)?|[a-z\d!#$&^_.+-]+))$/

export const requestChecks: Checks<Written> = {
  'a request body without a media type': each(
    bodiesIn,
    ({ media }) => media.length === 0 && 'A request body must have a media type, such as application/json.',
  ),

  'a name that is not a media type': each(bodiesIn, ({ media }) => {
    const other = media.find(({ name }) => !mediaType.test(name))
    return other && `${other.name} is not a media type: write one such as text/csv, or a range such as text/*.`
  }),

  *'a security scheme that does not exist'({ own }) {
    for (const { operation, pointer } of getOperations(own)) {
      const names = getRequirements(own, operation).flatMap(Object.keys)
      const unknown = names.find((name) => !(name in getSchemes(own)))
      const place = operation.security === undefined ? pointer : `${pointer}/security`
      if (unknown)
        yield [place, `components.securitySchemes has no ${unknown}: add it there, or write the name of another one.`]
    }
  },

  'a security scheme that the service cannot verify': each(schemesIn, ({ name, credential, isNeeded }) => {
    const advice = 'use apiKey, oauth2, openIdConnect, or http with bearer or basic'
    return credential === undefined && isNeeded && `The service cannot verify ${name}: ${advice}.`
  }),

  'a security alternative that no request can have': each(impossibleIn, ({ isOnly }) => isOnly && impossible),

  'a name of an API key that no request can have': each(at('/name', schemesIn), ({ credential }) => {
    const { in: place, name = '' } = credential ?? {}
    const isNamed = (place === 'header' || place === 'cookie') && !/^[\w!#%&*+.^|~-]+$/.test(name)
    return isNamed && `No ${place} has the name ${name}: use letters, digits, - and _.`
  }),

  'a form that is not an object': each(getMedia, ({ name, schema: { type = 'object' } }) => {
    const isForm = ['form', 'multipart'].includes(bodyKind(name))
    return isForm && type !== 'object' && `A form has fields with names: its schema must have type: object.`
  }),

  *'an encoding that nothing reads'(written) {
    for (const { name, encoding, schema, pointer } of getMedia(written))
      for (const [field, value] of Object.entries(encoding)) {
        const property = resolved(written.own, toNode(schema.properties)[field])
        const problem = toProblem(name, toNode(value), property)
        if (problem) yield [`${pointer}/encoding/${escapeKey(field)}`, `The field ${field} ${problem}.`]
      }
  },

  'an Idempotency-Key of a GET': each(at('/x-idempotency-key', writtenOperations), ({ operation, method }) => {
    const hasKey = method === 'get' && 'x-idempotency-key' in operation
    return hasKey && 'A GET can be repeated without an Idempotency-Key: remove x-idempotency-key.'
  }),
}

function bodiesIn({ own }: Written) {
  return getOperations(own).flatMap(({ operation, ...place }) => {
    if (!('requestBody' in operation)) return []
    const pointer = `${place.pointer}/requestBody`
    const media = Object.entries(toNode(resolved(own, operation.requestBody).content)).map(([name, value]) => {
      const { schema, encoding } = toNode(value)
      const place = `${pointer}/content/${escapeKey(name)}`
      const hasSchema = schema !== undefined
      return { name, pointer: place, schema: resolved(own, schema), hasSchema, encoding: toNode(encoding) }
    })
    return [{ pointer, media }]
  })
}

/** They are honoured: nothing else in the contract depends on them. */
export const requestWarnings: Checks<Written> = {
  *'a callback or a webhook'({ own }) {
    const text = 'Nothing sends this request, unless a handler does.'
    if (own.webhooks) yield ['/webhooks', text]
    for (const { operation, pointer } of getOperations(own))
      if (operation.callbacks) yield [`${pointer}/callbacks`, text]
  },

  'a security scheme that the service cannot verify, beside another one': each(schemesIn, (one) => {
    const isUnknown = one.credential === undefined && !one.isNeeded
    return isUnknown && `The service cannot verify ${one.name}: requests need another alternative of their operation.`
  }),

  'a security alternative that no request can have, beside another one': each(
    impossibleIn,
    ({ isOnly }) => !isOnly && impossible,
  ),

  *'a text that nothing checks'(written) {
    for (const { pointer, media } of bodiesIn(written))
      for (const { name, hasSchema, schema } of media)
        if (bodyKind(name) === 'text' && hasSchema && schema.type !== 'string')
          yield [pointer, `Nothing checks ${name}: the handler gets it as a string.`]
  },
}

const impossible =
  'A request has one Authorization header, and this alternative needs two: ' +
  'write Basic and the bearer token as two alternatives.'

function impossibleIn({ own }: Written) {
  return getOperations(own).flatMap(({ operation, pointer }) => {
    const alternatives = getRequirements(own, operation)
    const isOpen = alternatives.some((one) => Object.keys(one).length === 0)
    const isOnly = !isOpen && getSecurity(own, operation) === undefined
    const start = operation.security === undefined ? '' : pointer
    return alternatives.flatMap((one, index) => {
      const credentials = Object.keys(one).map((scheme) => getCredential(own, scheme))
      return isPossible(credentials) ? [] : { pointer: `${start}/security/${index}`, isOnly }
    })
  })
}

/** The security schemes. One is needed if an operation has no alternative that a request can have. */
function schemesIn({ own }: Written) {
  const lost = getOperations(own).filter(({ operation }) => getSecurity(own, operation) === undefined)
  const all = lost.map(({ operation }) => getRequirements(own, operation).map(Object.keys))
  const needed = all.filter((names) => names.every(({ length }) => length > 0)).flat(2)
  return Object.keys(getSchemes(own)).map((name) => {
    const pointer = `/components/securitySchemes/${escapeKey(name)}`
    return { name, pointer, credential: getCredential(own, name), isNeeded: needed.includes(name) }
  })
}

function getMedia(written: Written) {
  return bodiesIn(written).flatMap(({ media }) => media)
}

function toProblem(name: string, { headers, style, explode }: Node, { type }: Node): string | undefined {
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
