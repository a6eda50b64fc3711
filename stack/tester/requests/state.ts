// Variations of valid requests whose outcome depends on the token, on stored items or on their entity tags.
import * as fc from 'fast-check'
import { getParameters, getPathParameterNames, namesItem, needsToken, supports } from '../contract/operations.ts'
import type { OutcomeDetails } from './outcome.ts'
import { type RequestTemplate, setHeader, type Variation, withError, withErrors, withToken } from './template.ts'
import { isHeaderValue } from './texts.ts'
import { isValid, valid } from './values.ts'

/** Dates before every change, and after it, in the three formats of RFC 9110, 5.6.7. */
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
  return tokens.map((token) => withError(withToken(template, token), status, details))
}

function notModified(template: RequestTemplate, cause: string): RequestTemplate {
  return { ...template, outcomes: [...template.outcomes, { order: Number.MAX_VALUE, status: 304, cause }] }
}

export const stateVariations: Variation[] = [
  {
    name: 'a token that is not valid',
    sentence: 'The request has no valid token.',
    sends: 'tokens that are expired, changed or of another issuer',
    accepts: '401 with `invalid_token`',
    changedParts: ['token'],
    fits: needsToken,
    apply: (template, cause) => withTokens(template, foreignTokens, '401', { cause, tokenError: 'invalid_token' }),
  },
  {
    name: 'a token that lacks a scope',
    sentence: 'The token is valid, but it lacks the scope that this operation needs.',
    sends: 'tokens with read scopes only, with write scopes only, and without scopes',
    accepts: '403; a `scope` in the challenge is the missing one',
    changedParts: ['token'],
    fits: ({ scopes }) => scopes.length > 0,
    apply: (template, cause) => {
      const { contract, scopes: neededScopes } = template.operation
      const { read, write } = contract.scopes
      const scopesOfTokens = { '{noScopeToken}': [], '{readToken}': read, '{writeToken}': write }
      const lacksScope = (scopes: string[]) => neededScopes.some((scope) => !scopes.includes(scope))
      const tokens = Object.entries<string[]>(scopesOfTokens).flatMap(([token, scopes]) =>
        lacksScope(scopes) ? [token] : [],
      )
      // If the operation needs several scopes, the service names the first that is missing.
      const scope = neededScopes.length === 1 ? { scope: neededScopes.join() } : {}
      return withTokens(template, tokens, '403', { cause, tokenError: 'insufficient_scope', ...scope })
    },
  },
  {
    name: 'an item that does not exist',
    sentence: 'The path does not exist, or you have no such ….',
    sends: 'a random identifier',
    accepts: '404',
    changedParts: ['path'],
    // A PUT that documents 201 creates the item.
    fits: (operation) =>
      namesItem(operation, getPathParameterNames(operation.path).at(-1) ?? '') &&
      !(operation.method === 'PUT' && operation.responses.has(201)),
    apply: (template, cause) => {
      const last = getPathParameterNames(template.operation.path).at(-1) ?? ''
      const { schema } = getParameters(template.operation, 'path').find(({ name }) => name === last) ?? {}
      const path = template.path.replace(`{${last}}`, schema?.isValid(1) ? '{newInteger}' : '{newId}')
      return [withError({ ...template, path }, '404 for the item', { cause })]
    },
  },
  {
    name: 'an entity tag that is current',
    sentence: 'If one of them equals the current `ETag` (weak comparison), the service returns 304',
    sends: '`*` or the current tag, also weak or in a list, as `If-None-Match`',
    accepts: '304 for a read, 412 for a write',
    changedParts: ['header'],
    fits: (operation) => supports(operation, 'If-None-Match'),
    apply: (template, cause) => {
      const { method, path } = template.operation
      // For a POST to a list, `setUp` does not read the tag of the list.
      const known = method === 'GET' || path.endsWith('}') ? ['{etag}', 'W/{etag}', '"x", {etag}'] : []
      if (method !== 'GET') return withErrors(template, 'If-None-Match', ['*', ...known], '412', { cause })
      return ['*', ...known].map((tags) => notModified(setHeader(template, 'If-None-Match', tags), cause))
    },
  },
  {
    name: 'an entity tag that is not current',
    sentence: 'If none of them equals the `ETag` of the … (strong comparison), the service returns 412',
    sends: 'other tags, and the current tag as a weak one, as `If-Match`',
    accepts: '412',
    changedParts: ['header'],
    fits: (operation) => supports(operation, 'If-Match'),
    apply: (template, cause) => {
      const schema = template.operation.parameters.find(({ name }) => name === 'If-Match')?.schema
      const known = otherTags.filter((tags) => tags.includes('{') || isValid(schema, tags))
      const random = valid(schema).filter((tags) => isHeaderValue(String(tags)) && tags !== '*')
      return fc
        .oneof(known, random)
        .map((tags) => withError(setHeader(template, 'If-Match', String(tags)), '412', { cause }))
    },
  },
  {
    name: 'a date condition that is false',
    sentence: 'If `Last-Modified` is later, the service returns 412',
    sends: 'dates in the three formats of HTTP',
    accepts: '412, or 304 for `If-Modified-Since`',
    changedParts: ['header'],
    fits: (operation) => supports(operation, 'If-Unmodified-Since'),
    apply: (template, cause) => {
      // With If-Match or If-None-Match, the service ignores dates.
      const untagged = setHeader(setHeader(template, 'If-Match'), 'If-None-Match')
      const changed = withErrors(untagged, 'If-Unmodified-Since', earlierDates, '412', { cause })
      if (template.operation.method !== 'GET') return changed
      const unchanged = laterDates.map((date) => setHeader(untagged, 'If-Modified-Since', date))
      return [...changed, ...unchanged.map((known) => notModified(known, cause))]
    },
  },
]
