// Requests that are not valid HTTP or exceed the limits of the head. The service checks nothing else of them.
import * as fc from 'fast-check'
import { limits, operation } from '../../contract/openapi.ts'
import { addHeaders, type Draft, draftOf, setHeader, setPath, type Variation, withOutcome } from '../draft.ts'
import { errorOutcome, unreadableHead } from '../outcome.ts'

/** Such a violation closes the connection, so it is never combined with another one. */
export const everything = 'everything'

/** Heads that every server must refuse (RFC 9110, 8.6; RFC 9112, 3.2). */
const malformedHeads: ((draft: Draft) => Draft)[] = [
  (draft) => setHeader(draft, 'Host'),
  (draft) => setHeader(draft, 'Host', '{host}', '{host}'),
  (draft) => setHeader(draft, 'Host', 'user@{host}'),
  (draft) => addHeaders(draft, ['Content-Length', '1'], ['Content-Length', '2']),
  (draft) => addHeaders(draft, ['Content-Length', 'x']),
]

/** Heads that a server may also accept: a control byte (RFC 9110, 5.5), or a character that a URL cannot have. */
const oddHeads: ((draft: Draft) => Draft)[] = [
  (draft) => ({ ...draft, target: { ...draft.target, query: [...draft.target.query, 'a#b'] } }),
  (draft) => addHeaders(draft, ['X Y', 'a']),
  (draft) => addHeaders(draft, ['X-Control', 'a\u0001b']),
  (draft) => setPath(draft, `${draft.target.path} x`),
  (draft) => setPath(draft, draft.target.path.replace('/', '\\\\')),
]

export const httpViolations: Variation[] = [
  {
    family: 'malformed heads',
    changes: [everything],
    apply: (draft) =>
      fc.constantFrom(...malformedHeads, ...oddHeads).map((change) => {
        const successes = draft.outcomes.map(({ status }) => status)
        const orElse = oddHeads.includes(change) ? [...successes, 400, 404] : [400]
        return withOutcome(change(draft), errorOutcome(undefined, '400 for a malformed request', { orElse }))
      }),
    always: malformedHeads.map((change) => {
      const outcome = errorOutcome(undefined, '400 for a malformed request')
      return withOutcome(change(draftOf(operation('listPlants'))), outcome)
    }),
  },
  {
    family: 'unknown methods',
    changes: [everything],
    apply: (draft) =>
      fc
        .constantFrom('BREW', draft.method.toLowerCase(), "!#$%&'*+-.^_`|~0")
        // RFC 9110, 15.6.2: 501 if the server does not know the method; 400 if it cannot read the head.
        .map((method) => withOutcome({ ...draft, method }, errorOutcome(undefined, '405', { orElse: [400, 501] }))),
  },
  {
    family: 'large heads',
    changes: [everything],
    apply: (draft) =>
      fc
        .integer({ min: limits.headBytes, max: limits.headBytes * 2 })
        .map((length) => withOutcome(setHeader(draft, 'X-Large', 'a'.repeat(length)), unreadableHead(431))),
  },
  {
    family: 'unsupported expectations',
    changes: [everything],
    apply: (draft) =>
      fc
        .constantFrom('200-ok', '100-continue, x', 'x')
        .map((value) => withOutcome(setHeader(draft, 'Expect', value), unreadableHead(417))),
  },
  {
    family: 'unsupported transfer codings',
    changes: [everything],
    apply: (draft) => {
      const coded = setHeader({ ...draft, body: undefined }, 'Transfer-Encoding', 'gzip, chunked')
      return fc.constant(withOutcome(coded, unreadableHead(501)))
    },
  },
]
