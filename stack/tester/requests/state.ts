// Variations of valid requests whose outcome depends on stored items, entity tags and keys, or on the token.
import * as fc from 'fast-check'
import { getParameters, isOfItem, needsToken, parametersIn, takes } from '../contract/operations.ts'
import type { OutcomeDetails } from './outcome.ts'
import { type RequestTemplate, refuse, refuseEach, setHeader, type Variation, withToken } from './template.ts'
import { isHeaderValue } from './texts.ts'
import { isValid, valid } from './values.ts'

/** Earlier and later than every change, in the formats of RFC 9110, 5.6.7. */
export const earlierDates = [
  'Sun, 06 Nov 1994 08:49:37 GMT',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
]
export const laterDates = [
  'Fri, 31 Dec 9999 23:59:59 GMT',
  'Saturday, 06-Nov-49 08:49:37 GMT',
  'Fri Dec 31 23:59:59 9999',
]

const foreignTokens = ['a', 'a.b.c', '{otherToken}', '{token}x', '{expiredToken}', `${'a'.repeat(4000)}==`]
const otherTags = fc.constantFrom('"x"', 'W/{etag}', 'W/"a", "b"', '"a,b"', ',')

function withTokens(
  template: RequestTemplate,
  tokens: string[],
  status: '401' | '403',
  details: OutcomeDetails,
): RequestTemplate[] {
  return tokens.map((token) => refuse(withToken(template, token), status, details))
}

function notModified(template: RequestTemplate, because: string): RequestTemplate {
  return { ...template, outcomes: [...template.outcomes, { order: Number.MAX_VALUE, status: 304, because }] }
}

export const stateVariations: Variation[] = [
  {
    name: 'a token that is not valid',
    sentence: 'The request has no valid token.',
    sends: 'tokens that are expired, changed or of another issuer',
    accepts: '401 with `invalid_token`',
    changedParts: ['token'],
    fits: needsToken,
    apply: (template, because) => withTokens(template, foreignTokens, '401', { because, tokenError: 'invalid_token' }),
  },
  {
    name: 'a token that lacks a scope',
    sentence: 'The token is valid, but it lacks the scope that this operation needs.',
    sends: 'a token that can only read, only write, or nothing',
    accepts: '403 that names the scope',
    changedParts: ['token'],
    fits: ({ scopes }) => scopes.length > 0,
    apply: (template, because) => {
      const { contract, scopes: neededScopes } = template.operation
      const { read, write } = contract.scopes
      const scopesOfTokens = { '{noScopeToken}': [], '{readToken}': read, '{writeToken}': write }
      const isLacking = (scopes: string[]) => neededScopes.some((scope) => !scopes.includes(scope))
      const tokens = Object.entries<string[]>(scopesOfTokens).flatMap(([token, scopes]) =>
        isLacking(scopes) ? [token] : [],
      )
      // The service names the first scope that is missing.
      const scope = neededScopes.length === 1 ? { scope: neededScopes.join() } : {}
      return withTokens(template, tokens, '403', { because, tokenError: 'insufficient_scope', ...scope })
    },
  },
  {
    name: 'an item that does not exist',
    sentence: 'The path does not exist, or you have no such ….',
    sends: 'a new identifier',
    accepts: '404',
    changedParts: ['path'],
    // A PUT with 201 creates it.
    fits: (operation) =>
      isOfItem(operation, parametersIn(operation.path).at(-1) ?? '') &&
      !(operation.method === 'PUT' && operation.responses.has(201)),
    apply: (template, because) => {
      const last = parametersIn(template.operation.path).at(-1) ?? ''
      const { schema } = getParameters(template.operation, 'path').find(({ name }) => name === last) ?? {}
      const path = template.path.replace(`{${last}}`, schema?.isValid(1) ? '{newInteger}' : '{newId}')
      return [refuse({ ...template, path }, '404 for the item', { because })]
    },
  },
  {
    name: 'an entity tag that is current',
    sentence: 'If one of them equals the current `ETag` (weak comparison), the service returns 304',
    sends: 'the current tag, weak or in a list, as `If-None-Match`',
    accepts: '304 for a read, 412 for a write',
    changedParts: ['header'],
    fits: (operation) => takes(operation, 'If-None-Match'),
    apply: (template, because) => {
      const { method, path } = template.operation
      // The set-up knows no tag for a request that adds to a list.
      const known = method === 'GET' || path.endsWith('}') ? ['{etag}', 'W/{etag}', '"x", {etag}'] : []
      if (method !== 'GET') return refuseEach(template, 'If-None-Match', ['*', ...known], '412', { because })
      return ['*', ...known].map((tags) => notModified(setHeader(template, 'If-None-Match', tags), because))
    },
  },
  {
    name: 'an entity tag that is not current',
    sentence: 'If none of them equals the `ETag` of the … (strong comparison), the service returns 412',
    sends: 'other tags, and the weak one, as `If-Match`',
    accepts: '412',
    changedParts: ['header'],
    fits: (operation) => takes(operation, 'If-Match'),
    apply: (template, because) => {
      const schema = template.operation.parameters.find(({ name }) => name === 'If-Match')?.schema
      const known = otherTags.filter((tags) => tags.includes('{') || isValid(schema, tags))
      const random = valid(schema).filter((tags) => isHeaderValue(String(tags)) && tags !== '*')
      return fc
        .oneof(known, random)
        .map((tags) => refuse(setHeader(template, 'If-Match', String(tags)), '412', { because }))
    },
  },
  {
    name: 'a date condition that is false',
    sentence: 'If `Last-Modified` is later, the service returns 412',
    sends: 'dates in the three formats of HTTP',
    accepts: '412, or 304 for `If-Modified-Since`',
    changedParts: ['header'],
    fits: (operation) => takes(operation, 'If-Unmodified-Since'),
    apply: (template, because) => {
      // Tags take the place of dates.
      const untagged = setHeader(setHeader(template, 'If-Match'), 'If-None-Match')
      const changed = refuseEach(untagged, 'If-Unmodified-Since', earlierDates, '412', { because })
      if (template.operation.method !== 'GET') return changed
      const unchanged = laterDates.map((date) => setHeader(untagged, 'If-Modified-Since', date))
      return [...changed, ...unchanged.map((known) => notModified(known, because))]
    },
  },
]
