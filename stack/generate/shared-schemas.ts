// Components of a contract, each compiled once. express-openapi-validator gives all of them to Ajv with each operation, which then
// compiles them again: 100 operations would take 17 s and 16 MB of code.

import type { Ajv, AnySchema } from 'ajv'
import { replaced, toNode } from './complete/node.ts'
import { valueAt } from './json-pointer.ts'

/** Larger schemas become a function, which all that refer to them call. */
const mostInlinedKeywords = 20

/**
 * Makes Ajv add each component under a name of its own when something refers to it.
 * @param document What references lead into.
 */
export function shareComponents(ajv: Ajv, document: object): void {
  Object.assign(ajv.opts, { inlineRefs: mostInlinedKeywords })
  const add = ajv.addSchema.bind(ajv)
  const names = new Map<string, string>()

  function getName($ref: string): string {
    const known = names.get($ref)
    if (known !== undefined) return known
    const name = `component:${names.size}`
    names.set($ref, name)
    add(withNames(valueAt(document, $ref)), name)
    return name
  }

  /** A copy with the names of components as references. */
  function withNames(schema: unknown): AnySchema {
    return replaced(schema ?? {}, (value, key) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#/') ? getName(value) : value,
    )
  }

  ajv.addSchema = (schema, key) => {
    if (Array.isArray(schema)) return add(schema, key)
    const { components: _, paths: __, ...own } = toNode(schema)
    return add(withNames(own), key)
  }
}
