// Violations in the headers of a request: token, negotiation, media type, header parameters.
import * as fc from 'fast-check'
import type { ContractOperation } from '../../contract/openapi.ts'
import { type Draft, setHeader, type Variation, withOutcome } from '../draft.ts'
import { isHeaderValue } from '../encoding.ts'
import { errorOutcome, type Outcome, success } from '../outcome.ts'
import { invalid, isValid } from '../values.ts'

const headerParameters = ({ parameters }: ContractOperation) => parameters.filter((one) => one.in === 'header')
/** Those that some value breaks: a date that is not valid is ignored instead (RFC 9110, 13.1.3). */
const strictParameters = (operation: ContractOperation) =>
  headerParameters(operation).filter(({ schema }) => ['', 'é'].some((value) => !isValid(schema, value)))
const hasBody = ({ body }: ContractOperation) => body.size > 0
const returnsBody = (operation: ContractOperation) =>
  (operation.responses.get(success(operation).status)?.content.size ?? 0) > 0

/** Sends a header with each of the values; an empty list leaves the header out. */
function withHeader(
  name: string,
  values: (string | string[])[],
  entry: string,
  details: Pick<Outcome, 'field' | 'tokenError'> = {},
  lists: (operation: ContractOperation) => Outcome['lists'] = () => undefined,
): Variation['apply'] {
  return (draft: Draft) => {
    const listed = lists(draft.operation)
    const outcome = errorOutcome(draft.operation, entry, { ...details, ...(listed && { lists: listed }) })
    return fc.constantFrom(...values).map((chosen) => withOutcome(setHeader(draft, name, ...[chosen].flat()), outcome))
  }
}

const noTokens = ['Basic Zm9vOmJhcg==', 'Bearer', 'Bearer ', 'Bearer,', 'Token x', '']
const malformedTokens = ['Bearer a b', 'Bearer a,b', 'Bearer é', 'bearer {', 'Bearer =', 'Bearer "a"']
const notAcceptable = [
  'application/xml',
  'text/html',
  'application/json;q=0',
  '*/*;q=0',
  'application/problem+json',
  'image/*, x/y',
  'garbage',
]
const otherMediaTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=a',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/jsonx',
  'application/vnd.api+json',
  'application/json, text/plain',
  'json',
  '/',
  '*/*',
  'application/*',
]
const repeatedTokens = [
  ['Bearer {token}', 'Bearer {token}'],
  ['Bearer {token}', 'Basic a'],
]

export const headerViolations: Variation[] = [
  {
    family: 'missing or malformed tokens',
    changes: ['token'],
    apply: (draft) =>
      fc.oneof(
        withHeader('Authorization', [[], ...noTokens], '401', { tokenError: '' })(draft),
        withHeader('Authorization', malformedTokens, '401', { tokenError: 'invalid_token' })(draft),
      ),
  },
  {
    family: 'repeated Authorization',
    changes: ['token'],
    apply: withHeader('Authorization', repeatedTokens, '400 for a repeated `Authorization`', {
      field: { header: 'Authorization' },
    }),
  },
  {
    family: 'unsupported Accept',
    changes: ['accept'],
    fits: returnsBody,
    apply: withHeader('Accept', notAcceptable, '406'),
  },
  {
    family: 'unsupported media types',
    changes: ['media type'],
    fits: hasBody,
    apply: withHeader('Content-Type', [[], ...otherMediaTypes], '415', {}, ({ body }) => ({
      accept: [...body.keys()],
    })),
  },
  {
    family: 'unsupported content codings',
    changes: ['media type', 'body'],
    fits: hasBody,
    apply: withHeader('Content-Encoding', ['gzip', 'br', 'deflate', 'x'], '415', {}, () => ({
      'accept-encoding': ['identity'],
    })),
  },
  {
    family: 'invalid header parameters',
    changes: ['header'],
    fits: (operation) => strictParameters(operation).length > 0,
    apply: (draft) =>
      fc.constantFrom(...strictParameters(draft.operation)).chain(({ name, schema }) =>
        invalid(schema)
          .filter((value) => typeof value === 'string' && isHeaderValue(value) && !isValid(schema, value))
          .map((value) => {
            const outcome = errorOutcome(draft.operation, '400', { field: { header: name } })
            return withOutcome(setHeader(draft, name, String(value)), outcome)
          }),
      ),
  },
]
