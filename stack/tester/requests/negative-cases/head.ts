// Negative cases of the headers of a request, and heads that are not valid HTTP or exceed a limit.
import * as fc from 'fast-check'
import { needsToken } from '../../contract/operations.ts'
import type { ContractOperation } from '../../contract/tested-contract.ts'
import { takesMediaType } from '../bodies.ts'
import { getMediaTypes } from '../outcome.ts'
import {
  addHeaders,
  type RequestTemplate,
  setHeader,
  toTemplate,
  type Variation,
  withError,
  withErrors,
  withoutCredentials,
  withToken,
} from '../template.ts'
import { isHeaderValue } from '../texts.ts'
import { invalid, isValid } from '../values.ts'

/** Returns the header parameters with invalid values. An invalid date is ignored instead (RFC 9110, 13.1.3). */
const strictParameters = ({ parameters }: ContractOperation) =>
  parameters.filter((parameter) => {
    const isString = parameter.schema.keywords.type === 'string' && !parameter.isJson
    return (
      parameter.in === 'header' &&
      isString &&
      ['', 'é'.repeat(5_000)].some((value) => !isValid(parameter.schema, value))
    )
  })
const hasBody = ({ body }: ContractOperation) => body.size > 0

const noTokens = ['Basic Zm9vOmJhcg==', 'Bearer,', 'Token x', '']
/** RFC 6750, 3.1, leaves open whether this is a missing or an invalid token. */
const emptyTokens = ['Bearer', 'Bearer ']
const malformedTokens = ['Bearer a b', 'Bearer a,b', 'Bearer é', 'bearer {', 'Bearer =', 'Bearer "a"']
const malformedKeys = ['a,b', '=', '"a"']
const getHeader = ({ credentials: [credential] }: ContractOperation) =>
  credential &&
  { bearer: 'Authorization', basic: 'Authorization', header: credential.name, cookie: '', query: '' }[
    credential.location
  ]
const notAcceptable = [
  ...['application/xml', 'text/html', 'application/json;q=0', '*/*;q=0', 'application/problem+json'],
  ...['image/*, x/y', 'garbage'],
]
const otherMediaTypes = [
  ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a'],
  ...['application/json; charset=latin1', 'application/json; charset=utf-16', 'application/jsonx'],
  ...['application/vnd.api+json', 'application/json, text/plain', 'json', '/', '*/*', 'application/*'],
]

export const headerNegativeCases: Variation[] = [
  {
    name: 'missing or malformed tokens',
    sentence: 'The request has no valid token.',
    sends: 'no token, another scheme, a token with invalid characters',
    accepts: '401 with the `error` of RFC 6750',
    changedParts: ['token'],
    fits: needsToken,
    apply: (template) => {
      const { isBearer, isOptional } = template.operation
      const [missing, invalid] = [{ tokenError: '' }, { tokenError: 'invalid_token' }] as const
      const none = isOptional ? [] : [withError(withoutCredentials(template), '401', missing)]
      if (!isBearer) return none.concat(malformedKeys.map((key) => withError(withToken(template, key), '401', invalid)))
      const others = isOptional ? [] : withErrors(template, 'Authorization', noTokens, '401', missing)
      const empty = withErrors(template, 'Authorization', isOptional ? [] : emptyTokens, '401')
      return [...none, ...others, ...empty, ...withErrors(template, 'Authorization', malformedTokens, '401', invalid)]
    },
  },
  {
    name: 'repeated Authorization',
    sentence: '400 for a repeated `Authorization`',
    sends: 'the header of the credentials twice',
    accepts: '400 that names the header',
    changedParts: ['token'],
    fits: (operation) => needsToken(operation) && Boolean(getHeader(operation)),
    apply: (template) => {
      const name = getHeader(template.operation) ?? ''
      const [, value = ''] = template.headers.find(([key]) => key === name) ?? []
      const values = [value, 'Basic a'].map((second) => [value, second])
      return withErrors(template, name, values, `400 for a repeated \`${name}\``, { field: { header: name } })
    },
  },
  {
    name: 'requests of other sites',
    sentence: 'A page of another site sent the request with a cookie.',
    sends: '`Sec-Fetch-Site` of another site',
    accepts: '403',
    changedParts: ['site'],
    // `errorOutcome` expects the first problem type of a status.
    fits: ({ responses }) => responses.get(403)?.types[0]?.endsWith(':cross-site-request') === true,
    apply: (template) =>
      withErrors(template, 'Sec-Fetch-Site', ['cross-site', 'same-site'], '403 for a page of another site'),
  },
  {
    name: 'unsupported Accept',
    sentence: 'This operation returns none of the media types that `Accept` allows.',
    sends: 'other media types, and a quality value of 0',
    accepts: '406',
    changedParts: ['accept'],
    fits: (operation) => getMediaTypes(operation).length > 0 && !getMediaTypes(operation).includes('*/*'),
    apply: (template) => {
      const isJson = getMediaTypes(template.operation).every((mediaType) => mediaType === 'application/json')
      return withErrors(template, 'Accept', isJson ? notAcceptable : ['x/y'], '406')
    },
  },
  {
    name: 'unsupported media types',
    sentence: 'This operation does not accept the format of the body.',
    sends: 'other types and charsets, no type, a type that is too long',
    accepts: '415 that lists the media types',
    changedParts: ['media type'],
    fits: hasBody,
    apply: (template) => {
      const { body, contract } = template.operation
      const listHeaders = { accept: [...body.keys()] }
      const long = `application/json; a=${'b'.repeat(contract.limits.contentTypeBytes)}`
      const isRefused = (mediaType: string) =>
        /charset=(?!utf-8)/.test(mediaType) || !takesMediaType(template.operation, mediaType)
      const others = otherMediaTypes.filter(isRefused)
      return withErrors(template, 'Content-Type', [[], ...others, long], '415', { listHeaders })
    },
  },
  {
    name: 'unsupported content codings',
    sentence: 'Send uncompressed JSON in UTF-8',
    sends: '`gzip`, `br`, `deflate` and an unknown content coding',
    accepts: '415 with `Accept-Encoding: identity`',
    changedParts: ['media type', 'body'],
    fits: hasBody,
    apply: (template) => {
      const listHeaders = { 'accept-encoding': ['identity'] }
      return withErrors(template, 'Content-Encoding', ['gzip', 'br', 'deflate', 'x'], '415', { listHeaders })
    },
  },
  {
    name: 'invalid header parameters',
    sends: 'values that the schema of the header rejects',
    accepts: '400 that names the header',
    changedParts: ['header'],
    fits: (operation) => strictParameters(operation).length > 0,
    apply: (template) =>
      fc.constantFrom(...strictParameters(template.operation)).chain(({ name, schema }) =>
        invalid(schema)
          .filter((value) => typeof value === 'string' && isHeaderValue(value))
          .map((value) => withError(setHeader(template, name, String(value)), '400', { field: { header: name } })),
      ),
  },
]

