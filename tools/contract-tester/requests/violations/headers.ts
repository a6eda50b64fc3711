// Violations in the headers of a request: token, negotiation, media type, header parameters.
import * as fc from 'fast-check'
import type { ContractOperation } from '../../contract/openapi.ts'
import { type Draft, refused, setHeader, type Variation } from '../draft.ts'
import { isHeaderValue } from '../encoding.ts'
import { success } from '../outcome.ts'
import { invalid, isValid } from '../values.ts'

/** Header parameters that some value breaks: a date that is not valid is ignored instead (RFC 9110, 13.1.3). */
const strictParameters = ({ parameters }: ContractOperation) =>
  parameters.filter((one) => one.in === 'header' && ['', 'é'].some((value) => !isValid(one.schema, value)))
const hasBody = ({ body }: ContractOperation) => body.size > 0

/** Sends a header with each of the values; an empty list leaves the header out. */
function withHeader(
  draft: Draft,
  name: string,
  values: (string | string[])[],
  entry: string,
  details?: Parameters<typeof refused>[2],
): Draft[] {
  return values.map((chosen) => refused(setHeader(draft, name, ...[chosen].flat()), entry, details))
}

const noTokens = ['Basic Zm9vOmJhcg==', 'Bearer', 'Bearer ', 'Bearer,', 'Token x', '']
const malformedTokens = ['Bearer a b', 'Bearer a,b', 'Bearer é', 'bearer {', 'Bearer =', 'Bearer "a"']
const repeatedTokens = ['Bearer {token}', 'Basic a'].map((second) => ['Bearer {token}', second])
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
    family: 'missing or malformed tokens',
    changes: ['token'],
    apply: (draft) => [
      ...withHeader(draft, 'Authorization', [[], ...noTokens], '401', { tokenError: '' }),
      ...withHeader(draft, 'Authorization', malformedTokens, '401', { tokenError: 'invalid_token' }),
    ],
  },
  {
    family: 'repeated Authorization',
    changes: ['token'],
    apply: (draft) => {
      const field = { header: 'Authorization' }
      return withHeader(draft, 'Authorization', repeatedTokens, '400 for a repeated `Authorization`', { field })
    },
  },
  {
    family: 'unsupported Accept',
    changes: ['accept'],
    fits: (operation) => Boolean(operation.responses.get(success(operation).status)?.content.size),
    apply: (draft) => withHeader(draft, 'Accept', notAcceptable, '406'),
  },
  {
    family: 'unsupported media types',
    changes: ['media type'],
    fits: hasBody,
    apply: (draft) => {
      const lists = { accept: [...draft.operation.body.keys()] }
      return withHeader(draft, 'Content-Type', [[], ...otherMediaTypes], '415', { lists })
    },
  },
  {
    family: 'unsupported content codings',
    changes: ['media type', 'body'],
    fits: hasBody,
    apply: (draft) => {
      const lists = { 'accept-encoding': ['identity'] }
      return withHeader(draft, 'Content-Encoding', ['gzip', 'br', 'deflate', 'x'], '415', { lists })
    },
  },
  {
    family: 'invalid header parameters',
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
