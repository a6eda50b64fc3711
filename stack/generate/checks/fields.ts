// Fields that nothing reads where they are.

import { type Node, toNode, visitNodes } from '../complete/node.ts'
import { getOperations } from '../complete/operations.ts'
import type { Written } from '../contract.ts'
import { escapeKey } from '../json-pointer.ts'
import { listFields } from '../list-parameters.ts'
import { operationFields, pathFields, rootFields } from '../structure.ts'
import type { Checks } from './check.ts'

const pathPointer = /^\/paths\/[^/]+$/

/** An error of an operation. */
const errorPointer = /^\/paths\/[^/]+\/[a-z]+\/responses\/[45]\d\d$/

/** `x-role outside of an item` checks the places of x-role. */
const fieldsOfNodes = ['x-role', 'x-pattern-message', 'x-deprecation', 'x-problem', ...listFields]

export const fieldChecks: Checks<Written> = {
  *'an x- field of this project in another place'({ own }) {
    const operations = new Set(getOperations(own).map(({ pointer }) => pointer))
    for (const { name, node, pointer } of extensionsIn(own)) {
      const place = `${pointer}/${name}`
      if (rootFields.includes(name) && pointer !== '') yield [place, `${name} belongs to the root of the contract.`]
      if (pathFields.includes(name) && !pathPointer.test(pointer)) yield [place, `${name} belongs to a path.`]
      if (operationFields.includes(name) && name !== 'x-deprecation' && !operations.has(pointer))
        yield [place, `${name} belongs to an operation.`]
      if (name === 'x-problem' && !errorPointer.test(pointer))
        yield [place, 'x-problem belongs to an error of an operation.']
      if (listFields.some((one) => one === name) && node.in === undefined)
        yield [place, `${name} belongs to a parameter.`]
      if (name === 'x-deprecation' && node.deprecated !== true)
        yield [place, 'x-deprecation needs deprecated: true beside it.']
    }
  },

  *'x-deprecation with other dates'({ own }) {
    for (const { name, node, pointer } of extensionsIn(own)) {
      const { since, sunset } = toNode(node['x-deprecation'])
      if (name !== 'x-deprecation' || (isDate(since) && isDate(sunset) && since < sunset)) continue
      yield [`${pointer}/${name}`, 'x-deprecation must have two dates like 2026-11-22: since, and a later sunset.']
    }
  },

  *'x-pattern-message that is not a text beside a pattern'({ own }) {
    for (const { name, node, pointer } of extensionsIn(own)) {
      if (
        name !== 'x-pattern-message' ||
        (typeof node.pattern === 'string' && /^must .*[^.]$/.test(String(node[name])))
      )
        continue
      yield [
        `${pointer}/${name}`,
        'x-pattern-message goes on after the name of a field with a pattern, such as: must not have control characters',
      ]
    }
  },

  *'externalValue or jsonSchemaDialect'({ own }) {
    const components = toNode(own.components)
    for (const { node, pointer } of [...nodesIn(own), { node: components, pointer: '/components' }])
      for (const [name, example] of Object.entries(toNode(node.examples)))
        if ('externalValue' in toNode(example))
          yield [
            `${pointer}/examples/${escapeKey(name)}`,
            'A contract is one file: write value instead of externalValue.',
          ]
    if ('jsonSchemaDialect' in own)
      yield ['/jsonSchemaDialect', 'All schemas have the dialect of OpenAPI 3.1: remove jsonSchemaDialect.']
  },
}

export const fieldWarnings: Checks<Written> = {
  *'a field beside a $ref, outside of schemas'({ own }) {
    for (const { node, pointer } of nodesIn(own)) {
      if (!/^#\/components\/(?!schemas\/)/.test(String(node.$ref))) continue
      const other = Object.keys(node).find((name) => !['$ref', 'summary', 'description'].includes(name))
      if (other) yield [pointer, `OpenAPI ignores ${other} beside a $ref: write it in ${node.$ref}.`]
    }
  },

  *'an x- field that this project does not know'({ own }) {
    const known = new Set([...rootFields, ...pathFields, ...operationFields, ...fieldsOfNodes])
    for (const { name, pointer } of extensionsIn(own)) {
      // Other tools may read it, in many places.
      if (!known.has(name)) yield [`${pointer}/${name}`, `${name} is not a field of this project. It adds nothing.`]
      known.add(name)
    }
  },
}

/** The `x-` fields of the root, of paths and of components. */
function extensionsIn(own: Node) {
  return [{ node: own, pointer: '' }, ...nodesIn(own)].flatMap(({ node, pointer }) =>
    Object.keys(node).flatMap((name) => (name.startsWith('x-') ? { name, node, pointer } : [])),
  )
}

function nodesIn(own: Node) {
  const found: { node: Node; pointer: string }[] = []
  for (const part of ['paths', 'components'])
    visitNodes(own[part], (node, pointer) => found.push({ node, pointer }), `/${part}`)
  return found
}

function isDate(value: unknown): value is string {
  const time = Date.parse(String(value))
  return typeof value === 'string' && !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}
