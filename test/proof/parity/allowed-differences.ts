// The differences between the implementations that are allowed, each with its reason. A long run counts each row. A row
// that no longer occurs is an error: delete the row, and the code that works around the difference.
import type { Draft } from '../../../tools/contract-tester/requests/draft.ts'
import type { Circumstance, Outcome } from '../../../tools/contract-tester/requests/outcome.ts'

const mockStoresNothing = 'The mock stores nothing. With `Prefer` it returns the same kind of response.'
const mockAllowsEveryOrigin = 'Pages of every origin may use the mock.'

/** What the mock reads in a token, as the service does. */
const known = ['a token that has expired', 'a token that lacks a scope'] as const
export const knownToMock: ReadonlySet<Circumstance> = new Set(known)

/** The mock compared with the service. */
export const mockDifferences: Record<Exclude<Circumstance, (typeof known)[number]>, string> &
  Record<`the header ${string}`, string> = {
  'a token that is not valid': 'The mock verifies no signature. With `Prefer` it returns the same kind of response.',
  'a plant that does not exist': mockStoresNothing,
  'an idempotency key used before': mockStoresNothing,
  'an entity tag that is current': mockStoresNothing,
  'an entity tag that is not current': mockStoresNothing,
  'a date condition that is false': mockStoresNothing,
  'the header link':
    'The list of the mock has two plants; the list of the service has those that the caller has created.',
  'the header access-control-allow-origin': mockAllowsEveryOrigin,
  'the header access-control-expose-headers': mockAllowsEveryOrigin,
}

type PrismResult = number | 'no response' | 'the process ends'
const storesNothing = 'It stores nothing.'
const acceptsEveryToken = 'It accepts every token.'
const prefers422 = 'It prefers a documented 422 to 400.'
const ignoresLimits = 'It ignores x-limits.'

/** Plain Prism 5.16 by family of requests: what it returns instead of the expected status. */
export const prismResults: Record<string, [results: PrismResult[], reason: string]> = {
  'an idempotency key used before': [[201], storesNothing],
  'a plant that does not exist': [[200, 204], storesNothing],
  'an entity tag that is current': [[200, 201, 204], storesNothing],
  'an entity tag that is not current': [[200, 201, 204], storesNothing],
  'a date condition that is false': [[200, 204], storesNothing],
  'a token that is not valid': [[200, 201, 204], acceptsEveryToken],
  'a token that has expired': [[200, 201, 204], acceptsEveryToken],
  'a token that lacks a scope': [[200, 201, 204], acceptsEveryToken],
  'missing or malformed tokens': [[200, 201, 204], 'It accepts whatever begins with Bearer.'],
  'repeated Authorization': [[200, 201, 204], 'It uses the first one only.'],
  'valid requests in other forms': [
    [400, 401, 404, 405],
    'It knows two spellings of Bearer, and not HEAD. It does not decode a path before it finds the operation.',
  ],
  'unsupported Accept': [
    [200, 201, 'the process ends'],
    'It ignores q=0, and its process ends on a word without a slash.',
  ],
  'unsupported media types': [
    [200, 201, 400, 422, 500, 'no response'],
    'It accepts whatever ends in json, fails on a type without a slash, and hangs on charset=utf-16.',
  ],
  'unsupported content codings': [[200, 201], 'It ignores Content-Encoding.'],
  'invalid header parameters': [[200, 201, 204, 422], 'It treats an empty value as a missing one, and prefers 422.'],
  'missing bodies': [[422], prefers422],
  'missing properties': [[422], prefers422],
  'unknown properties': [[422], prefers422],
  'bodies that are not objects': [[422], prefers422],
  'invalid property values': [[422, 201, 200], 'It prefers 422, and does not look for unpaired surrogates.'],
  'duplicate names in JSON': [[200, 201], 'It uses the last one.'],
  'malformed JSON': [
    [200, 201, 422, 'no response'],
    'It never responds, or accepts a byte order mark and bytes that are not UTF-8.',
  ],
  'oversized bodies': [['no response', 200, 201, 400, 422], ignoresLimits],
  'invalid encodings in a path': [['the process ends', 200, 204], 'It does not catch the error of decoding.'],
  'invalid encodings in a query': [[200], 'It keeps what it cannot decode.'],
  'unknown parameters': [[200, 201, 204], 'It ignores undeclared parameters.'],
  'number notations': [[200], 'It converts numbers as JavaScript does.'],
  'invalid parameter values': [[200], 'It treats an empty value as a missing one.'],
  'long targets': [[200, 201, 204, 400], ignoresLimits],
  'unknown paths': [
    [200, 201, 204, 400, 405, 422],
    'It removes dot segments and decodes characters that need no encoding.',
  ],
  'unknown methods': [[400], "It returns 400 where Node's parser does not know the method."],
  'malformed identifiers': [
    [404, 'the process ends'],
    'It removes dot segments, even encoded ones, and its process ends on bytes that are not UTF-8.',
  ],
  'malformed heads': [
    [200, 201, 204],
    'It accepts a target with a fragment, two Host headers, and a Host that is not valid.',
  ],
  'unsupported expectations': [[200, 201, 204], 'It accepts whatever contains 100-continue, as Node does.'],
}

