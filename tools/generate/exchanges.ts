// What handlers for tests have to know besides types: what each operation takes, and what it answers, with the headers
// that an answer always has and its examples. An answer that many operations share is written once.

import {
  type Document,
  type Header,
  operationsOf,
  type Placed,
  type Reference,
  type Response,
  readDocument,
  resolved,
  type Schema,
} from './document.ts'

const head = `// Made by \`make generate\` from openapi.yaml. Do not edit.

import type { operations } from './api.d.ts'

/** What an operation takes. */
export interface Takes {
  /** That a token must have. */
  scopes: string[]
  query: Record<string, { type: string; allowEmptyValue?: true; allowReserved?: true }>
  headers: string[]
  /** Of its body; none where it takes no body. */
  mediaTypes: string[]
}

/** What an operation answers with one status. */
export interface Answer {
  /** Those that it always has but for its Request-Id, with the one value they may have, or that of their example. */
  headers: Record<string, string>
  /** Of its body, where it has one. */
  mediaType?: string
  /** Its documented bodies, by name. */
  examples: Record<string, unknown>
}
`

export async function exchanges(contract: string): Promise<string> {
  const document = await readDocument(contract)
  const operations = operationsOf(document)
  const shared = Object.entries(document.components.responses)
  const answersOf = (responses: Record<string, Reference<Response>>) =>
    Object.entries(responses).map(([status, response]) => `    ${status}: ${place(document, response)},\n`)
  return [
    head,
    constant('limits', document['x-limits']),
    `const responses = {\n${shared.map(([name, response]) => `  ${name}: ${json(answer(document, response))},\n`).join('')}} satisfies Record<string, Answer>\n`,
    '/** By operation. */',
    `export const takes: Record<keyof operations, Takes> = {\n${operations.map((one) => `  ${one.id}: ${json(takes(document, one))},\n`).join('')}}\n`,
    '/** By operation and status. */',
    `export const answers: Record<keyof operations, Record<number, Answer>> = {\n${operations.map(({ id, operation }) => `  ${id}: {\n${answersOf(operation.responses).join('')}  },\n`).join('')}}\n`,
    '/** What HTTP itself brings, by status: any request may get these. */',
    `export const httpAnswers: Record<number, Answer> = {\n${answersOf(document['x-http-responses']).join('').replaceAll('    ', '  ')}}\n`,
  ].join('\n')
}

function constant(name: string, value: unknown): string {
  return `export const ${name} = ${json(value)}\n`
}

function place(document: Document, response: Reference<Response>): string {
  return '$ref' in response ? `responses.${response.$ref.split('/').at(-1)}` : json(answer(document, response))
}

function takes(document: Document, { operation, parameters }: Placed) {
  const query = parameters.filter((one) => one.in === 'query')
  return {
    scopes: (operation.security ?? []).flatMap((requirement) => Object.values(requirement).flat()),
    query: Object.fromEntries(
      query.map(({ name, schema, allowEmptyValue, allowReserved }) => {
        const { type } = resolved<Schema>(document, schema)
        return [name, { type, ...(allowEmptyValue && { allowEmptyValue }), ...(allowReserved && { allowReserved }) }]
      }),
    ),
    headers: parameters.filter((one) => one.in === 'header').map(({ name }) => name),
    mediaTypes: Object.keys(operation.requestBody?.content ?? {}),
  }
}

function answer(document: Document, { headers = {}, content = {} }: Response) {
  const fixed = Object.entries(headers).flatMap(([name, reference]) => {
    const { required, schema, example } = resolved<Header>(document, reference)
    const value = resolved<Schema>(document, schema).const ?? example
    return required === true && value !== undefined && name !== 'Request-Id' ? [[name, String(value)] as const] : []
  })
  const [body] = Object.entries(content)
  const examples = Object.entries(body?.[1].examples ?? {})
  return {
    headers: Object.fromEntries(fixed),
    ...(body && { mediaType: body[0] }),
    examples: Object.fromEntries(examples.map(([name, example]) => [name, resolved(document, example).value])),
  }
}

function json(value: unknown): string {
  return JSON.stringify(value)
}
