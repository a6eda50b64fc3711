// Requests in order whose answer hangs on what is kept: plants, entity tags, keys, cursors, and who is known.
import * as fc from 'fast-check'
import { type ContractOperation, operations } from '../contract/openapi.ts'
import { type Difference, type Draft, errorOutcome, type Outcome, withOutcome } from './draft.ts'
import { isFieldValue } from './encoding.ts'
import { isValid, valid } from './values.ts'
import { setField, setQuery } from './variation.ts'

/** A sound request becomes one that what is kept decides on. */
export interface Turn {
  family: Difference
  touches: string[]
  fits: (operation: ContractOperation) => boolean
  turn: (draft: Draft) => fc.Arbitrary<Draft>
}

const hasParameter = (name: string) => (operation: ContractOperation) =>
  operation.parameters.some((one) => one.name === name)
const hasAnswer = (status: number) => (operation: ContractOperation) => operation.answers.has(status)

function error(draft: Draft, entry: string, because: Difference, field?: Outcome['field']): Outcome {
  return errorOutcome(draft.operation, entry, field === undefined ? { because } : { because, field })
}

const otherTags = fc.constantFrom('"x"', 'W/{etag}', 'W/"a", "b"', '"a,b"', ',')

export const turns: Turn[] = [
  {
    family: 'a token that is not known',
    touches: ['token'],
    fits: () => true,
    turn: (draft) =>
      fc
        .constantFrom('a', 'a.b.c', '{otherToken}', '{expiredToken}', '{token}x', `${'a'.repeat(4000)}==`)
        .map((token) => {
          const refused = setField(draft, 'Authorization', `Bearer ${token}`)
          return withOutcome(refused, error(draft, '401', 'a token that is not known'))
        }),
  },
  {
    family: 'a token that lacks a scope',
    touches: ['token'],
    fits: ({ scopes }) => scopes.length > 0,
    turn: (draft) => {
      const others = operations
        .flatMap(({ scopes }) => scopes)
        .filter((scope) => !draft.operation.scopes.includes(scope))
      const names = ['noScopeToken', ...others.map((scope) => `${scope}Token`.replace(':', '_'))]
      return fc.constantFrom(...names).map((name) => {
        const refused = setField(draft, 'Authorization', `Bearer {${name}}`)
        return withOutcome(refused, error(draft, '403', 'a token that lacks a scope'))
      })
    },
  },
  {
    family: 'a cursor that nobody was given',
    touches: ['query'],
    fits: hasParameter('cursor'),
    turn: (draft) => {
      const { schema = '' } = draft.operation.parameters.find(({ name }) => name === 'cursor') ?? {}
      return fc.oneof(valid(schema).map(String), fc.constant('{otherCursor}')).map((cursor) => {
        const outcome = error(draft, '400', 'a cursor that nobody was given', { parameter: 'cursor' })
        const setUp = cursor === '{otherCursor}' ? 'a page' : draft.setUp
        return withOutcome({ ...setQuery(draft, 'cursor', `cursor=${cursor}`), setUp }, outcome)
      })
    },
  },
  {
    family: 'a plant that is not there',
    touches: ['path'],
    fits: ({ path }) => path.includes('{id}'),
    turn: (draft) =>
      fc.constantFrom('{newId}', '{otherId}', '{deletedId}').map((id) => {
        const target = { ...draft.target, path: draft.target.path.replace('{id}', id) }
        const setUp = id === '{otherId}' ? "somebody else's plant" : draft.setUp
        return withOutcome({ ...draft, target, setUp }, error(draft, '404 for the plant', 'a plant that is not there'))
      }),
  },
  {
    family: 'a key used before',
    touches: ['header', 'body'],
    fits: hasAnswer(422),
    turn: (draft) =>
      fc
        .constantFrom('{key}', '"{key}"')
        .map((key) =>
          withOutcome(
            { ...setField(draft, 'Idempotency-Key', key), setUp: 'a used key' },
            error(draft, '422', 'a key used before'),
          ),
        ),
  },
  {
    family: 'an entity tag that is current',
    touches: ['header'],
    fits: hasAnswer(304),
    turn: (draft) =>
      fc.constantFrom('*', '{etag}', 'W/{etag}', '"x", {etag}').map((tags) =>
        withOutcome(setField(draft, 'If-None-Match', tags), {
          order: Number.MAX_VALUE,
          status: 304,
          because: 'an entity tag that is current',
        }),
      ),
  },
  {
    family: 'an entity tag that is not current',
    touches: ['header'],
    fits: hasAnswer(412),
    turn: (draft) => {
      const { schema = '' } = draft.operation.parameters.find(({ name }) => name === 'If-Match') ?? {}
      const random = valid(schema)
        .map(String)
        .filter((tags) => isFieldValue(tags) && tags !== '*')
      return fc
        .oneof(otherTags, random)
        .filter((tags) => tags.includes('{') || isValid(schema, tags))
        .map((tags) =>
          withOutcome(setField(draft, 'If-Match', tags), error(draft, '412', 'an entity tag that is not current')),
        )
    },
  },
]