/** Plain Prism: deviations in responses that have the expected status. */
export const prismDeviations: Record<string, [deviation: RegExp, reason: string]> = {
  'CORS with credentials': [
    /access-control-allow-credentials is not documented/,
    'It allows credentials for everyone.',
  ],
  'sl-violations': [/sl-violations is not documented/, 'A header of Prism.'],
  'a Link that is a plain word': [
    /^header link: expected pattern .*, got "string" \(/,
    'Without an example it invents a string.',
  ],
  'a media type without a body': [/^a Content-Type, text\/plain, without a body$/, 'On 204.'],
  'problems of Prism': [
    /^(?:body: \/(?:(?:type|title): expected const|instance is missing)|instance: expected)/,
    'For 404, 405 and 406.',
  ],
  'missing headers': [/^header (?:request-id|cache-control|vary|allow) is missing$/, 'On the problems of Prism.'],
  'a response without a problem': [
    /^media type: expected .*, got none$/,
    'For responses of Node itself: 400, 417 and 431.',
  ],
}

/** Requests that `fetch` cannot send to the MSW handlers. */
export const unsendable = {
  'a target that is a whole URL': 'fetch sends the path only, except to a proxy.',
  'a target that the URL parser changes': 'fetch takes a URL, whose parser changes dot segments, quotes and fragments.',
  'a missing or repeated Host': 'fetch writes this header.',
  'a Host that is not valid': 'fetch writes this header.',
  'a header that fetch writes': 'Scripts may not set it.',
  'a repeated header': 'fetch joins the values.',
  'a header that fetch rejects': 'Its name or value is not valid in HTTP.',
  'a method that fetch rejects or changes': 'TRACE is forbidden; get and post become GET and POST.',
}
export type Unsendable = keyof typeof unsendable

interface HandlerDifference {
  reason: string
  occurs: (draft: Draft, expected: Outcome) => boolean
  /** The status that the handlers return instead. Default: that of the valid request. */
  status?: number | 'no response'
}

/** The MSW handlers compared with the contract. */
export const handlerDifferences: Record<string, HandlerDifference> = {
  'a path that no operation begins with': {
    reason: 'It may be a file of the page under test, so Mock Service Worker decides.',
    occurs: ({ target }, { type }) =>
      type === 'tag:plants.example,2026:not-found' && !/^\/plants(?:\/|$)/.test(target.path),
    status: 'no response',
  },
  'control characters in a header': {
    reason: 'fetch rejects only NUL and line breaks.',
    occurs: ({ headers }, { type }) =>
      type === 'tag:plants.example,2026:malformed-request' && headers.some(([name]) => name === 'X-Control'),
  },
  'the size of the head': {
    reason: 'A handler sees a part of the head: the browser writes the rest later.',
    occurs: (_, { status }) => status === 431,
  },
}

/** Response headers that the mock sends and the MSW handlers do not. */
export const handlerHeaders: Record<string, [names: RegExp, reason: string]> = {
  'headers of the connection': [/^(?:connection|date)$/, 'There is no connection.'],
  'headers of CORS': [/^access-control-/, 'A browser does not apply CORS to the responses of a service worker.'],
  'browser security headers': [
    /^(?:content-security-policy|cross-origin-.*|origin-agent-cluster|referrer-policy|strict-transport-.*|x-.*)$/,
    'They matter to a browser that shows a response, not to a script that reads it.',
  ],
}
