// Requests that are not valid HTTP or exceed the limits of the head. The service checks nothing else of them. Such a
// violation closes the connection, so it changes everything, and is never combined with another one.
import * as fc from 'fast-check'
import { limits, operation } from '../../contract/openapi.ts'
import { addHeaders, type Draft, draftOf, refused, setHeader, type Variation } from '../draft.ts'

const changes = ['everything']

/** Heads that every server must refuse (RFC 9110, 8.6; RFC 9112, 3.2). */
function malformedHeads(draft: Draft): Draft[] {
  return [
    setHeader(draft, 'Host'),
    setHeader(draft, 'Host', '{host}', '{host}'),
    setHeader(draft, 'Host', 'user@{host}'),
    addHeaders(draft, ['Content-Length', '1'], ['Content-Length', '2']),
    addHeaders(draft, ['Content-Length', 'x']),
  ].map((changed) => refused(changed, '400 for a malformed request'))
}

/** Heads that a server may also accept: a control byte (RFC 9110, 5.5), or a character that a URL cannot have. */
function oddHeads(draft: Draft): Draft[] {
  const orElse = [...draft.outcomes.map(({ status }) => status), 400, 404]
  return [
    { ...draft, query: [...draft.query, 'a#b'] },
    addHeaders(draft, ['X Y', 'a']),
    addHeaders(draft, ['X-Control', 'a\u0001b']),
    { ...draft, path: `${draft.path} x` },
    { ...draft, path: draft.path.replace('/', '\\\\') },
  ].map((changed) => refused(changed, '400 for a malformed request', { orElse }))
}

export const httpViolations: Variation[] = [
  {
    family: 'malformed heads',
    changes,
    apply: (draft) => [...malformedHeads(draft), ...oddHeads(draft)],
    always: malformedHeads(draftOf(operation('listPlants'))),
  },
  {
    family: 'unknown methods',
    changes,
    // RFC 9110, 15.6.2: 501 if the server does not know the method; 400 if it cannot read the head.
    apply: (draft) =>
      ['BREW', draft.method.toLowerCase(), "!#$%&'*+-.^_`|~0"].map((method) =>
        refused({ ...draft, method }, '405', { orElse: [400, 501] }),
      ),
  },
  {
    family: 'large heads',
    changes,
    apply: (draft) =>
      fc
        .integer({ min: limits.headBytes, max: limits.headBytes * 2 })
        .map((length) => refused(setHeader(draft, 'X-Large', 'a'.repeat(length)), '431')),
  },
  {
    family: 'unsupported expectations',
    changes,
    apply: (draft) =>
      ['200-ok', '100-continue, x', 'x'].map((value) => refused(setHeader(draft, 'Expect', value), '417')),
  },
  {
    family: 'unsupported transfer codings',
    changes,
    apply: (draft) => [refused(setHeader({ ...draft, body: undefined }, 'Transfer-Encoding', 'gzip, chunked'), '501')],
  },
]
