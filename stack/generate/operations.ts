// generated/operations.ts: what the client must know at run time, because types are erased: the place of each operation
// and what each response holds. And what openapi-typescript does not say: which parameters have a default.

import { property, quoted } from './code.ts'
import type { Contract, Operation, Response } from './contract.ts'

export function operations(contract: Contract): string {
  return [
    '',
    '/** The place of each operation, whether it takes an Idempotency-Key, and what each response holds: JSON, nothing, or a problem. */',
    'export const operations = {',
    ...contract.operations.map((one) => `  ${property(one.id)}: ${placed(contract, one)},`),
    '} as const\n',
    '/** The query parameters that have a default. */',
    'export interface DefaultedParameters {',
    ...contract.operations.map((one) => `  ${property(one.id)}: ${defaulted(contract, one)}`),
    '}\n',
  ].join('\n')
}

function placed(contract: Contract, { method, path, parameters, responses, requestBody }: Operation): string {
  const isKeyed = parameters.some((one) => one.in === 'header' && one.name === 'Idempotency-Key')
  const kinds = responses.map(({ status, response }) => `${status}: ${quoted(kindOf(contract, response))}`).join(', ')
  const mediaTypes = Object.keys(requestBody?.content ?? { 'application/json': {} })
  const mediaType = mediaTypes.includes('application/json') ? '' : ` mediaType: ${quoted(mediaTypes[0] ?? '')},`
  return `{ method: '${method}', path: ${quoted(path)},${isKeyed ? ' keyed: true,' : ''}${mediaType} responses: { ${kinds} } }`
}

function kindOf(contract: Contract, response: Response): string {
  const problem = contract.problemOf(response)
  if (problem !== undefined) return String(problem.type)
  return Object.keys(response.content ?? {}).length === 0 ? 'empty' : 'json'
}

function defaulted(contract: Contract, operation: Operation): string {
  const hasDefault = (schema: unknown) => contract.wholeSchema(schema).default !== undefined
  const query = operation.parameters.filter((one) => one.in === 'query' && hasDefault(one.schema))
  return query.map(({ name }) => quoted(name)).join(' | ') || 'never'
}
