// Variations of valid requests whose outcome depends on stored plants, entity tags and keys, or on the token.
import * as fc from 'fast-check'
import { type ContractOperation, operations } from '../contract/openapi.ts'
import { type Draft, refused, setHeader, type Variation, withOutcome } from './draft.ts'
import { isHeaderValue } from './encoding.ts'
import type { Circumstance } from './outcome.ts'
import { isValid, valid } from './values.ts'

const hasResponse = (status: number) => (operation: ContractOperation) => operation.responses.has(status)
const hasParameter =
  (name: string) =>
  ({ parameters }: ContractOperation) =>
    parameters.some((one) => one.name === name)

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

const otherTags = fc.constantFrom('"x"', 'W/{etag}', 'W/"a", "b"', '"a,b"', ',')
const foreignTokens = ['a', 'a.b.c', '{otherToken}', '{token}x', `${'a'.repeat(4000)}==`]

function withToken(draft: Draft, token: string): Draft {
  return setHeader(draft, 'Authorization', `Bearer ${token}`)
}

function notModified(draft: Draft, because: Circumstance): Draft {
  return withOutcome(draft, { order: Number.MAX_VALUE, status: 304, because })
}

export const stateVariations: (Variation & { family: Circumstance })[] = [
  {
    family: 'a token that is not valid',
    changes: ['token'],
    apply: (draft) => {
      const details = { because: 'a token that is not valid', tokenError: 'invalid_token' } as const
      return foreignTokens.map((token) => refused(withToken(draft, token), '401', details))
    },
  },
  {
    family: 'a token that has expired',
    changes: ['token'],
    apply: (draft) => {
      const details = { because: 'a token that has expired', tokenError: 'invalid_token' } as const
      return [refused(withToken(draft, '{expiredToken}'), '401', details)]
    },
  },
  {
    family: 'a token that lacks a scope',
    changes: ['token'],
    fits: ({ scopes }) => scopes.length > 0,
    apply: (draft) => {
      const needed = draft.operation.scopes
      const others = operations.flatMap(({ scopes }) => scopes).filter((one) => !needed.includes(one))
      const names = ['noScopeToken', ...others.map((scope) => `${scope}Token`.replace(':', '_'))]
      const error = { because: 'a token that lacks a scope', tokenError: 'insufficient_scope' } as const
      return names.map((name) => refused(withToken(draft, `{${name}}`), '403', { ...error, scope: needed.join(' ') }))
    },
  },
  {
    family: 'a plant that does not exist',
    changes: ['path'],
    fits: ({ path }) => path.includes('{id}'),
    apply: (draft) =>
      ['{newId}', '{otherId}', '{deletedId}'].map((id) => {
        const changed = { ...draft, path: draft.path.replace('{id}', id) }
        return refused(changed, '404 for the plant', { because: 'a plant that does not exist' })
      }),
  },
  {
    family: 'an idempotency key used before',
    changes: ['header', 'body'],
    fits: hasResponse(422),
    apply: (draft) =>
      ['{key}', '"{key}"'].map((key) =>
        refused(setHeader(draft, 'Idempotency-Key', key), '422', { because: 'an idempotency key used before' }),
      ),
  },
  {
    family: 'an entity tag that is current',
    changes: ['header'],
    fits: hasParameter('If-None-Match'),
    apply: (draft) => {
      const { method, path } = draft.operation
      const because = 'an entity tag that is current'
      // The set-up knows no tag for a request that adds to a list.
      const known = method === 'GET' || path.includes('{id}') ? ['{etag}', 'W/{etag}', '"x", {etag}'] : []
      return ['*', ...known].map((tags) => {
        const changed = setHeader(draft, 'If-None-Match', tags)
        return method === 'GET' ? notModified(changed, because) : refused(changed, '412', { because })
      })
    },
  },
  {
    family: 'an entity tag that is not current',
    changes: ['header'],
    fits: hasResponse(412),
    apply: (draft) => {
      const schema = draft.operation.parameters.find(({ name }) => name === 'If-Match')?.schema ?? ''
      const random = valid(schema).map(String)
      return fc
        .oneof(
          otherTags.filter((tags) => tags.includes('{') || isValid(schema, tags)),
          random.filter((tags) => isHeaderValue(tags) && tags !== '*'),
        )
        .map((tags) => setHeader(draft, 'If-Match', tags))
        .map((changed) => refused(changed, '412', { because: 'an entity tag that is not current' }))
    },
  },
  {
    family: 'a date condition that is false',
    changes: ['header'],
    fits: hasParameter('If-Unmodified-Since'),
    apply: (draft) => {
      const because = 'a date condition that is false'
      // Tags take the place of dates.
      const untagged = setHeader(setHeader(draft, 'If-Match'), 'If-None-Match')
      const changed = earlierDates.map((date) =>
        refused(setHeader(untagged, 'If-Unmodified-Since', date), '412', { because }),
      )
      if (draft.operation.method !== 'GET') return changed
      const unchanged = laterDates.map((date) => setHeader(untagged, 'If-Modified-Since', date))
      return [...changed, ...unchanged.map((known) => notModified(known, because))]
    },
  },
]
