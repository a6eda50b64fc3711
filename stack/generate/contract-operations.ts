// The metadata of an operation for the service at run time.

import { formFields, getBodies } from '../contract/model/bodies.ts'
import type { ContractModel, OperationModel } from '../contract/model/contract.ts'
import { deprecatedParts } from '../contract/model/deprecations.ts'
import { mapValues } from '../contract/model/node.ts'
import type { Parameter } from '../contract/model/openapi.ts'
import { parameterData } from '../contract/model/parameter-types.ts'
import type { CredentialData, ParameterData } from '../core/contract/contract.ts'
import { getSuccess, toReference, toReferences, toResponses } from './contract-responses.ts'
import { toSegments } from './contract-routes.ts'

export function operationValue(contract: ContractModel, operation: OperationModel) {
  const { id, method, path, bases, alternatives, requestBody } = operation
  const parameters = parametersOf(contract, operation)
  const responses = toResponses(operation.responses)
  const success = getSuccess(responses)
  const successBodies = responses
    .filter(({ status }) => status < 300)
    .flatMap((response) => getBodies(contract, response))
  return {
    id,
    method: method.toUpperCase(),
    path,
    bases,
    segments: toSegments(path),
    ...(alternatives && { security: toSecurity(alternatives) }),
    parameters,
    queryObjects: queryObjects(parameters.query),
    headerFields: Object.keys(parameters.headers).map((name) => [name, name.toLowerCase()]),
    ...(operation.evaluatesConditions && { evaluatesConditions: true }),
    ...(operation.takesIdempotencyKey && { takesIdempotencyKey: true }),
    requestBodies: mapValues(requestBody?.content, (media, name) => {
      const isString = contract.dereference(media.schema).type === 'string'
      return { ...(isString && { isString }), ...formFields(contract, name, media) }
    }),
    ...(requestBody?.required && { requiresBody: true }),
    ...(operation.parameters.some((parameter) => parameter.required && parameter.in !== 'path') && {
      needsParameter: true,
    }),
    responses: toReferences(contract, responses),
    success: success && toReference(contract, success),
    successMediaTypes: [...new Set(successBodies.map(({ mediaType }) => mediaType))],
    deprecatedParts: deprecatedParts(contract, operation),
  }
}

export function parametersOf(contract: ContractModel, { alternatives, parameters }: OperationModel) {
  const inLocation = (location: Parameter['in']): Record<string, ParameterData> => {
    const all = parameters.filter((parameter) => parameter.in === location)
    return Object.fromEntries(all.map((parameter) => [parameter.name, withDefault(contract, parameter)]))
  }
  const keys = alternatives?.flat().filter((alternative) => alternative.in === 'query') ?? []
  return {
    path: inLocation('path'),
    // An API key can also be declared as a parameter.
    query: { ...Object.fromEntries(keys.map(({ name }) => [name, { isCredential: true }])), ...inLocation('query') },
    headers: inLocation('header'),
    cookies: inLocation('cookie'),
  }
}

function withDefault(contract: ContractModel, parameter: Parameter): ParameterData {
  const { default: value } = contract.dereference(parameter.schema)
  const { allowEmptyValue } = parameter
  return { ...parameterData(contract, parameter), default: value, ...(allowEmptyValue && { allowEmptyValue }) }
}

/** Returns the names of objects in a query: objects with fixed property names precede those that take any name. */
function queryObjects(query: Record<string, ParameterData>): string[] {
  const objects = Object.entries(query).filter(([, data]) => data.properties && data.separator === undefined)
  const rank = (data: ParameterData) => Number(!data.isDeepObject && data.additionalProperties !== undefined)
  return objects.toSorted(([, object], [, second]) => rank(object) - rank(second)).map(([name]) => name)
}

export function toSecurity(all: CredentialData[][]) {
  const alternatives = all.filter(({ length }) => length > 0)
  return { alternatives, isOptional: alternatives.length < all.length }
}
