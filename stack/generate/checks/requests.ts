// Requests that the pipeline does not read, or does not authenticate, as the contract says.

import { bodyKind } from '../../core/contract/media-types.ts'
import { resolved, toNode } from '../complete/node.ts'
import { getOperations } from '../complete/operations.ts'
import { getCredential, getRequirements, getSchemes, getSecurity, isPossible } from '../complete/security.ts'
import type { Written } from '../contract.ts'
import { escapeKey } from '../json-pointer.ts'
import type { Checks } from './check.ts'
import { bodiesIn } from './written-parts.ts'

export const requestChecks: Checks<Written> = {
  *'a request body without a media type'(written) {
    for (const { pointer, mediaTypes } of bodiesIn(written)) {
      if (mediaTypes.length === 0) yield [pointer, 'A request body must have a media type, such as application/json.']
    }
  },

  *'a name that is not a media type'(written) {
    for (const { pointer, mediaTypes } of bodiesIn(written)) {
      const other = mediaTypes.find((name) => !isMediaType(name))
      if (other !== undefined)
        yield [pointer, `${other} is not a media type: write one such as text/csv, or a range such as text/*.`]
    }
  },

  *'a security scheme that does not exist'({ own }) {
    for (const { operation, pointer } of getOperations(own)) {
      const unknown = getRequirements(own, operation)
        .flatMap(Object.keys)
        .find((name) => !(name in getSchemes(own)))
      const place = operation.security === undefined ? pointer : `${pointer}/security`
      if (unknown)
        yield [place, `components.securitySchemes has no ${unknown}: add it there, or write the name of another one.`]
    }
  },

  *'a security scheme that the service cannot verify'({ own }) {
    for (const name of unverifiedIn(own).filter((one) => isNeeded(own, one)))
      yield [
        `/components/securitySchemes/${escapeKey(name)}`,
        `The service cannot verify ${name}: use apiKey, oauth2, openIdConnect, or http with bearer or basic.`,
      ]
  },

  *'a security alternative that no request can have'({ own }) {
    for (const { place, isOnly } of impossibleIn(own)) if (isOnly) yield [place, impossible]
  },

  *'a name of an API key that no request can have'({ own }) {
    for (const name of Object.keys(getSchemes(own))) {
      const { in: place, name: key = '' } = getCredential(own, name) ?? {}
      if ((place !== 'header' && place !== 'cookie') || /^[\w!#%&*+.^|~-]+$/.test(key)) continue
      yield [
        `/components/securitySchemes/${escapeKey(name)}/name`,
        `No ${place} has the name ${key}: use letters, digits, - and _.`,
      ]
    }
  },

  *'an Idempotency-Key of a GET'({ own }) {
    for (const { operation, method, pointer } of getOperations(own)) {
      if (method === 'get' && 'x-idempotency-key' in operation)
        yield [
          `${pointer}/x-idempotency-key`,
          'A GET can be repeated without an Idempotency-Key: remove x-idempotency-key.',
        ]
    }
  },
}

/** RFC 9110, 8.3.1 and 12.5.1. */
function isMediaType(name: string): boolean {
  return /^(?:\*\/\*|[a-z\d!#$&^_.+-]+\/(?:\*(?:\+[a-z\d-]+)?|[a-z\d!#$&^_.+-]+))$/.test(name)
}

/** They are honoured: nothing else in the contract depends on them. */
export const requestWarnings: Checks<Written> = {
  *'a callback or a webhook'({ own }) {
    const text = 'Nothing sends this request, unless a handler does.'
    if (own.webhooks) yield ['/webhooks', text]
    for (const { operation, pointer } of getOperations(own))
      if (operation.callbacks) yield [`${pointer}/callbacks`, text]
  },

  *'a security scheme that the service cannot verify, beside another one'({ own }) {
    for (const name of unverifiedIn(own).filter((one) => !isNeeded(own, one)))
      yield [
        `/components/securitySchemes/${escapeKey(name)}`,
        `The service cannot verify ${name}: requests need another alternative of their operation.`,
      ]
  },

  *'a security alternative that no request can have, beside another one'({ own }) {
    for (const { place, isOnly } of impossibleIn(own)) if (!isOnly) yield [place, impossible]
  },

  *'a text that nothing checks'({ own, ...written }) {
    for (const { pointer, body } of bodiesIn({ own, ...written })) {
      for (const [name, media] of Object.entries(toNode(body.content))) {
        const { schema } = toNode(media)
        const { type } = resolved(own, schema)
        if (bodyKind(name) === 'text' && schema !== undefined && type !== 'string')
          yield [pointer, `Nothing checks ${name}: the handler gets it as a string.`]
      }
    }
  },
}

const impossible =
  'A request has one Authorization header, and this alternative needs two: write Basic and the bearer token as two alternatives.'

/** Alternatives with Basic and a bearer token. */
function impossibleIn(own: Written['own']) {
  return getOperations(own).flatMap(({ operation, pointer }) => {
    const alternatives = getRequirements(own, operation)
    const isOpen = alternatives.some((one) => Object.keys(one).length === 0)
    const isOnly = !isOpen && getSecurity(own, operation) === undefined
    const start = operation.security === undefined ? '' : pointer
    return alternatives.flatMap((one, index) => {
      const credentials = Object.keys(one).map((scheme) => getCredential(own, scheme))
      return isPossible(credentials) ? [] : { place: `${start}/security/${index}`, isOnly }
    })
  })
}

/** The schemes that the service cannot verify. */
function unverifiedIn(own: Written['own']): string[] {
  return Object.keys(getSchemes(own)).filter((name) => getCredential(own, name) === undefined)
}

/** Whether an operation has no other alternative. */
function isNeeded(own: Written['own'], scheme: string): boolean {
  return getOperations(own).some(({ operation }) => {
    const names = getRequirements(own, operation).map(Object.keys)
    const isOpen = names.length === 0 || names.some(({ length }) => length === 0)
    return !isOpen && names.flat().includes(scheme) && getSecurity(own, operation) === undefined
  })
}
