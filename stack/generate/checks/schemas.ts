// Schemas that no validator checks as they are written.

import { type Node, visitNodes } from '../complete/node.ts'
import type { Written } from '../contract.ts'
import { knownFormats } from '../formats.ts'
import type { Checks, Finding } from './check.ts'
import { oncePerFile } from './repeated.ts'

/** express-openapi-validator resolves only references into components. */
export const otherPlaces = ['$defs', 'definitions', '$id', '$anchor', '$dynamicRef', '$dynamicAnchor']

export const schemaChecks: Checks<Written> = {
  'a pattern that is not a regular expression': ({ own }) =>
    inSchemas(own, ({ pattern }) => {
      if (typeof pattern !== 'string' || isExpression(pattern)) return
      return `The pattern ${pattern} is not a regular expression of ECMAScript with the flag u.`
    }),

  'a schema in another place than components': ({ own }) =>
    inSchemas(own, (schema) => {
      const found = otherPlaces.find((keyword) => keyword in schema)
      return found && `A schema cannot have ${found}: move it to components/schemas, and refer to it there.`
    }),
}

/** They are honoured as far as JSON Schema goes: a format that a validator does not know says something to people only. */
export const schemaWarnings: Checks<Written> = {
  'a format that no validator checks': ({ own, locate }) => {
    const found = inSchemas(own, ({ format }) => {
      if (typeof format !== 'string' || Object.hasOwn(knownFormats, format)) return
      return `No validator checks format: ${format}. Add a pattern if it matters.`
    })
    return oncePerFile(found, locate)
  },
}

function inSchemas(own: Node, check: (schema: Node) => string | undefined): Finding[] {
  const found: Finding[] = []
  for (const part of ['paths', 'components']) {
    visitNodes(
      own[part],
      (node, pointer) => {
        const sentence = check(node)
        if (sentence !== undefined) found.push([pointer, sentence])
      },
      `/${part}`,
    )
  }
  return found
}

function isExpression(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern, 'u'))
  } catch {
    return false
  }
}
