// Every single thing that the contract says a caller may send or get, as a point that an exchange with the live service can
// show. They are read off the contract, so what is newly documented is a point that nobody has shown yet.
import type {
  ContractAnswer,
  ContractOperation,
  ContractParameter,
} from '../../../tools/contract-tester/contract/openapi.ts'
import { anyRequest, type Exchange } from './scenario.ts'

export const kinds = ['status', 'media type', 'header', 'problem type', 'example'] as const

export interface Point {
  /** The id of an operation, `any request`, or `every answer` for what is described once for all. */
  of: string
  /** Of the answer; `request` for what is sent, `headers` for what is described once. */
  status: number | 'request' | 'headers'
  kind: (typeof kinds)[number]
  /** Empty for a status. */
  name: string
  isShownBy: (exchange: Exchange) => boolean
  /** What an exchange has in its place, for whoever has to mend it. */
  seenInstead?: (exchange: Exchange) => string | undefined
}

export interface Contract {
  operations: ContractOperation[]
  httpAnswers: Map<number, ContractAnswer>
}

export function pointsOf({ operations, httpAnswers }: Contract): Point[] {
  const ofOperations = operations.flatMap(({ id, answers }) => documented(id, answers))
  const ofAny = documented(anyRequest, httpAnswers)
  return [
    ...operations.flatMap((operation) => [
      ...requestPoints(operation),
      ...ofOperations.filter(({ of }) => of === operation.id).flatMap(answerPoints),
    ]),
    ...ofAny.flatMap(answerPoints),
    ...headerExamplePoints([...ofOperations, ...ofAny]),
  ]
}

/** An answer, and whose. */
interface Documented {
  of: string
  answer: ContractAnswer
}

function documented(of: string, answers: Map<number, ContractAnswer>): Documented[] {
  return [...answers.values()].map((answer) => ({ of, answer }))
}

/** As it is called where it is missing. */
export function nameOf({ of, status, kind, name }: Point): string {
  return `${of} ${status}${kind === 'status' ? '' : `, ${kind} ${name}`}`
}

function answerPoints({ of, answer }: Documented): Point[] {
  const { status, headers, content } = answer
  const point = (kind: Point['kind'], name: string, isShown: (exchange: Exchange) => boolean): Point => {
    return { of, status, kind, name, isShownBy: (exchange) => isOf(exchange, { of, answer }) && isShown(exchange) }
  }
  return [
    point('status', '', () => true),
    ...[...headers.keys()].map((name) => point('header', name, (exchange) => name in exchange.answer.headers)),
    ...[...content].flatMap(([mediaType, { type, examples }]) => [
      point('media type', mediaType, (exchange) => exchange.answer.headers['content-type'] === mediaType),
      ...(type === undefined ? [] : [point('problem type', type, (exchange) => typeIn(exchange) === type)]),
      ...Object.entries(examples).map(([name, value]) =>
        point('example', name, ({ answer: { body } }) => body === JSON.stringify(value)),
      ),
    ]),
  ]
}

// A status may be that of several kinds of problem: what HTTP brings shows nothing of the operation's own.
function isOf(exchange: Exchange, { of, answer: { status, content } }: Documented): boolean {
  if (exchange.of !== of || exchange.answer.status !== status) return false
  const types = [...content.values()].map(({ type }) => type)
  return types.length === 0 || types.includes(typeIn(exchange))
}

function typeIn({ answer: { headers, body } }: Exchange): string | undefined {
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
            return isExample && isAnswerOf(name, operation, exchange)
          }),
        ),
      ]
    }),
  ]
}

function succeeded({ answer: { status } }: Exchange): boolean {
  return status < 400
}

// An answer that is an example of the same name is the documented answer to that request.
function isAnswerOf(name: string, { answers }: ContractOperation, { answer: { status, body } }: Exchange): boolean {
  const namesakes = [...(answers.get(status)?.content.values() ?? [])].flatMap(({ examples }) => examples[name] ?? [])
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

/** One for each header that has an example, however many answers have it: it is what some answer really said. */
function headerExamplePoints(answers: Documented[]): Point[] {
  const uses = answers.flatMap(({ of, answer }) =>
    [...answer.headers].flatMap(([name, { pointer, example }]) =>
      example === undefined ? [] : { pointer, name, example: String(example), of, answer },
    ),
  )
  return [...Map.groupBy(uses, ({ pointer }) => pointer)].map(([pointer, users]): Point => {
    const [{ name, example } = { name: '', example: '' }] = users
    const sent = (exchange: Exchange) =>
      users.some((user) => isOf(exchange, user)) ? exchange.answer.headers[name] : undefined
    return {
      of: 'every answer',
      status: 'headers',
      kind: 'example',
      name: `${pointer.split('/').at(-1)}: ${example}`,
      isShownBy: (exchange) => sent(exchange) === example,
      seenInstead: sent,
    }
  })
}
