// The deprecated parts: `x-deprecation` is the only source of the headers, and of the sentence in docs and types.

import type { DeprecatedPart } from '../../core/contract/contract.ts'
import { requestSchema } from './bodies.ts'
import { ContractModel, type OperationModel } from './contract.ts'
import { memoize, replaceDeep } from './node.ts'
import type { Schema } from './openapi.ts'

const inputs = { query: 'query', header: 'headers', cookie: 'cookies' } as const

/** Returns the deprecated parts of an operation, the one with the earliest sunset first. */
export function deprecatedParts(contract: ContractModel, operation: OperationModel): DeprecatedPart[] {
  const { 'x-deprecation': deprecation, parameters } = operation
  const parts = [
    { deprecation },
    // A path parameter cannot be omitted, so only its operation can be deprecated.
    ...parameters.flatMap((parameter) =>
      parameter.in === 'path'
        ? []
        : [{ in: inputs[parameter.in], name: parameter.name, deprecation: parameter['x-deprecation'] }],
    ),
    ...Object.entries(contract.getProperties(requestSchema(operation))).map(([name, property]) => {
      return { in: 'body' as const, name, deprecation: property['x-deprecation'] }
    }),
  ]
  return parts
    .flatMap(({ deprecation, ...location }) => (deprecation ? [{ deprecation, location }] : []))
    .sort((first, second) => (first.deprecation.sunset < second.deprecation.sunset ? -1 : 1))
    .map(({ deprecation: { since, sunset }, location }) => {
      // RFC 9745 and RFC 8594.
      const headers = { Deprecation: `@${Date.parse(since) / 1000}`, Sunset: new Date(sunset).toUTCString() }
      return { ...location, headers }
    })
}

/** Returns a memoized copy of the contract, with a sentence about the dates in each deprecated part's description. */
export const describeDeprecations = memoize(({ document, locate }: ContractModel): ContractModel => {
  const described = replaceDeep(document, (node) => {
    const { description = '', 'x-deprecation': dates }: Schema = Object(node)
    if (dates === undefined) return node
    const sentence = `Deprecated since ${dates.since}. It works at least until ${dates.sunset}.`
    return { ...Object(node), description: `${description.trim()} ${sentence}`.trim() }
  })
  return new ContractModel(described, locate)
})
