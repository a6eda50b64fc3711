// Parameters that the pipeline reads in another way than they are written, or not at all.

import { nodeOf, resolved } from '../complete/node.ts'
import { operationsOf } from '../complete/operations.ts'
import type { Written } from '../contract.ts'
import type { Checks } from './check.ts'
import { isPage, parametersIn, responsesIn } from './written-parts.ts'

const types = ['string', 'boolean', 'integer', 'number']

/** OpenAPI 3.1 ignores them (4.8.12.2.1). */
const ignoredHeaders = ['accept', 'content-type', 'authorization']

export const parameterChecks: Checks<Written> = {
  *'a cookie'(written) {
    for (const { name, group, pointer } of parametersIn(written)) {
      if (group === 'cookie') yield [pointer, `Nothing reads the cookie ${name}: use a header or the query.`]
    }
  },

  *'a parameter of another type'(written) {
    for (const { name, group, pointer, parameter, schema } of parametersIn(written)) {
      if (group === 'cookie' || 'content' in parameter || types.includes(String(schema.type))) continue
      yield [pointer, `The parameter ${name} must have the type string, boolean, integer or number.`]
    }
  },

  *'another style of a parameter'(written) {
    for (const { name, group, pointer, parameter } of parametersIn(written)) {
      const style = group === 'query' ? 'form' : 'simple'
      if ((parameter.style ?? style) !== style) yield [pointer, `The parameter ${name} must have the style ${style}.`]
    }
  },

  *'a parameter or a header with content'(written) {
    const headers = responsesIn(written).flatMap(({ pointer, response }) =>
      Object.entries(nodeOf(response.headers)).map(([name, value]) => {
        return { name, pointer: `${pointer}/headers/${name}`, parameter: resolved(written.own, value) }
      }),
    )
    for (const { name, pointer, parameter } of [...parametersIn(written), ...headers])
      if ('content' in parameter) yield [pointer, `${name} must have a schema: write schema instead of content.`]
  },

  *'a default of a header parameter'(written) {
    for (const { name, group, pointer, schema } of parametersIn(written)) {
      if (schema.default === undefined || group !== 'header') continue
      yield [pointer, `The header ${name} cannot have a default: only query parameters can.`]
    }
  },

  *'a default of a filter, from a shared schema'(written) {
    for (const { name, group, pointer, parameter, schema, place } of parametersIn(written)) {
      const own = nodeOf(parameter.schema)
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
      if (found && found.name !== name) yield [pointer, `Write ${found.name} instead of ${name}.`]
    }
  },

  *'a common header parameter without its field'(written) {
    const headers = Object.values(written.common.parameters).filter((one) => one.in === 'header')
    for (const { name, group, pointer, place } of parametersIn(written)) {
      if (group !== 'header' || !headers.some((one) => one.name === name)) continue
      const [field, value] = name === 'Idempotency-Key' ? ['x-idempotency-key', 'true'] : ['x-conditions', '[ETag]']
      if (field in place.operation) continue
      yield [pointer, `${name} needs responses that only ${field} adds: write ${field}: ${value} instead.`]
    }
  },

  *'another parameter in the place of a common one'({ own, common }) {
    const written = nodeOf(nodeOf(own.components).parameters)
    for (const [component, { name, in: group }] of Object.entries(common.parameters)) {
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
      if (name === 'after' && (type !== 'string' || parameter.required === true))
        yield [pointer, 'after must be a string, and not required.']
    }
  },

  *'x-paging of another operation than a list'({ own }) {
    for (const { operation, method, pointer } of operationsOf(own).filter(isPage)) {
      const success = resolved(own, nodeOf(operation.responses)['200'])
      const media = nodeOf(nodeOf(success.content)['application/json'])
      if (method === 'get' && resolved(own, media.schema).type === 'array') continue
      yield [`${pointer}/x-paging`, 'Only a GET that returns an array has pages: remove x-paging.']
    }
  },
}
