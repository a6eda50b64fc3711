// Bodies of PATCH operations. A merge patch says only what changes (RFC 7396): a validator may not fill in a default, which would
// change what the patch leaves out.

import { type Node, visitNodes } from './complete/node.ts'
import { Contract, type Document } from './contract.ts'
import { requestSchema } from './request-schema.ts'

const prefix = '#/components/schemas/'
const suffix = '.patch'

/** The contract as request validators read it: no schema in the body of a PATCH has a default. */
export function withoutPatchDefaults(contract: Contract): Contract {
  const patches = contract.operations.filter((one) => {
    return one.method === 'patch' && hasDefault(contract.wholeSchema(requestSchema(one)))
  })
  if (patches.length === 0) return contract
  const document: Document = structuredClone(contract.document)
  const { components, paths } = document
  const copies = Object.entries(components.schemas).map(([name, schema]) => [name + suffix, withoutDefaults(schema)])
  components.schemas = { ...components.schemas, ...Object.fromEntries(copies) }
  for (const { path } of patches) {
    const media = Object.values(paths[path]?.patch?.requestBody?.content ?? {})
    for (const one of media) if (one.schema) one.schema = withoutDefaults(one.schema)
  }
  return new Contract(document, contract.locate)
}

function hasDefault(schema: unknown): boolean {
  let found = false
  visitNodes(schema, (node) => {
    found ||= 'default' in node
  })
  return found
}

/** A copy whose references point to schemas without defaults. */
function withoutDefaults<T>(schema: T): T {
  const copy = structuredClone(schema)
  visitNodes(copy, (node: Node) => {
    delete node.default
    if (typeof node.$ref === 'string' && node.$ref.startsWith(prefix)) node.$ref += suffix
  })
  return copy
}
