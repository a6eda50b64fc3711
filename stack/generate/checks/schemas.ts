// Schemas that no validator checks as they are written.

import { nodesIn } from '../complete/node.ts'
import type { Written } from '../contract.ts'
import { knownFormats } from '../formats.ts'
import { type Checks, each } from './check.ts'
import { oncePerFile } from './repeated.ts'

/** express-openapi-validator resolves only references into components. */
export const otherPlaces = ['$defs', 'definitions', '$id', '$anchor', '$dynamicRef', '$dynamicAnchor']

export const schemaChecks: Checks<Written> = {
  'a pattern that is not a regular expression': each(
    ({ own }) => nodesIn(own),
    ({ node: { pattern } }) =>
      typeof pattern === 'string' &&
      !isExpression(pattern) &&
      `The pattern ${pattern} is not a regular expression of ECMAScript with the flag u.`,
  ),

  'a schema in another place than components': each(
    ({ own }) => nodesIn(own),
    ({ node }) => {
      const found = otherPlaces.find((keyword) => keyword in node)
      return found && `A schema cannot have ${found}: move it to components/schemas, and refer to it there.`
    },
  ),
}

const formatWarning = each(
  ({ own }: Written) => nodesIn(own),
  ({ node: { format } }) =>
    typeof format === 'string' &&
    !Object.hasOwn(knownFormats, format) &&
    `No validator checks format: ${format}. Add a pattern if it matters.`,
)

/** They are honoured as far as JSON Schema goes: a format that a validator does not know says something to people only. */
export const schemaWarnings: Checks<Written> = {
  'a format that no validator checks': (written) => oncePerFile([...formatWarning(written)], written.locate),
}

function isExpression(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern, 'u'))
  } catch {
    return false
  }
}
