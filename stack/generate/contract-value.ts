// generated/index.ts: what the service must know of each operation and response at run time. And the files that are the
// same for every contract: server.ts, and the declarations of the compiled validators.

import { formFields, getBodies, getProblems, problemMediaType } from '../contract/model/bodies.ts'
import { conditionSubjects } from '../contract/model/condition-subjects.ts'
import type { Contract, HeaderEntry, Operation, ResponseEntry } from '../contract/model/contract.ts'
import { deprecatedParts } from '../contract/model/deprecations.ts'
import { getExamples } from '../contract/model/examples.ts'
import { mapped, toNode } from '../contract/model/node.ts'
import type { Parameter } from '../contract/model/openapi.ts'
import { parameterData } from '../contract/model/parameter-types.ts'
import { deriveResources } from '../contract/model/resources.ts'
import { getShape } from '../contract/model/shapes.ts'
import type { ParameterData } from '../core/contract/contract-data.ts'
import { literal, property } from './code.ts'

export function contractValue(contract: Contract): string {
  const { document, basePath, operations, responses, httpResponses } = contract
  const subjects = conditionSubjects(contract).filter(({ subject }) => typeof subject !== 'string')
  return `
import { type Contract, defineContract } from 'contract-stack/contract'
import type { ContractData } from 'contract-stack/contract-data'
import { headerValidators } from './header-validators.js'
import { product } from './product.ts'
import { adaptedParameters, standardOperations } from './resources.ts'

export const contractData: ContractData = {
  basePath: ${literal(basePath)},
  product,
  limits: ${literal(document['x-limits'])},
  exposedHeaders: ${literal(document['x-exposed-headers'])},
  operations: [${lines(operations.map((one) => literal(operationData(contract, one))))}],
  responses: {${members([...responses].map(([name, entry]) => [name, responseData(contract, entry)]))}},
  httpResponses: ${literal(names(httpResponses))},
  headerValidators,
  collections: [${lines(deriveResources(contract).collections.map(literal))}],
  standardOperations,
  adaptedParameters,
  examples: {${members([...responses].map(([name, entry]) => [name, getExamples(contract, entry)]))}},
  conditionSubjects: {${members(subjects.map(({ operation, subject }) => [operation.id, subject]))}},
}

export const contract: Contract = defineContract(contractData)
`
}

/** A line for each keeps the diff of a change readable. */
function lines(all: string[]): string {
  return all.map((one) => `\n    ${one},`).join('') + (all.length > 0 ? '\n  ' : '')
}

function members(all: [name: string, value: unknown][]): string {
  return lines(all.map(([name, value]) => `${property(name)}: ${literal(value)}`))
}

function operationData(contract: Contract, operation: Operation) {
  const { id, method, path, bases, alternatives, parameters, requestBody, responses } = operation
  const inGroup = (group: Parameter['in']) => {
    const all = parameters.filter((one) => one.in === group)
    return Object.fromEntries(all.map((one) => [one.name, fullData(contract, one)]))
  }
  const keys = alternatives?.flat().filter((one) => one.in === 'query') ?? []
  return {
    id,
    method: method.toUpperCase(),
    path,
    ...(bases.join() !== '' && { bases }),
    security: alternatives,
    parameters: {
      path: inGroup('path'),
      // A key can also be a parameter.
      query: { ...Object.fromEntries(keys.map(({ name }) => [name, { isCredential: true }])), ...inGroup('query') },
      headers: inGroup('header'),
      cookies: inGroup('cookie'),
    },
    ...(operation.evaluatesConditions && { evaluatesConditions: true }),
    ...(operation.keepsKey && { keepsKey: true }),
    requestBodies: mapped(requestBody?.content, (media, name) => {
      const isString = contract.wholeSchema(media.schema).type === 'string'
      return { ...(isString && { isString }), ...formFields(contract, name, media) }
    }),
    ...(requestBody?.required && { requiresBody: true }),
    ...(parameters.some((one) => one.required && one.in !== 'path') && { needsParameter: true }),
    responses: names(responses),
    deprecatedParts: deprecatedParts(contract, operation),
  }
}

function fullData(contract: Contract, parameter: Parameter): ParameterData {
  const { default: value } = contract.wholeSchema(parameter.schema)
  const { allowEmptyValue } = parameter
  return { ...parameterData(contract, parameter), default: value, ...(allowEmptyValue && { allowEmptyValue }) }
}

function names(responses: readonly ResponseEntry[]): Record<string, string> {
  return Object.fromEntries(responses.map(({ code, name }) => [code, name]))
}

function responseData(contract: Contract, entry: ResponseEntry) {
  const { response, headers } = entry
  const [problem, ...others] = getProblems(contract, response)
  const bodies = getBodies(contract, entry).map(({ mediaType, schema, validator }) => {
    // Only the service itself makes problems.
    const isProblem = problem !== undefined && mediaType === problemMediaType
    const shape = isProblem || schema === undefined ? null : getShape(toNode(contract.wholeSchema(schema)))
    return [mediaType, { validator, ...(shape && { shape }) }]
  })
  const headerData = ({ name, validator, required, schema }: HeaderEntry) => {
    const { const: constant } = contract.wholeSchema(schema)
    const type = parameterData(contract, { name, in: 'header', schema })
    const isString = Object.keys(type).length === 0
    return [name, { validator, ...(required && { required }), ...(!isString && { type }), constant }]
  }
  return {
    headers: Object.fromEntries(headers.map(headerData)),
    ...(bodies.length > 0 && { bodies: Object.fromEntries(bodies) }),
    ...(problem && { problem: { ...problem.fixed, help: response.description } }),
    ...(others.length > 0 && {
      otherProblems: others.map(({ fixed, description }) => ({ ...fixed, help: description })),
    }),
  }
}

export function serverValue(): string {
  return `
import type { ServerData } from 'contract-stack/contract-data'
import * as validators from './openapi-validators.js'

export const server: ServerData = { validators, documents: new URL('.', import.meta.url) }
`
}

export const validatorTypes = {
  header: `
import type { CompiledValidator } from 'contract-stack/contract-data'

/** Of a header: a number if its schema is one, otherwise text. By the header component, or by response and header. */
export declare const headerValidators: Record<string, CompiledValidator>
`,

  openapi: `
import type { CompiledValidators } from 'contract-stack/contract-data'

export declare const parameterValidators: CompiledValidators['parameterValidators']
export declare const bodyValidators: CompiledValidators['bodyValidators']
export declare const responseValidators: CompiledValidators['responseValidators']
export declare const digest: string
`,
}
