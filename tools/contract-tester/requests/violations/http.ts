// What is no HTTP, or more of it than the service takes. Nothing else of such a request is looked at.
import * as fc from 'fast-check'
import { limits } from '../../contract/openapi.ts'
import { type Draft, errorOutcome, type Outcome, withOutcome } from '../draft.ts'
import { type Fault, setField } from '../variation.ts'

/** It closes the connection, and no other fault goes with it. */
export const alone = '*'

// Before the order of errors begins: the head could not even be read.
function unreadable(status: 417 | 431): Outcome {
  const type = { 417: '/problems/expectation-failed', 431: '/problems/header-fields-too-large' }[status]
  return { order: -1, status, type }
}

const malformedHeads: ((draft: Draft) => Draft)[] = [
  (draft) => setField(draft, 'Host'),
  (draft) => setField(draft, 'Host', '{host}', '{host}'),
  (draft) => ({ ...draft, target: { ...draft.target, query: [...draft.target.query, 'a#b'] } }),
  (draft) => ({ ...draft, method: draft.method.toLowerCase() }),
  (draft) => ({ ...draft, method: 'BREW' }),
  (draft) => ({ ...draft, fields: [...draft.fields, ['X Y', 'a']] }),
  (draft) => ({ ...draft, fields: [...draft.fields, ['X-Control', 'a\u0001b']] }),
  (draft) => ({ ...draft, fields: [...draft.fields, ['Content-Length', '1'], ['Content-Length', '2']] }),
  (draft) => ({ ...draft, fields: [...draft.fields, ['Content-Length', 'x']] }),
  (draft) => ({ ...draft, target: { ...draft.target, path: `${draft.target.path} x` } }),
  (draft) => ({ ...draft, target: { ...draft.target, path: draft.target.path.replace('/', '\\\\') } }),
]

export const httpFaults: Fault[] = [
  {
    family: 'malformed heads',
    touches: [alone],
    spoil: (draft) =>
      fc
        .constantFrom(...malformedHeads)
        .map((change) => withOutcome(change(draft), errorOutcome(undefined, '400 for a malformed request'))),
  },
  {
    family: 'large heads',
    touches: [alone],
    spoil: (draft) =>
      fc
        .integer({ min: limits.headBytes, max: limits.headBytes * 2 })
        .map((length) => withOutcome(setField(draft, 'X-Large', 'a'.repeat(length)), unreadable(431))),
  },
  {
    family: 'expectations',
    touches: [alone],
    spoil: (draft) =>
      fc
        .constantFrom('200-ok', '100-continue, x', 'x')
        .map((value) => withOutcome(setField(draft, 'Expect', value), unreadable(417))),
  },
]
