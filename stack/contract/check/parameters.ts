// Parameters that the pipeline reads in another way than they are written, or not at all.

import { at, type Checks, each } from '../finding.ts'
import type { Contract, Written } from '../model/contract.ts'
import { escapeKey, nodesIn, resolved, toNode } from '../model/node.ts'
import { getKinds, getOperations, isIgnored, type Place, writtenOperations } from '../model/operations.ts'
import { parameterRefusal } from '../model/parameter-types.ts'

/** A line break would end a header, or a line of generated code. */
const hidden = /[\p{Cc}\u2028\u2029]/u

export const parameterChecks: Checks<Written> = {
  'a name with control characters': each(namesIn, ({ name }) => {
    return hidden.test(name) && `The name ${JSON.stringify(name)} has a control character or a line break: remove it.`
  }),

  'a default of a filter, from a shared schema': each(pageParametersIn, ({ name, parameter, schema }) => {
    const own = toNode(parameter.schema)
    if (schema.default === undefined || 'default' in own) return
    const advice = `move the default from ${own.$ref} to the property of the item`
    return `Without ${name}, the list shows only items with ${JSON.stringify(schema.default)}: ${advice}.`
  }),

  'a common parameter in another case': each(parametersIn, ({ name, group, place }, { common }) => {
    if (group === 'query' && !isPage(place)) return
    const found = Object.values(common.parameters).find((one) => one.in === group && isSameName(one.name, name))
    if (!found || (group === 'header' && !(getField(found.name).field in place.operation))) return
    return found.name !== name && `Write ${found.name} instead of ${name}.`
  }),

  *'another parameter in the place of a common one'({ own, common }) {
    const written = toNode(toNode(own.components).parameters)
    const kinds = getOperations(own).map((place) => getKinds(own, place))
    for (const [component, { name, in: group, for: needed }] of Object.entries(common.parameters)) {
      // Nothing refers to it.
      if (!kinds.some((one) => needed.every((kind) => one.has(kind)))) continue
      const replacing = component in written ? resolved(own, written[component]) : { name, in: group }
      if (replacing.name === name && replacing.in === group) continue
      const text = `${component} must be the parameter ${name} of the ${group}: rename the component.`
      yield [`/components/parameters/${component}`, text]
    }
  },

  'a limit or a position of another kind': each(pageParametersIn, ({ name, schema, parameter }) => {
    const { type, minimum, maximum } = schema
    const isCount = type === 'integer' && Number(minimum) >= 1 && maximum !== undefined && schema.default !== undefined
    if (name === 'limit' && !isCount)
      return 'limit must be an integer with a default, a maximum, and a minimum of at least 1.'
    const isPosition = name === 'after' || name === 'afterValue'
    const isOptionalText = type === 'string' && parameter.required !== true
    return isPosition && !isOptionalText && `${name} must be a string, and not required.`
  }),

  'x-paging of another operation than a list': each(at('/x-paging', writtenOperations), (place, { own }) => {
    const success = resolved(own, toNode(place.operation.responses)['200'])
    const media = toNode(toNode(success.content)['application/json'])
    const isList = place.method === 'get' && resolved(own, media.schema).type === 'array'
    return isPage(place) && !isList && 'Only a GET that returns an array has pages: remove x-paging.'
  }),
}

export const parameterWarnings: Checks<Written> = {
  'a header parameter that OpenAPI ignores': each(headerParametersIn, ({ name, parameter }) => {
    return (
      isIgnored(parameter) && `OpenAPI ignores a header parameter ${name}, so the complete contract does not have it.`
    )
  }),

  'a common header parameter without its field': each(headerParametersIn, ({ name, place }, { common }) => {
    const found = Object.values(common.parameters).find((one) => one.in === 'header' && isSameName(one.name, name))
    if (found === undefined) return
    const { field, value } = getField(found.name)
    const isKnown = field in place.operation
    return !isKnown && `Only a handler can read ${name}: write ${field}: ${value} if the service must do so.`
  }),
}

/** Of the complete contract: its schemas show which types a parameter has. */
export const parameterTypeChecks: Checks<Contract> = {
  'a parameter that has no text': each(
    ({ operations }) => operations.flatMap(({ parameters }) => parameters),
    (parameter, contract) => parameterRefusal(contract, parameter),
  ),
}

/** The names of paths, parameters, headers and API keys. */
function namesIn({ own }: Written) {
  const paths = Object.keys(toNode(own.paths)).map((name) => ({ name, pointer: `/paths/${escapeKey(name)}` }))
  const others = nodesIn(own).flatMap(({ node, pointer }) => [
    ...('in' in node ? [{ name: String(node.name), pointer: `${pointer}/name` }] : []),
    ...Object.keys(toNode(node.headers)).map((name) => ({ name, pointer: `${pointer}/headers/${escapeKey(name)}` })),
  ])
  return [...paths, ...others]
}

function parametersIn({ own }: Written) {
  return getOperations(own).flatMap((place) =>
    place.parameters.map((parameter) => {
      const { name, in: group, schema, pointer } = parameter
      return { name: String(name), group: String(group), parameter, schema: resolved(own, schema), pointer, place }
    }),
  )
}

function isPage({ operation }: Pick<Place, 'operation'>): boolean {
  return operation['x-paging'] === true
}

function pageParametersIn(written: Written) {
  return parametersIn(written).filter(({ group, place }) => group === 'query' && isPage(place))
}

function headerParametersIn(written: Written) {
  return parametersIn(written).filter(({ group }) => group === 'header')
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function getField(header: string) {
  if (header === 'Idempotency-Key') return { field: 'x-idempotency-key', value: 'true' }
  return { field: 'x-conditions', value: header.endsWith('Since') ? '[ETag, Last-Modified]' : '[ETag]' }
}