/** Returns requests whose head every server must refuse (RFC 9110, 8.6; RFC 9112, 3.2). */
function malformedHeads(template: RequestTemplate): RequestTemplate[] {
  return [
    ...[[], ['{host}', '{host}'], 'user@{host}'].map((hosts) => setHeader(template, 'Host', ...[hosts].flat())),
    addHeaders(template, ['Content-Length', '1'], ['Content-Length', '2']),
    addHeaders(template, ['Content-Length', 'x']),
  ].map((changed) => withError(changed, '400 for a malformed request', { library: 'refuses' }))
}

/** The service checks nothing else, and closes the connection: these are never combined with another negative case. */
const everything = { changedParts: ['everything'] }

export const httpNegativeCases: Variation[] = [
  {
    name: 'malformed heads',
    sentence: 'The request is not valid HTTP.',
    sends: 'no `Host`, two, or an invalid one; an invalid or second `Content-Length`',
    accepts: '400; it may come from the HTTP library',
    ...everything,
    apply: malformedHeads,
    getFixedRequests: ({ simplestRead }) => (simplestRead ? malformedHeads(toTemplate(simplestRead)) : []),
  },
  {
    name: 'unknown methods',
    sentence: 'The path does not support this method.',
    sends: 'methods that are not registered',
    accepts: '405, or 400 or 501 from the HTTP library',
    ...everything,
    // RFC 9110, 15.6.2: 501 if the server does not recognize the method; 400 if it cannot parse the head.
    apply: (template) =>
      ['BREW', template.method.toLowerCase(), "!#$%&'*+-.^_`|~0"].map((method) =>
        withError({ ...template, method }, '405', { otherStatuses: [400, 501], library: 'refuses' }),
      ),
  },
  {
    name: 'large heads',
    sentence: 'The request line and the headers together are larger than … bytes.',
    sends: 'a header whose value has the limit or more',
    accepts: '431; the HTTP library may accept it',
    ...everything,
    apply: (template) => {
      const { headBytes } = template.operation.contract.limits
      return fc
        .integer({ min: headBytes, max: headBytes * 2 })
        .map((size) => withError(setHeader(template, 'X-Large', 'a'.repeat(size)), '431', { library: 'may accept' }))
    },
  },
  {
    name: 'unsupported expectations',
    sentence: 'The only supported `Expect` value is `100-continue`.',
    sends: 'other values of `Expect`',
    accepts: '417; the HTTP library may accept them',
    ...everything,
    apply: (template) =>
      withErrors(template, 'Expect', ['200-ok', '100-continue, x', 'x'], '417', { library: 'may accept' }),
  },
  {
    name: 'unsupported transfer codings',
    sentence: '`Transfer-Encoding` names a coding other than `chunked`.',
    sends: '`Transfer-Encoding: gzip, chunked`',
    accepts: '501; it may come from the HTTP library',
    ...everything,
    apply: (template) =>
      withErrors({ ...template, body: undefined }, 'Transfer-Encoding', ['gzip, chunked'], '501', {
        library: 'refuses',
      }),
  },
]
