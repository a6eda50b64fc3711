// Violations in the headers of a request, and heads that are not valid HTTP or exceed a limit.
import * as fc from 'fast-check'
import { needsToken } from '../../contract/operations.ts'
import type { ContractOperation } from '../../contract/tested-contract.ts'
import { takesMediaType } from '../bodies.ts'
import {
  addHeaders,
  type Draft,
  refused,
  refusedHeaders,
  setHeader,
  toDraft,
  type Variation,
  withoutCredentials,
  withToken,
} from '../draft.ts'
import { getMediaTypes } from '../outcome.ts'
import { isHeaderValue } from '../texts.ts'
import { invalid, isValid } from '../values.ts'

/** Header parameters that some value breaks: a date that is not valid is ignored instead (RFC 9110, 13.1.3). */
const strictParameters = ({ parameters }: ContractOperation) =>
  parameters.filter((one) => {
    const isString = one.schema.keywords.type === 'string' && !one.isJson
    return one.in === 'header' && isString && ['', 'é'.repeat(5_000)].some((value) => !isValid(one.schema, value))
  })
const hasBody = ({ body }: ContractOperation) => body.size > 0

const noTokens = ['Basic Zm9vOmJhcg==', 'Bearer', 'Bearer ', 'Bearer,', 'Token x', '']
const malformedTokens = ['Bearer a b', 'Bearer a,b', 'Bearer é', 'bearer {', 'Bearer =', 'Bearer "a"']
const malformedKeys = ['a,b', '=', '"a"']
const getHeader = ({ credentials: [one] }: ContractOperation) =>
  one && { bearer: 'Authorization', basic: 'Authorization', header: one.name, cookie: '', query: '' }[one.place]
const notAcceptable = [
  ...['application/xml', 'text/html', 'application/json;q=0', '*/*;q=0', 'application/problem+json'],
  ...['image/*, x/y', 'garbage'],
]
const otherMediaTypes = [
  ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a'],
  ...['application/json; charset=latin1', 'application/json; charset=utf-16', 'application/jsonx'],
  ...['application/vnd.api+json', 'application/json, text/plain', 'json', '/', '*/*', 'application/*'],
]

export const headerViolations: Variation[] = [
  {
    name: 'missing or malformed tokens',
    sentence: 'The request has no valid token.',
    sends: 'no token, another scheme, a token with other characters',
    accepts: '401 with the `error` of RFC 6750',
    changes: ['token'],
    fits: needsToken,
    apply: (draft) => {
      const { isBearer, isOptional } = draft.operation
      const [missing, invalid] = [{ tokenError: '' }, { tokenError: 'invalid_token' }] as const
      const none = isOptional ? [] : [refused(withoutCredentials(draft), '401', missing)]
      if (!isBearer) return [...none, ...malformedKeys.map((key) => refused(withToken(draft, key), '401', invalid))]
      const others = isOptional ? [] : refusedHeaders(draft, 'Authorization', noTokens, '401', missing)
      return [...none, ...others, ...refusedHeaders(draft, 'Authorization', malformedTokens, '401', invalid)]
    },
  },
  {
    name: 'repeated Authorization',
    sentence: '400 for a repeated `Authorization`',
    sends: 'the header of the credentials twice',
    accepts: '400 that names the header',
    changes: ['token'],
    fits: (operation) => needsToken(operation) && Boolean(getHeader(operation)),
    apply: (draft) => {
      const name = getHeader(draft.operation) ?? ''
      const [, value = ''] = draft.headers.find(([key]) => key === name) ?? []
      const values = [value, 'Basic a'].map((second) => [value, second])
      return refusedHeaders(draft, name, values, `400 for a repeated \`${name}\``, { field: { header: name } })
    },
  },
  {
    name: 'requests of other sites',
    sentence: 'A page of another site sent the request with a cookie.',
    sends: '`Sec-Fetch-Site` of another site',
    accepts: '403',
    changes: ['site'],
    // An outcome has the first type of a status.
    fits: ({ responses }) => responses.get(403)?.types[0]?.endsWith(':cross-site-request') === true,
    apply: (draft) =>
      refusedHeaders(draft, 'Sec-Fetch-Site', ['cross-site', 'same-site'], '403 for a page of another site'),
  },
  {
    name: 'unsupported Accept',
    sentence: 'This operation returns none of the media types that `Accept` allows.',
    sends: 'other media types, and a quality of 0',
    accepts: '406',
    changes: ['accept'],
    fits: (operation) => getMediaTypes(operation).length > 0 && !getMediaTypes(operation).includes('*/*'),
    apply: (draft) => {
      const isJson = getMediaTypes(draft.operation).every((mediaType) => mediaType === 'application/json')
      return refusedHeaders(draft, 'Accept', isJson ? notAcceptable : ['x/y'], '406')
    },
  },
  {
    name: 'unsupported media types',
    sentence: 'This operation does not accept the format of the body.',
    sends: 'other types and charsets, no type, a type that is too long',
    accepts: '415 that lists the media types',
    changes: ['media type'],
    fits: hasBody,
    apply: (draft) => {
      const { body, contract } = draft.operation
      const lists = { accept: [...body.keys()] }
      const long = `application/json; a=${'b'.repeat(contract.limits.contentTypeBytes)}`
      const isRefused = (one: string) => /charset=(?!utf-8)/.test(one) || !takesMediaType(draft.operation, one)
      const others = otherMediaTypes.filter(isRefused)
      return refusedHeaders(draft, 'Content-Type', [[], ...others, long], '415', { lists })
    },
  },
  {
    name: 'unsupported content codings',
    sentence: 'Send uncompressed JSON in UTF-8',
    sends: 'each content coding',
    accepts: '415 with `Accept-Encoding: identity`',
    changes: ['media type', 'body'],
    fits: hasBody,
    apply: (draft) => {
      const lists = { 'accept-encoding': ['identity'] }
      return refusedHeaders(draft, 'Content-Encoding', ['gzip', 'br', 'deflate', 'x'], '415', { lists })
    },
  },
  {
    name: 'invalid header parameters',
    sends: 'values that the schema of the header refuses',
    accepts: '400 that names the header',
    changes: ['header'],
    fits: (operation) => strictParameters(operation).length > 0,
    apply: (draft) =>
      fc.constantFrom(...strictParameters(draft.operation)).chain(({ name, schema }) =>
        invalid(schema)
          .filter((value) => typeof value === 'string' && isHeaderValue(value))
          .map((value) => refused(setHeader(draft, name, String(value)), '400', { field: { header: name } })),
      ),
  },
]

