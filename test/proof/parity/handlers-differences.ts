// What of the proof the handlers for tests cannot be asked, and what they do not check. A run counts each row; one that
// does not occur any more is an error.
import type { Draft, Outcome } from '../../../tools/contract-tester/requests/draft.ts'

/** Names of fields that no script may set (Fetch, 2.2.2), as far as the requests of the proof have them. */
export const forbidden = new Set(['accept-encoding', 'content-length', 'cookie', 'expect', 'transfer-encoding'])

/** Requests that `fetch` cannot send. */
export const unfetchable = {
  'a target that is a whole URL': 'fetch writes the path alone, but to a proxy.',
  'a target that URL writes otherwise': 'fetch takes a URL, whose parser mends dot segments, quotes and fragments.',
  'a Host that is not one': 'fetch writes it.',
  'a header that fetch writes itself': 'Scripts may not set it.',
  'a header that is given twice': 'fetch joins the two.',
  'a header that fetch refuses': 'No name or value of HTTP.',
  'a method that fetch refuses, or writes otherwise': 'TRACE is forbidden; get and post become GET and POST.',
}
export type Unfetchable = keyof typeof unfetchable

/** What the handlers answer otherwise than the contract says. */
export const unchecked: {
  name: string
  reason: string
  occurs: (draft: Draft, outcome: Outcome) => boolean
  /** What they answer instead; none where they leave the request to others. */
  status: (draft: Draft) => number | undefined
}[] = [
  {
    name: 'a path that begins otherwise than those of the contract',
    reason: 'It may be a file of the page under test: Mock Service Worker says what becomes of it.',
    occurs: ({ target }, { type }) => type === '/problems/not-found' && !/^\/plants(?:\/|$)/.test(target.path),
    status: () => undefined,
  },
  {
    name: 'a method that a parser of HTTP does not know',
    reason: 'There is no such parser; to the handlers it is one that the path does not have.',
    occurs: ({ method }, { type }) => type === '/problems/malformed-request' && ['BREW', 'patch'].includes(method),
    status: () => 405,
  },
  {
    name: 'control characters in a header',
    reason: 'Fetch forbids NUL and line breaks alone.',
    occurs: ({ fields }, { type }) =>
      type === '/problems/malformed-request' && fields.some(([name]) => name === 'X-Control'),
    status: withoutFault,
  },
  {
    name: 'the size of the head',
    reason: 'A handler sees a part of it: the browser writes the rest later.',
    occurs: (_, { status }) => status === 431,
    status: withoutFault,
  },
]

// A draft begins with what a sound request gets.
function withoutFault({ outcomes }: Draft): number | undefined {
  return outcomes[0]?.status
}

/** Header fields that the mock has, and the handlers have not. */
export const fieldDifferences: { name: string; fields: RegExp; reason: string }[] = [
  { name: 'fields of the connection', fields: /^(?:connection|date|keep-alive)$/, reason: 'There is no connection.' },
  {
    name: 'fields of CORS',
    fields: /^access-control-/,
    reason: 'A browser does not ask a service worker whether a page may read its answers.',
  },
  {
    name: 'fields that keep browsers from what nobody asked for',
    fields:
      /^(?:content-security-policy|cross-origin-.*|origin-agent-cluster|referrer-policy|strict-transport-.*|x-.*)$/,
    reason: 'They are for a browser that shows an answer, not for a script that reads it.',
  },
  { name: 'the field link', fields: /^link$/, reason: 'A collection has as many pages as its plants need.' },
]
