// Parameters that the pipeline would read differently than they are written, or not at all.

import { baseSpecTemplate } from '../complete/common.ts'
import { hasAll } from '../complete/sent-headers.ts'
import { at, type Checks, each } from '../finding.ts'
import type { ContractModel } from '../model/contract.ts'
import { escapeKey, nodesIn, toNode } from '../model/node.ts'
import { parameterRefusal } from '../model/parameter-types.ts'
import { getTraits } from '../model/traits.ts'

/** A line break would end a header, or a line of generated code. */
const controlCharacters = /[\p{Cc}\u2028\u2029]/u

export const parameterChecks: Checks<ContractModel> = {
  'a parameter that cannot be serialized': each(parametersIn, ({ parameter }, contract) =>
    parameterRefusal(contract, parameter),
  ),

  'a name with control characters': each(namesIn, ({ name }) => {
    return (
      controlCharacters.test(name) &&
      `The name ${JSON.stringify(name)} has a control character or a line break: remove it.`
    )
  }),

  'a default of a filter, from a shared schema': each(listQueryParametersIn, ({ name, parameter, schema }) => {
    const schemaNode = toNode(parameter.schema)
    if (schema.default === undefined || 'default' in schemaNode) return
    const advice = `move the default from ${schemaNode.$ref} to the property of the item`
    return `Without ${name}, the list shows only items with ${JSON.stringify(schema.default)}: ${advice}.`
  }),

  'a common parameter in a different case': each(parametersIn, ({ name, in: location, operation }) => {
    if (location === 'query' && !operation['x-paging']) return
    const common = Object.values(baseSpecTemplate.parameters).find(
      (parameter) => parameter.in === location && isSameName(parameter.name, name),
    )
    if (!common || (location === 'header' && !(getField(common.name).field in operation))) return
    return common.name !== name && `Write ${common.name} instead of ${name}.`
  }),

  *'a component that replaces a common parameter by a different one'(contract) {
    const components = contract.document.components.parameters ?? {}
    const traitSets = contract.operations.map((operation) => getTraits(contract, operation))
    for (const [component, { name, in: location, for: required }] of Object.entries(baseSpecTemplate.parameters)) {
      const override = components[component]
      // No operation uses this component.
      if (override === undefined || !traitSets.some((traits) => hasAll(traits, required))) continue
      const replacing = contract.resolve(override)
      if (replacing.name === name && replacing.in === location) continue
      const sentence = `${component} must be the parameter ${name} of the ${location}: rename the component.`
      yield [`/components/parameters/${component}`, sentence]
    }
  },

  'a limit or a cursor with an unsupported schema': each(listQueryParametersIn, ({ name, schema, required }) => {
    const { type, minimum, maximum } = schema
    const isLimit = type === 'integer' && Number(minimum) >= 1 && maximum !== undefined && schema.default !== undefined
    if (name === 'limit' && !isLimit)
      return 'limit must be an integer with a default, a maximum, and a minimum of at least 1.'
    const isCursor = name === 'after' || name === 'afterValue'
    const isOptionalString = type === 'string' && required !== true
    return isCursor && !isOptionalString && `${name} must be a string, and not required.`
  }),

  'x-paging outside of a list': each(at('/x-paging', pagedOperationsIn), ({ method, responses }, contract) => {
    const { response } = responses.find(({ code }) => code === '200') ?? {}
    const { schema = {} } = response?.content?.['application/json'] ?? {}
    const isList = method === 'get' && contract.resolve(schema).type === 'array'
    return !isList && 'Only a GET that returns an array has pages: remove x-paging.'
  }),
}

export const parameterWarnings: Checks<ContractModel> = {
  'a common header parameter without its field': each(headerParametersIn, ({ name, operation }) => {
    const common = Object.values(baseSpecTemplate.parameters).find(
      (parameter) => parameter.in === 'header' && isSameName(parameter.name, name),
    )
    if (common === undefined) return
    const { field, value } = getField(common.name)
    const isKnown = field in operation
    return !isKnown && `Only a handler can read ${name}: write ${field}: ${value} if the service must do so.`
  }),
}

/** The names of paths, parameters, headers and API keys. */
function namesIn({ document }: ContractModel) {
  const paths = Object.keys(document.paths).map((name) => ({ name, pointer: `/paths/${escapeKey(name)}` }))
  const named = nodesIn(document).flatMap(({ node, pointer }) => [
    ...('in' in node ? [{ name: String(node.name), pointer: `${pointer}/name` }] : []),
    ...Object.keys(toNode(node.headers)).map((name) => ({ name, pointer: `${pointer}/headers/${escapeKey(name)}` })),
  ])
  return [...paths, ...named]
}

function pagedOperationsIn({ operations }: ContractModel) {
  return operations.filter((operation) => operation['x-paging'])
}

function parametersIn(contract: ContractModel) {
  return contract.operations.flatMap((operation) =>
    operation.parameters.map((parameter) => {
      return { ...parameter, parameter, schema: contract.resolve(parameter.schema ?? {}), operation }
    }),
  )
}

function listQueryParametersIn(contract: ContractModel) {
  return parametersIn(contract).filter((parameter) => parameter.in === 'query' && parameter.operation['x-paging'])
}

function headerParametersIn(contract: ContractModel) {
  return parametersIn(contract).filter((parameter) => parameter.in === 'header')
}

function isSameName(first: string, second: string): boolean {
  return first.toLowerCase() === second.toLowerCase()
}

function getField(header: string) {
  if (header === 'Idempotency-Key') return { field: 'x-idempotency-key', value: 'true' }
  return { field: 'x-conditions', value: header.endsWith('Since') ? '[ETag, Last-Modified]' : '[ETag]' }
}
