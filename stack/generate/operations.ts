// generated/operations.ts: the data of operations that the client needs at run time.

import { getBodies, getProblems, hasCustomProblem, problemMediaType } from '../contract/model/bodies.ts'
import type { ContractModel, OperationModel, ResponseEntry } from '../contract/model/contract.ts'
import { clientStyles } from '../contract/model/parameter-types.ts'
import { defaultCredentials } from '../contract/model/security.ts'
import { bodyKind } from '../core/contract/media-types.ts'
import { literal, property, quoted } from './code.ts'

export function operations(contract: ContractModel): string {
  return [
    '',
    '/** The method and path of each operation, and the content of each response: JSON, text, bytes, nothing, or a problem. */',
    'export const operations = {',
    ...contract.operations.map((operation) => `  ${property(operation.id)}: ${operationCode(contract, operation)},`),
    '} as const\n',
  ].join('\n')
}

function operationCode(contract: ContractModel, operation: OperationModel): string {
  const { method, path, bases, parameters, responses, requestBody } = operation
  const takesKey = parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'Idempotency-Key')
  const contentKinds = responses
    .map((response) => `${property(response.code)}: ${literal(getKinds(contract, response))}`)
    .join(', ')
  const mediaTypes = Object.keys(requestBody?.content ?? { 'application/json': {} })
  const first = mediaTypes.find((mediaType) => bodyKind(mediaType) === 'json') ?? mediaTypes[0] ?? ''
  const mediaType = mediaTypes.includes('application/json') ? '' : ` mediaType: ${quoted(first)},`
  const [base = ''] = bases
  const styles = clientStyles(contract, operation)
  const stylesText = Object.keys(styles).length === 0 ? '' : ` styles: ${literal(styles)},`
  const baseText = base === contract.basePath ? '' : ` base: ${quoted(base)},`
  return `{ method: '${method}', path: ${quoted(path)},${baseText}${takesKey ? ' takesKey: true,' : ''}${mediaType}${stylesText}${getCredentials(operation)} responses: { ${contentKinds} } }`
}

/** A bearer token is the default. */
function getCredentials({ alternatives }: OperationModel): string {
  const locations = defaultCredentials(alternatives).map(({ in: location, name }) => ({ in: location, name }))
  const isDefault = locations.length === 1 && locations[0]?.in === 'bearer'
  return isDefault ? '' : ` credentials: ${literal(locations)},`
}

/** Returns the content kinds of a response, for stack/client/contract.ts. */
function getKinds(contract: ContractModel, entry: ResponseEntry): string | string[] {
  const types = getProblems(contract, entry.response).map(({ constants }) => String(constants.type))
  const contentKinds = getBodies(contract, entry).flatMap(({ mediaType }) => {
    const isProblem = types.length > 0 && mediaType === problemMediaType
    // Besides the problems of the pipeline, the contract can define one.
    if (isProblem) return hasCustomProblem(contract, entry.response) ? ['json', ...types] : types
    const kind = bodyKind(mediaType)
    return kind === 'json' || kind === 'text' ? kind : 'bytes'
  })
  const [first = 'empty', ...others] = new Set(contentKinds)
  return others.length === 0 ? first : [first, ...others]
}
