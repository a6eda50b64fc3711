// Variations of valid requests whose outcome depends on stored items, entity tags and keys, or on the token.
import * as fc from 'fast-check'
import { getParameters, isOfItem, needsToken, parametersIn, takes } from '../contract/operations.ts'
import { type Draft, refused, refusedHeaders, setHeader, type Variation, withToken } from './draft.ts'
import type { OutcomeDetails } from './outcome.ts'
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

function withTokens(draft: Draft, tokens: string[], status: '401' | '403', details: OutcomeDetails): Draft[] {
  return tokens.map((token) => refused(withToken(draft, token), status, details))
}

function notModified(draft: Draft, because: string): Draft {
  return { ...draft, outcomes: [...draft.outcomes, { order: Number.MAX_VALUE, status: 304, because }] }
}

export const stateVariations: Variation[] = [
  {
    name: 'a token that is not valid',
    sentence: 'The request has no valid token.',
    sends: 'tokens that are expired, changed or of another issuer',
    accepts: '401 with `invalid_token`',
    changes: ['token'],
    fits: needsToken,
    apply: (draft, because) => withTokens(draft, foreignTokens, '401', { because, tokenError: 'invalid_token' }),
  },
  {
    name: 'a token that lacks a scope',
    sentence: 'The token is valid, but it lacks the scope that this operation needs.',
    sends: 'a token that can only read, only write, or nothing',
    accepts: '403 that names the scope',
    changes: ['token'],
    fits: ({ scopes }) => scopes.length > 0,
    apply: (draft, because) => {
      const { contract, scopes: needed } = draft.operation
      const { read, write } = contract.scopes
      const given = { '{noScopeToken}': [], '{readToken}': read, '{writeToken}': write }
      const isLacking = (scopes: string[]) => needed.some((one) => !scopes.includes(one))
      const tokens = Object.entries<string[]>(given).flatMap(([token, scopes]) => (isLacking(scopes) ? [token] : []))
      // The service names the first scope that is missing.
      const scope = needed.length === 1 ? { scope: needed.join() } : {}
      return withTokens(draft, tokens, '403', { because, tokenError: 'insufficient_scope', ...scope })
    },
  },
  {
    name: 'an item that does not exist',
    sentence: 'The path does not exist, or you have no such ….',
    sends: 'a new identifier',
    accepts: '404',
    changes: ['path'],
    // A PUT with 201 creates it.
    fits: (operation) =>
      isOfItem(operation, parametersIn(operation.path).at(-1) ?? '') &&
      !(operation.method === 'PUT' && operation.responses.has(201)),
    apply: (draft, because) => {
      const last = parametersIn(draft.operation.path).at(-1) ?? ''
      const { schema } = getParameters(draft.operation, 'path').find(({ name }) => name === last) ?? {}
      const path = draft.path.replace(`{${last}}`, schema?.isValid(1) ? '{newInteger}' : '{newId}')
      return [refused({ ...draft, path }, '404 for the item', { because })]
    },
  },
  {
    name: 'an entity tag that is current',
    sentence: 'If one of them equals the current `ETag` (weak comparison), the service returns 304',
    sends: 'the current tag, weak or in a list, as `If-None-Match`',
    accepts: '304 for a read, 412 for a write',
    changes: ['header'],
    fits: (operation) => takes(operation, 'If-None-Match'),
    apply: (draft, because) => {
      const { method, path } = draft.operation
      // The set-up knows no tag for a request that adds to a list.
      const known = method === 'GET' || path.endsWith('}') ? ['{etag}', 'W/{etag}', '"x", {etag}'] : []
      if (method !== 'GET') return refusedHeaders(draft, 'If-None-Match', ['*', ...known], '412', { because })
      return ['*', ...known].map((tags) => notModified(setHeader(draft, 'If-None-Match', tags), because))
    },
  },
  {
    name: 'an entity tag that is not current',
    sentence: 'If none of them equals the `ETag` of the … (strong comparison), the service returns 412',
    sends: 'other tags, and the weak one, as `If-Match`',
    accepts: '412',
    changes: ['header'],
    fits: (operation) => takes(operation, 'If-Match'),
    apply: (draft, because) => {
      const schema = draft.operation.parameters.find(({ name }) => name === 'If-Match')?.schema
      const known = otherTags.filter((tags) => tags.includes('{') || isValid(schema, tags))
      const random = valid(schema).filter((tags) => isHeaderValue(String(tags)) && tags !== '*')
      return fc
        .oneof(known, random)
        .map((tags) => refused(setHeader(draft, 'If-Match', String(tags)), '412', { because }))
    },
  },
  {
    name: 'a date condition that is false',
    sentence: 'If `Last-Modified` is later, the service returns 412',
    sends: 'dates in the three formats of HTTP',
    accepts: '412, or 304 for `If-Modified-Since`',
    changes: ['header'],
    fits: (operation) => takes(operation, 'If-Unmodified-Since'),
    apply: (draft, because) => {
      // Tags take the place of dates.
      const untagged = setHeader(setHeader(draft, 'If-Match'), 'If-None-Match')
      const changed = refusedHeaders(untagged, 'If-Unmodified-Since', earlierDates, '412', { because })
      if (draft.operation.method !== 'GET') return changed
      const unchanged = laterDates.map((date) => setHeader(untagged, 'If-Modified-Since', date))
      return [...changed, ...unchanged.map((known) => notModified(known, because))]
    },
  },
]
