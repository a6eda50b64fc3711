// Parameters that the pipeline reads in another way than they are written, or not at all.

import { resolved, toNode } from '../complete/node.ts'
import { getKinds, getOperations } from '../complete/operations.ts'
import type { Contract, Written } from '../contract.ts'
import { parameterRefusal } from '../parameter-types.ts'
import type { Checks } from './check.ts'
import { parameterPointer } from './standard.ts'
import { isPage, parametersIn, responsesIn } from './written-parts.ts'

/** OpenAPI 3.1 ignores them (4.8.12.2.1). */
const ignoredHeaders = ['accept', 'content-type', 'authorization']

export const parameterChecks: Checks<Written> = {
  *'a header of a response with content'(written) {
    for (const { pointer, response } of responsesIn(written)) {
      for (const [name, value] of Object.entries(toNode(response.headers)))
        if ('content' in resolved(written.own, value))
          yield [`${pointer}/headers/${name}`, `${name} must have a schema: write schema instead of content.`]
    }
  },

  *'a default of a filter, from a shared schema'(written) {
    for (const { name, group, pointer, parameter, schema, place } of parametersIn(written)) {
      const own = toNode(parameter.schema)
      if (group !== 'query' || !isPage(place) || schema.default === undefined || 'default' in own) continue
      const advice = `move the default from ${own.$ref} to the property of the item`
      yield [pointer, `Without ${name}, the list shows only items with ${JSON.stringify(schema.default)}: ${advice}.`]
    }
  },

  *'a header parameter that OpenAPI ignores'(written) {
    for (const { name, group, pointer } of parametersIn(written)) {
      if (group !== 'header' || !ignoredHeaders.includes(name.toLowerCase())) continue
      yield [pointer, `OpenAPI ignores a header parameter ${name}: remove it.`]
    }
  },

  *'a common parameter in another case'(written) {
    const common = Object.values(written.common.parameters)
    for (const { name, group, pointer, place } of parametersIn(written)) {
      if (group === 'query' && !isPage(place)) continue
      const found = common.find((one) => one.in === group && one.name.toLowerCase() === name.toLowerCase())
      if (!found || (group === 'header' && !(getField(found.name).field in place.operation))) continue
      if (found.name !== name) yield [pointer, `Write ${found.name} instead of ${name}.`]
    }
  },

  *'another parameter in the place of a common one'({ own, common }) {
    const written = toNode(toNode(own.components).parameters)
    const kinds = getOperations(own).map((place) => getKinds(own, place))
    for (const [component, { name, in: group, for: needed }] of Object.entries(common.parameters)) {
      // Nothing refers to it.
      if (!kinds.some((one) => needed.every((kind) => one.has(kind)))) continue
      const replacing = component in written ? resolved(own, written[component]) : { name, in: group }
      if (replacing.name === name && replacing.in === group) continue
      yield [
        `/components/parameters/${component}`,
        `${component} must be the parameter ${name} of the ${group}: rename the component.`,
      ]
    }
  },

  *'a limit or a position of another kind'(written) {
    for (const { name, group, pointer, schema, place, parameter } of parametersIn(written)) {
      if (group !== 'query' || !isPage(place)) continue
      const { type, minimum, maximum } = schema
      const isCount =
        type === 'integer' && Number(minimum) >= 1 && maximum !== undefined && schema.default !== undefined
      if (name === 'limit' && !isCount)
        yield [pointer, 'limit must be an integer with a default, a maximum, and a minimum of at least 1.']
      const isPosition = name === 'after' || name === 'afterValue'
      if (isPosition && (type !== 'string' || parameter.required === true))
        yield [pointer, `${name} must be a string, and not required.`]
    }
  },

  *'x-paging of another operation than a list'({ own }) {
    for (const { operation, method, pointer } of getOperations(own).filter(isPage)) {
      const success = resolved(own, toNode(operation.responses)['200'])
      const media = toNode(toNode(success.content)['application/json'])
      if (method === 'get' && resolved(own, media.schema).type === 'array') continue
      yield [`${pointer}/x-paging`, 'Only a GET that returns an array has pages: remove x-paging.']
    }
  },
}

/** They work, and a handler must do what their names promise. */
export const parameterWarnings: Checks<Written> = {
  *'a common header parameter without its field'(written) {
    const headers = Object.values(written.common.parameters).filter((one) => one.in === 'header')
    for (const { name, group, pointer, place } of parametersIn(written)) {
      const found = headers.find((one) => one.name.toLowerCase() === name.toLowerCase())
      if (group !== 'header' || found === undefined) continue
      const { field, value } = getField(found.name)
      if (!(field in place.operation))
        yield [pointer, `Only a handler can read ${name}: write ${field}: ${value} if the service must do so.`]
    }
  },
}

/** The field that gives a header parameter its meaning. */
function getField(header: string) {
  if (header === 'Idempotency-Key') return { field: 'x-idempotency-key', value: 'true' }
  return { field: 'x-conditions', value: header.endsWith('Since') ? '[ETag, Last-Modified]' : '[ETag]' }
}

/** Of the complete contract: its schemas show which types a parameter has. */
export const parameterTypeChecks: Checks<Contract> = {
  *'a parameter that has no text'(contract) {
    for (const operation of contract.operations) {
      for (const [index, parameter] of operation.parameters.entries()) {
        const sentence = parameterRefusal(contract, parameter)
        if (sentence) yield [parameterPointer(contract, operation, index), sentence]
      }
    }
  },
}