/** Heads that every server must refuse (RFC 9110, 8.6; RFC 9112, 3.2). */
function malformedHeads(draft: Draft): Draft[] {
  return [
    ...[[], ['{host}', '{host}'], 'user@{host}'].map((hosts) => setHeader(draft, 'Host', ...[hosts].flat())),
    addHeaders(draft, ['Content-Length', '1'], ['Content-Length', '2']),
    addHeaders(draft, ['Content-Length', 'x']),
  ].map((changed) => refused(changed, '400 for a malformed request', { library: 'refuses' }))
}

/** The service checks nothing else, and closes the connection. So these are never combined with another violation. */
const everything = { changes: ['everything'] }

export const httpViolations: Variation[] = [
  {
    name: 'malformed heads',
    sentence: 'The request is not valid HTTP.',
    sends: 'no or two `Host`, a wrong or second `Content-Length`',
    accepts: '400, also in the words of the HTTP library',
    ...everything,
    apply: malformedHeads,
    always: ({ simplest }) => (simplest ? malformedHeads(toDraft(simplest)) : []),
  },
  {
    name: 'unknown methods',
    sentence: 'The path does not support this method.',
    sends: 'methods that HTTP does not know',
    accepts: '405, or 400 or 501 of the HTTP library',
    ...everything,
    // RFC 9110, 15.6.2: 501 if the server does not know the method; 400 if it cannot read the head.
    apply: (draft) =>
      ['BREW', draft.method.toLowerCase(), "!#$%&'*+-.^_`|~0"].map((method) =>
        refused({ ...draft, method }, '405', { orElse: [400, 501], library: 'refuses' }),
      ),
  },
  {
    name: 'large heads',
    sentence: 'The request line and the headers together are larger than … bytes.',
    sends: 'a header of the limit or more',
    accepts: '431; the HTTP library may accept it',
    ...everything,
    apply: (draft) => {
      const { headBytes } = draft.operation.contract.limits
      return fc
        .integer({ min: headBytes, max: headBytes * 2 })
        .map((length) => refused(setHeader(draft, 'X-Large', 'a'.repeat(length)), '431', { library: 'may accept' }))
    },
  },
  {
    name: 'unsupported expectations',
    sentence: 'The only supported `Expect` value is `100-continue`.',
    sends: 'other values of `Expect`',
    accepts: '417; the HTTP library may accept them',
    ...everything,
    apply: (draft) =>
      refusedHeaders(draft, 'Expect', ['200-ok', '100-continue, x', 'x'], '417', { library: 'may accept' }),
  },
  {
    name: 'unsupported transfer codings',
    sentence: '`Transfer-Encoding` names a coding other than `chunked`.',
    sends: '`Transfer-Encoding: gzip, chunked`',
    accepts: '501, also in the words of the HTTP library',
    ...everything,
    apply: (draft) =>
      refusedHeaders({ ...draft, body: undefined }, 'Transfer-Encoding', ['gzip, chunked'], '501', {
        library: 'refuses',
      }),
  },
]
