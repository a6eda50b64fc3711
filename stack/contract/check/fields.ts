// Fields that nothing reads where they are.

import { type Checks, each } from '../finding.ts'
import type { ContractModel } from '../model/contract.ts'
import { listFields } from '../model/list-parameters.ts'
import { escapeKey, nodesIn, toNode } from '../model/node.ts'
import { operationFields, pathFields, rootFields } from '../read/structure.ts'
import { allNodes } from './schemas.ts'

const pathPointer = /^\/paths\/[^/]+$/

const errorPointer = /^\/paths\/[^/]+\/[a-z]+\/responses\/[45]\d\d$/

/** Extension fields of other objects. `x-role outside of an item` checks x-role. */
const fieldsOfOtherObjects = ['x-role', 'x-pattern-message', 'x-deprecation', 'x-problem', ...listFields]

export const fieldChecks: Checks<ContractModel> = {
  *'an x- field of this project where nothing reads it'(contract) {
    const operations = new Set(contract.operations.map(({ pointer }) => pointer))
    for (const { name, node, owner, pointer } of extensionsIn(contract)) {
      if (rootFields.includes(name) && owner !== '') yield [pointer, `${name} belongs to the root of the contract.`]
      if (pathFields.includes(name) && !pathPointer.test(owner)) yield [pointer, `${name} belongs to a path.`]
      if (operationFields.includes(name) && name !== 'x-deprecation' && !operations.has(owner))
        yield [pointer, `${name} belongs to an operation.`]
      if (name === 'x-problem' && !errorPointer.test(owner))
        yield [pointer, 'x-problem belongs to an error of an operation.']
      if (listFields.some((listField) => listField === name) && node.in === undefined)
        yield [pointer, `${name} belongs to a parameter.`]
      if (name === 'x-deprecation' && node.deprecated !== true)
        yield [pointer, 'x-deprecation needs deprecated: true beside it.']
    }
  },

  'x-deprecation with invalid dates': each(
    (contract) => extensionsIn(contract).filter(({ name }) => name === 'x-deprecation'),
    ({ node }) => {
      const { since, sunset } = toNode(node['x-deprecation'])
      const isValid = isDate(since) && isDate(sunset) && since < sunset
      return !isValid && 'x-deprecation must have two dates like 2026-11-22: since, and a later sunset.'
    },
  ),

  'x-pattern-message that is not a clause beside a pattern': each(
    (contract) => extensionsIn(contract).filter(({ name }) => name === 'x-pattern-message'),
    ({ node: { pattern, 'x-pattern-message': message } }) => {
      const isClause = typeof pattern === 'string' && /^must .*[^.]$/.test(String(message))
      const advice =
        'continues the sentence that starts with the name of a field with a pattern, such as: must not have control characters'
      return !isClause && `x-pattern-message ${advice}`
    },
  ),

  *'externalValue or jsonSchemaDialect'({ document }) {
    const components = toNode(document.components)
    for (const { node, pointer } of [...nodesIn(document), { node: components, pointer: '/components' }])
      for (const [name, example] of Object.entries(toNode(node.examples))) {
        const sentence = 'An example is in the contract: write value instead of externalValue.'
        if ('externalValue' in toNode(example)) yield [`${pointer}/examples/${escapeKey(name)}`, sentence]
      }
    const { jsonSchemaDialect = dialects[0] } = toNode(document)
    if (!dialects.includes(String(jsonSchemaDialect)))
      yield ['/jsonSchemaDialect', 'All schemas have the dialect of OpenAPI 3.1: remove jsonSchemaDialect.']
  },
}

/** The default of OpenAPI 3.1 (3.1.1, 4.8.24.5), and the dialect of JSON Schema that it extends. */
const dialects = ['https://spec.openapis.org/oas/3.1/dialect/base', 'https://json-schema.org/draft/2020-12/schema']

export const fieldWarnings: Checks<ContractModel> = {
  'a field beside a $ref, outside of schemas': each(allNodes, ({ node }) => {
    const sibling = Object.keys(node).find((name) => !['$ref', 'summary', 'description'].includes(name))
    const isIgnored = /^#\/components\/(?!schemas\/)/.test(String(node.$ref))
    return isIgnored && sibling && `OpenAPI ignores ${sibling} beside a $ref: write it in ${node.$ref}.`
  }),

  *'an x- field that this project does not know'(contract) {
    const known = new Set([...rootFields, ...pathFields, ...operationFields, ...fieldsOfOtherObjects])
    // Other tools may read it.
    for (const { name, pointer } of extensionsIn(contract))
      if (!known.has(name)) yield [pointer, `${name} is not a field of this project. It adds nothing.`]
  },
}

function extensionsIn({ document }: ContractModel) {
  return [{ node: toNode(document), pointer: '' }, ...nodesIn(document)].flatMap(({ node, pointer: owner }) => {
    const names = Object.keys(node).filter((name) => name.startsWith('x-'))
    return names.map((name) => ({ name, node, owner, pointer: `${owner}/${name}` }))
  })
}

function isDate(value: unknown): value is string {
  const time = Date.parse(String(value))
  return typeof value === 'string' && !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}
