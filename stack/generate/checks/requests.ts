// Requests that the pipeline does not read, or does not authenticate, as the contract says.

import { type Node, nodeOf, resolved } from '../complete/node.ts'
import { listOf, operationsOf } from '../complete/operations.ts'
import type { Written } from '../contract.ts'
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

  *'a choice of tokens'({ own }) {
    for (const { operation, pointer } of operationsOf(own)) {
      const requirements = listOf(operation.security ?? own.security).map(nodeOf)
      const [names, ...others] = requirements.map(Object.keys)
      if (names === undefined) continue
      const place = operation.security === undefined ? pointer : `${pointer}/security`
      const unknown = names.find((name) => !(name in schemesOf(own)))
      if (unknown) yield [place, `components.securitySchemes has no ${unknown}.`]
      if (names.length === 1 && others.length === 0) continue
      yield [
        place,
        'The service takes one token for each operation: state one security requirement with one scheme, or none.',
      ]
    }
  },

  *'operations with different security schemes'({ own }) {
    const [first, ...others] = operationsOf(own).flatMap(({ operation, pointer }) => {
      const [name] = listOf(operation.security ?? own.security).flatMap((one) => Object.keys(nodeOf(one)))
      return name === undefined ? [] : [{ name, pointer }]
    })
    for (const { name, pointer } of others.filter((one) => one.name !== first?.name))
      yield [pointer, `One issuer makes all tokens: write the security scheme ${first?.name} instead of ${name}.`]
  },

  *'a security scheme without a bearer token'({ own }) {
    for (const [name, value] of Object.entries(schemesOf(own))) {
      const { type, scheme } = resolved(own, value)
      const isBearer = type === 'http' && String(scheme).toLowerCase() === 'bearer'
      if (isBearer || type === 'oauth2' || type === 'openIdConnect') continue
      yield [
        `/components/securitySchemes/${name}`,
        `The service takes only bearer tokens: write type: http, scheme: bearer for ${name}.`,
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
}

function schemesOf(own: Node): Node {
  return nodeOf(nodeOf(own.components).securitySchemes)
}
