// Requests that the pipeline does not read, or does not authenticate, as the contract says.

import { resolved } from '../complete/node.ts'
import { operationsOf } from '../complete/operations.ts'
import { credentialOf, requirementsOf, schemesOf, securityOf } from '../complete/security.ts'
import type { Written } from '../contract.ts'
import { escapeKey } from '../json-pointer.ts'
import type { Checks } from './check.ts'
import { bodiesIn } from './written-parts.ts'

export const requestChecks: Checks<Written> = {
  *'a request body that is not JSON'(written) {
    for (const { pointer, mediaTypes } of bodiesIn(written)) {
      if (mediaTypes.length === 0) yield [pointer, 'A request body must have the media type application/json.']
      const others = mediaTypes.filter((name) => !/^application\/(?:json|[a-z\d!#$&^_.+-]+\+json)$/.test(name))
      if (others.length > 0)
        yield [pointer, `The service reads only JSON: write application/json instead of ${others.join(', ')}.`]
    }
  },

  *'a request body that is not required'({ own }) {
    for (const { operation, pointer } of operationsOf(own)) {
      if (resolved(own, operation.requestBody).required === false)
        yield [`${pointer}/requestBody`, 'The service requires each request body: write required: true.']
    }
  },

  *'PATCH operations with different media types'(written) {
    const patches = bodiesIn(written).filter(({ method }) => method === 'patch')
    const [first] = patches
    for (const { pointer, mediaTypes } of patches) {
      if (mediaTypes.join() === first?.mediaTypes.join()) continue
      yield [
        pointer,
        `All PATCH operations must take the same media types, in the same order: ${first?.mediaTypes.join(', ')}.`,
      ]
    }
  },

  *'a security scheme that does not exist'({ own }) {
    for (const { operation, pointer } of operationsOf(own)) {
      const unknown = requirementsOf(own, operation)
        .flatMap(Object.keys)
        .find((name) => !(name in schemesOf(own)))
      const place = operation.security === undefined ? pointer : `${pointer}/security`
      if (unknown) yield [place, `components.securitySchemes has no ${unknown}.`]
    }
  },

  *'a security scheme that the service cannot verify'({ own }) {
    for (const name of unverifiedIn(own).filter((one) => isNeeded(own, one)))
      yield [
        `/components/securitySchemes/${escapeKey(name)}`,
        `The service cannot verify ${name}: use apiKey, oauth2, openIdConnect, or http with bearer or basic.`,
      ]
  },

  *'a name of an API key that no request can have'({ own }) {
    for (const name of Object.keys(schemesOf(own))) {
      const { in: place, name: key = '' } = credentialOf(own, name) ?? {}
      if ((place !== 'header' && place !== 'cookie') || /^[\w!#%&*+.^|~-]+$/.test(key)) continue
      yield [
        `/components/securitySchemes/${escapeKey(name)}/name`,
        `No ${place} has the name ${key}: use letters, digits, - and _.`,
      ]
    }
  },

  *'an Idempotency-Key of a GET'({ own }) {
    for (const { operation, method, pointer } of operationsOf(own)) {
      if (method === 'get' && 'x-idempotency-key' in operation)
        yield [
          `${pointer}/x-idempotency-key`,
          'A GET can be repeated without an Idempotency-Key: remove x-idempotency-key.',
        ]
    }
  },
}

/** They are honoured: nothing else in the contract depends on them. */
export const requestWarnings: Checks<Written> = {
  *'a callback or a webhook'({ own }) {
    const text = 'Nothing sends this request, unless a handler does.'
    if (own.webhooks) yield ['/webhooks', text]
    for (const { operation, pointer } of operationsOf(own))
      if (operation.callbacks) yield [`${pointer}/callbacks`, text]
  },

  *'a security scheme that the service cannot verify, beside another one'({ own }) {
    for (const name of unverifiedIn(own).filter((one) => !isNeeded(own, one)))
      yield [
        `/components/securitySchemes/${escapeKey(name)}`,
        `The service cannot verify ${name}: requests need another alternative of their operation.`,
      ]
  },
}

/** The schemes that the service cannot verify. */
function unverifiedIn(own: Written['own']): string[] {
  return Object.keys(schemesOf(own)).filter((name) => credentialOf(own, name) === undefined)
}

/** Whether an operation has no other alternative. */
function isNeeded(own: Written['own'], scheme: string): boolean {
  return operationsOf(own).some(({ operation }) => {
    const names = requirementsOf(own, operation).map(Object.keys)
    const isOpen = names.length === 0 || names.some(({ length }) => length === 0)
    return !isOpen && names.flat().includes(scheme) && securityOf(own, operation) === undefined
  })
}
