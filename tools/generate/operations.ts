// What types cannot carry to run time (where an operation is, what its answers hold), and what openapi-typescript does not say: which inputs have a default, and so are always there once judged.

import { redocly } from './redocly.ts'

interface Dereferenced {
  paths: Record<string, { parameters?: Parameter[] } & Record<string, Operation>>
}

interface Operation {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Response>
}

interface Parameter {
  name: string
  in: string
  schema: Schema
}

interface Response {
  content?: Record<string, { schema: Schema }>
}

interface Schema {
  default?: unknown
  const?: unknown
  properties?: Record<string, Schema>
  allOf?: Schema[]
}

const header = '// Made by `make generate` from openapi.yaml. Do not edit.\n'

export async function operations(contract: string): Promise<string> {
  const bundle = await redocly('bundle', contract, '--ext', 'json', '--dereferenced')
  const { paths }: Dereferenced = JSON.parse(bundle)
  const found = Object.entries(paths).flatMap(([path, { parameters: shared = [], ...item }]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation.operationId === undefined
        ? []
        : [
            {
              id: operation.operationId,
              method,
              path,
              operation,
              parameters: [...shared, ...(operation.parameters ?? [])],
            },
          ],
    ),
  )
  return [
    header,
    '/** Where each operation is, whether it takes an Idempotency-Key, and what each documented answer holds: JSON, nothing, or a problem. */',
    'export const operations = {',
    ...found.map(
      ({ id, method, path, operation, parameters }) =>
        `  ${id}: { method: '${method}', path: '${path}',${keyed(parameters)} answers: { ${answers(operation.responses)} } },`,
    ),
    '} as const',
    '',
    '/** The inputs that have a default. */',
    'export interface DefaultedInputs {',
    ...found.map(({ id, operation, parameters }) => {
      const query = parameters
        .filter((one) => one.in === 'query' && one.schema.default !== undefined)
        .map((one) => one.name)
      const bodies = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema)
      const body = bodies.flatMap((schema) => Object.entries(schema.properties ?? {}))
      const defaulted = body.filter(([, schema]) => schema.default !== undefined).map(([name]) => name)
      return `  ${id}: { query: ${union(query)}; body: ${union(defaulted)} }`
    }),
    '}',
    '',
  ].join('\n')
}

function keyed(parameters: Parameter[]): string {
  return parameters.some((one) => one.in === 'header' && one.name === 'Idempotency-Key') ? ' keyed: true,' : ''
}

function answers(responses: Record<string, Response>): string {
  return Object.entries(responses)
    .map(([status, { content = {} }]) => `${status}: '${kind(content)}'`)
    .join(', ')
}

function kind(content: NonNullable<Response['content']>): string {
  const problem = content['application/problem+json']?.schema
  if (problem !== undefined) return problemType(problem)
  return Object.keys(content).length === 0 ? 'empty' : 'json'
}

function problemType({ properties, allOf = [] }: Schema): string {
  const { type } = Object.assign({}, properties, ...allOf.map((part) => part.properties))
  return String(type?.const)
}

function union(names: string[]): string {
  return [...new Set(names)].map((name) => `'${name}'`).join(' | ') || 'never'
}
