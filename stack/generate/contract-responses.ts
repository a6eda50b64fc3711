// The metadata of the responses and problems of a contract for the service at run time.

import { getBodies, getProblems, problemMediaType } from '../contract/model/bodies.ts'
import type { ContractModel, HeaderEntry, ResponseEntry } from '../contract/model/contract.ts'
import { toNode } from '../contract/model/node.ts'
import { parameterData } from '../contract/model/parameter-types.ts'
import { getShape } from '../contract/model/shapes.ts'
import { bodyKind } from '../core/contract/media-types.ts'
import { access, Expression } from './code.ts'

/** Resolves the status of `default`: 200 if no response has a status from 200 to 399. */
export function toResponses(entries: readonly ResponseEntry[]): ResponseEntry[] {
  const hasSuccess = entries.some(({ code }) => /^[23]/.test(code))
  return entries.map((entry) => (entry.code === 'default' && !hasSuccess ? { ...entry, status: 200 } : entry))
}

/** Returns the first documented successful response, or else the first redirect. A check reports if there is none. */
export function getSuccess(responses: readonly ResponseEntry[]): ResponseEntry | undefined {
  return responses.find(({ status }) => status < 300) ?? responses.find(({ status }) => status < 400)
}

/** Returns references to the constant with the responses, by status code. */
export function toReferences(contract: ContractModel, entries: readonly ResponseEntry[]): Record<string, Expression> {
  return Object.fromEntries(entries.map((entry) => [entry.code, toReference(contract, entry)]))
}

export function toReference(contract: ContractModel, entry: ResponseEntry): Expression {
  return new Expression(`responses${access(responseKey(contract, entry))}`)
}

/** Returns the key of a response: its name, and its status unless it is the first of the component. */
export function responseKey({ responses }: ContractModel, { name, status }: ResponseEntry): string {
  return responses.get(name)?.status === status ? name : `${name} ${status}`
}

export function responseValue(contract: ContractModel, entry: ResponseEntry) {
  const { name, status, response, headers } = entry
  const problems = getProblems(contract, response)
  const bodies = getBodies(contract, entry).map(({ mediaType, schema, validator }) => {
    // Only the service creates problems, so they have no properties to strip.
    const isProblem = problems.length > 0 && mediaType === problemMediaType
    const shape = isProblem || schema === undefined ? null : getShape(toNode(contract.dereference(schema)))
    return { mediaType, kind: bodyKind(mediaType), validator, ...(shape && { shape }) }
  })
  return {
    name,
    status,
    headers: headers.map((header) => headerValue(contract, header)),
    bodies,
    problemTypes: problems.map(({ constants }) => constants.type),
  }
}

function headerValue(contract: ContractModel, { name, validator, required, schema }: HeaderEntry) {
  const type = parameterData(contract, { name, in: 'header', schema })
  const isString = Object.keys(type).length === 0
  return {
    name,
    ...(required && { required }),
    ...(!isString && { type }),
    constant: contract.dereference(schema).const,
    validate: new Expression(`headerValidators${access(validator)}`),
  }
}

/** Returns each problem type once. */
export function problemKinds(contract: ContractModel) {
  const all = [...contract.responses.values()].flatMap(({ response }) => {
    const [first, ...others] = getProblems(contract, response)
    const described = first ? [{ ...first, description: response.description }, ...others] : []
    return described.map(({ constants, description }) => {
      const type = String(constants.type)
      return [type, { name: type.slice(type.lastIndexOf(':') + 1), ...constants, help: description }] as const
    })
  })
  return [...new Map(all).values()]
}
