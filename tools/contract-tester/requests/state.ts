// Variations of valid requests whose outcome depends on stored plants, entity tags and keys, or on the token.
import * as fc from 'fast-check'
import { type ContractOperation, operations } from '../contract/openapi.ts'
import { type Draft, setHeader, setPath, type Variation, withOutcome } from './draft.ts'
import { isHeaderValue } from './encoding.ts'
import { type Circumstance, errorOutcome, type Outcome } from './outcome.ts'
import { isValid, valid } from './values.ts'

const hasResponse = (status: number) => (operation: ContractOperation) => operation.responses.has(status)
const schemaOf = ({ operation }: Draft, parameter: string) =>
  operation.parameters.find(({ name }) => name === parameter)?.schema ?? ''

function refused(
  draft: Draft,
  entry: string,
  because: Circumstance,
  details: Pick<Outcome, 'tokenError' | 'scope'> = {},
): Draft {
  return withOutcome(draft, errorOutcome(draft.operation, entry, { because, ...details }))
}

/** Earlier and later than every change, in the formats of RFC 9110, 5.6.7. */
export const earlierDates = fc.constantFrom(
  'Sun, 06 Nov 1994 08:49:37 GMT',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
)
export const laterDates = fc.constantFrom(
  'Fri, 31 Dec 9999 23:59:59 GMT',
  'Saturday, 06-Nov-49 08:49:37 GMT',
  'Fri Dec 31 23:59:59 9999',
)

const otherTags = fc.constantFrom('"x"', 'W/{etag}', 'W/"a", "b"', '"a,b"', ',')

export const stateVariations: (Variation & { family: Circumstance })[] = [
  {
    family: 'a token that is not valid',
    changes: ['token'],
    apply: (draft) =>
      fc
        .constantFrom('a', 'a.b.c', '{otherToken}', '{token}x', `${'a'.repeat(4000)}==`)
        .map((token) => setHeader(draft, 'Authorization', `Bearer ${token}`))
        .map((changed) => refused(changed, '401', 'a token that is not valid', { tokenError: 'invalid_token' })),
  },
  {
    family: 'a token that has expired',
    changes: ['token'],
    apply: (draft) => {
      const changed = setHeader(draft, 'Authorization', 'Bearer {expiredToken}')
      return fc.constant(refused(changed, '401', 'a token that has expired', { tokenError: 'invalid_token' }))
    },
  },
  {
    family: 'a token that lacks a scope',
    changes: ['token'],
    fits: ({ scopes }) => scopes.length > 0,
    apply: (draft) => {
      const others = operations.flatMap(({ scopes }) => scopes).filter((one) => !draft.operation.scopes.includes(one))
      const names = ['noScopeToken', ...others.map((scope) => `${scope}Token`.replace(':', '_'))]
      return fc
        .constantFrom(...names)
        .map((name) => setHeader(draft, 'Authorization', `Bearer {${name}}`))
        .map((changed) => {
          const details = { tokenError: 'insufficient_scope' as const, scope: draft.operation.scopes.join(' ') }
          return refused(changed, '403', 'a token that lacks a scope', details)
        })
    },
  },
  {
    family: 'a plant that does not exist',
    changes: ['path'],
    fits: ({ path }) => path.includes('{id}'),
    apply: (draft) =>
      fc.constantFrom('{newId}', '{otherId}', '{deletedId}').map((id) => {
        const changed = setPath(draft, draft.target.path.replace('{id}', id))
        const setUp = id === '{otherId}' ? "somebody else's plant" : draft.setUp
        return refused({ ...changed, setUp }, '404 for the plant', 'a plant that does not exist')
      }),
  },
  {
    family: 'an idempotency key used before',
    changes: ['header', 'body'],
    fits: hasResponse(422),
    apply: (draft) =>
      fc
        .constantFrom('{key}', '"{key}"')
        .map((key): Draft => ({ ...setHeader(draft, 'Idempotency-Key', key), setUp: 'a used key' }))
        .map((changed) => refused(changed, '422', 'an idempotency key used before')),
  },
  {
    family: 'an entity tag that is current',
    changes: ['header'],
    fits: ({ parameters }) => parameters.some(({ name }) => name === 'If-None-Match'),
    apply: (draft) => {
      const { method, path } = draft.operation
      const because = 'an entity tag that is current'
      // The set-up knows no tag for a request that adds to a list.
      const tags = method === 'GET' || path.includes('{id}') ? ['{etag}', 'W/{etag}', '"x", {etag}'] : []
      return fc
        .constantFrom('*', ...tags)
        .map((tags) => setHeader(draft, 'If-None-Match', tags))
        .map((changed) =>
          method === 'GET'
            ? withOutcome(changed, { order: Number.MAX_VALUE, status: 304, because })
            : refused(changed, '412', because),
        )
    },
  },
  {
    family: 'an entity tag that is not current',
    changes: ['header'],
    fits: hasResponse(412),
    apply: (draft) => {
      const schema = schemaOf(draft, 'If-Match')
      const random = valid(schema)
        .map(String)
        .filter((tags) => isHeaderValue(tags) && tags !== '*')
      return fc
        .oneof(otherTags, random)
        .filter((tags) => tags.includes('{') || isValid(schema, tags))
        .map((tags) => setHeader(draft, 'If-Match', tags))
        .map((changed) => refused(changed, '412', 'an entity tag that is not current'))
    },
  },
  {
    family: 'a date condition that is false',
    changes: ['header'],
    fits: ({ parameters }) => parameters.some(({ name }) => name === 'If-Unmodified-Since'),
    apply: (draft) => {
      const because = 'a date condition that is false'
      // Tags take the place of dates.
      const untagged = setHeader(setHeader(draft, 'If-Match'), 'If-None-Match')
      const changed = earlierDates.map((date) =>
        refused(setHeader(untagged, 'If-Unmodified-Since', date), '412', because),
      )
      const unchanged = laterDates
        .map((date) => setHeader(untagged, 'If-Modified-Since', date))
        .map((known) => withOutcome(known, { order: Number.MAX_VALUE, status: 304, because }))
      return draft.operation.method === 'GET' ? fc.oneof(changed, unchanged) : changed
    },
  },
]
