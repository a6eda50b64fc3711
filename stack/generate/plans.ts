// generated/plans.ts: what the service must know of each operation and each response at run time, as data.

import { hash } from 'node:crypto'
import { getBodies, problemMediaType } from './bodies.ts'
import { literal, property } from './code.ts'
import { mapped, toNode } from './complete/node.ts'
import type { Contract, HeaderEntry, Operation, Parameter, ResponseEntry } from './contract.ts'
import { deprecatedParts } from './deprecations.ts'
import { formFields } from './form-fields.ts'
import { parameterType } from './parameter-types.ts'
import { getProblems } from './problems.ts'
import { getShape } from './shapes.ts'

const head = `
import type { OperationData, ResponseData } from 'contract-stack/contract-data'
`

export function plans(contract: Contract): string {
  const operations = contract.operations.map((one) => `  ${literal(operationData(contract, one))},\n`)
  const responses = [...contract.responses].map(
    ([name, entry]) => `  ${property(name)}: ${literal(responseData(contract, entry))},\n`,
  )
  return `${head}
/** Differs for any two contracts. */
export const contractDigest = "${hash('sha256', JSON.stringify(contract.document), 'base64url')}"

/** The path of the first server. */
export const basePath = ${literal(contract.basePath)}

export const limits = ${literal(contract.document['x-limits'])}

/** Scripts of other origins can read them. */
export const exposedHeaders = ${literal(contract.document['x-exposed-headers'])}

export const operationData: OperationData[] = [
${operations.join('')}]

export const responseData: Record<string, ResponseData> = {
${responses.join('')}}

/** Responses that any request can get, by status. */
export const httpResponseNames: Record<string, string> = ${literal(names(contract.httpResponses))}
`
}

function operationData(contract: Contract, operation: Operation) {
  const { id, method, path, bases, alternatives, parameters, requestBody, responses } = operation
  const inGroup = (group: Parameter['in']) => parameters.filter((one) => one.in === group)
  const keys = alternatives?.flat().filter((one) => one.in === 'query') ?? []
  // JSON leaves out what is undefined.
  const types = (group: Parameter['in']) =>
    Object.fromEntries(inGroup(group).map((one) => [one.name, parameterType(contract, one)]))
  const defaults = (group: Parameter['in']) =>
    Object.fromEntries(inGroup(group).map((one) => [one.name, contract.wholeSchema(one.schema).default]))
  return {
    id,
    method: method.toUpperCase(),
    path,
    ...(bases.join() !== '' && { bases }),
    security: alternatives,
    query: Object.fromEntries([
      ...keys.map(({ name }) => [name, { isCredential: true }] as const),
      // A key can also be a parameter.
      ...inGroup('query').map(({ name, schema, allowEmptyValue }) => {
        return [name, { default: contract.wholeSchema(schema).default, allowEmptyValue }] as const
      }),
    ]),
    headers: inGroup('header').map(({ name }) => name),
    ...(operation.evaluatesConditions && { evaluatesConditions: true }),
    ...(operation.keepsKey && { keepsKey: true }),
    cookies: inGroup('cookie').map(({ name }) => name),
    parameterTypes: { path: types('path'), query: types('query'), headers: types('header'), cookies: types('cookie') },
    defaults: { headers: defaults('header'), cookies: defaults('cookie') },
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

function names(responses: ResponseEntry[]): Record<string, string> {
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
    const type = parameterType(contract, { name, in: 'header', schema })
    return [name, { validator, ...(required && { required }), type, constant }]
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
