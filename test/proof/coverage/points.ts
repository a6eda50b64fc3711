// The points of the contract: each thing that a caller may send or get, and the exchanges with the live service that show
// it. The points are read from openapi.yaml, so a new one has to be exercised before `make coverage` passes.
import type {
  ContractOperation,
  ContractParameter,
  ContractResponse,
} from '../../../tools/contract-tester/contract/openapi.ts'
import { anyRequest, type Exchange } from './scenario.ts'

export const kinds = ['status', 'media type', 'header', 'problem type', 'example'] as const

export interface Point {
  /** The id of an operation, `any request`, or `every response` for headers that are described once. */
  of: string
  /** The status of the response; `request` for what is sent, `headers` for headers that are described once. */
  status: number | 'request' | 'headers'
  kind: (typeof kinds)[number]
  /** Empty for a status. */
  name: string
  isShownBy: (exchange: Exchange) => boolean
  /** What an exchange has in its place. */
  seenInstead?: (exchange: Exchange) => string | undefined
}

export interface Contract {
  operations: ContractOperation[]
  httpResponses: Map<number, ContractResponse>
}

export function pointsOf({ operations, httpResponses }: Contract): Point[] {
  const ofOperations = operations.flatMap(({ id, responses }) => documented(id, responses))
  const ofAny = documented(anyRequest, httpResponses)
  return [
    ...operations.flatMap((operation) => [
      ...requestPoints(operation),
      ...ofOperations.filter(({ of }) => of === operation.id).flatMap(responsePoints),
    ]),
    ...ofAny.flatMap(responsePoints),
    ...headerExamplePoints([...ofOperations, ...ofAny]),
  ]
}

/** A response, and the operation that documents it. */
interface Documented {
  of: string
  response: ContractResponse
}

function documented(of: string, responses: Map<number, ContractResponse>): Documented[] {
  return [...responses.values()].map((response) => ({ of, response }))
}

/** The name of a point in messages. */
export function nameOf({ of, status, kind, name }: Point): string {
  return `${of} ${status}${kind === 'status' ? '' : `, ${kind} ${name}`}`
}

function responsePoints({ of, response }: Documented): Point[] {
  const { status, headers, content } = response
  const point = (kind: Point['kind'], name: string, isShown: (exchange: Exchange) => boolean): Point => {
    return { of, status, kind, name, isShownBy: (exchange) => isOf(exchange, { of, response }) && isShown(exchange) }
  }
  return [
    point('status', '', () => true),
    ...[...headers.keys()].map((name) => point('header', name, (exchange) => name in exchange.response.headers)),
    ...[...content].flatMap(([mediaType, { type, examples }]) => [
      point('media type', mediaType, (exchange) => exchange.response.headers['content-type'] === mediaType),
      ...(type === undefined ? [] : [point('problem type', type, (exchange) => typeIn(exchange) === type)]),
      ...Object.entries(examples).map(([name, value]) =>
        point('example', name, ({ response: { body } }) => body === JSON.stringify(value)),
      ),
    ]),
  ]
}

// Several problem types may share a status. A response that any request can get does not show the operation's own.
function isOf(exchange: Exchange, { of, response: { status, content } }: Documented): boolean {
  if (exchange.of !== of || exchange.response.status !== status) return false
  const types = [...content.values()].map(({ type }) => type)
  return types.length === 0 || types.includes(typeIn(exchange))
}

function typeIn({ response: { headers, body } }: Exchange): string | undefined {
  return headers['content-type'] === 'application/problem+json' ? JSON.parse(body).type : undefined
}

function requestPoints(operation: ContractOperation): Point[] {
  const { id, body, parameters } = operation
  const point = (kind: Point['kind'], name: string, isShown: (exchange: Exchange) => boolean): Point => {
    const isShownBy = (exchange: Exchange) => exchange.of === id && succeeded(exchange) && isShown(exchange)
    return { of: id, status: 'request', kind, name, isShownBy }
  }
  return [
    ...parameters.flatMap((parameter) =>
      Object.entries(parameter.examples).map(([name, value]) =>
        point('example', `${parameter.name} ${name}`, ({ step: { target, headers = {} } }) => {
          return sentParameter(operation, parameter, target, headers) === String(value)
        }),
      ),
    ),
    ...[...body].flatMap(([mediaType, { examples }]) => {
      const isSent = ({ step }: Exchange) => step.headers?.['Content-Type'] === mediaType
      return [
        point('media type', mediaType, isSent),
        ...Object.entries(examples).map(([name, value]) =>
          point('example', `${mediaType} ${name}`, (exchange) => {
            const isExample = isSent(exchange) && JSON.stringify(exchange.step.body) === JSON.stringify(value)
            return isExample && isResponseFor(name, operation, exchange)
          }),
        ),
      ]
    }),
  ]
}

function succeeded({ response: { status } }: Exchange): boolean {
  return status < 400
}

// If the response has an example of the same name, the service must return it for this request.
function isResponseFor(
  name: string,
  { responses }: ContractOperation,
  { response: { status, body } }: Exchange,
): boolean {
  const namesakes = [...(responses.get(status)?.content.values() ?? [])].flatMap(({ examples }) => examples[name] ?? [])
  return namesakes.length === 0 || namesakes.some((value) => body === JSON.stringify(value))
}

function sentParameter(
  { path }: ContractOperation,
  { in: where, name }: ContractParameter,
  target: string,
  headers: Record<string, string>,
): string | null | undefined {
  const { pathname, searchParams } = new URL(target, 'http://localhost')
  switch (where) {
    case 'header':
      return headers[name]
    case 'query':
      return searchParams.get(name)
    case 'path':
      return decodeURIComponent(pathname.split('/')[path.split('/').indexOf(`{${name}}`)] ?? '')
  }
}

/** One point for each header that has an example, however many responses share it: some response must have this value. */
function headerExamplePoints(responses: Documented[]): Point[] {
  const uses = responses.flatMap(({ of, response }) =>
    [...response.headers].flatMap(([name, { pointer, example }]) =>
      example === undefined ? [] : { pointer, name, example: String(example), of, response },
    ),
  )
  return [...Map.groupBy(uses, ({ pointer }) => pointer)].map(([pointer, users]): Point => {
    const [{ name, example } = { name: '', example: '' }] = users
    const sent = (exchange: Exchange) =>
      users.some((user) => isOf(exchange, user)) ? exchange.response.headers[name] : undefined
    return {
      of: 'every response',
      status: 'headers',
      kind: 'example',
      name: `${pointer.split('/').at(-1)}: ${example}`,
      isShownBy: (exchange) => sent(exchange) === example,
      seenInstead: sent,
    }
  })
}
