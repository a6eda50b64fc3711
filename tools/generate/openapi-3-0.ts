// generated/openapi-3.0.json: the contract as OpenAPI 3.0, for tools that do not read 3.1. It describes the same requests
// and responses.

import { mapped, type Node } from './complete/node.ts'
import type { Contract, Document } from './contract.ts'
import { describeDeprecations } from './deprecations.ts'
import { objectOf, schemaConverter } from './schema-3-0.ts'

export function openapi30(original: Contract): string {
  const contract = describeDeprecations(original)
  const document = objectOf(converted(contract.document, schemaConverter(contract)))
  // Some tools do not accept 3.0.4, which only words the specification better.
  const own = { openapi: '3.0.3', info: info(contract.document.info) }
  return `${JSON.stringify({ ...document, ...own }, null, 2)}\n`
}

// 3.0 has no summary here, and no identifier of a licence.
function info({ summary, description, license, ...rest }: Document['info']): Node {
  const { identifier, ...named } = license ?? {}
  const url = identifier && { url: `https://spdx.org/licenses/${identifier}.html` }
  const text = [summary, description].filter(Boolean).join('\n\n')
  return { ...rest, ...(text && { description: text }), ...(license && { license: { ...named, ...url } }) }
}

// In 3.0, only OAuth has scopes. The description of the security scheme explains them to people.
function withoutScopes({ security }: Node): Node {
  if (!Array.isArray(security)) return {}
  const scopes = security.flatMap((one) => Object.values(objectOf(one)).flat())
  return {
    security: security.map((one) => mapped(objectOf(one), () => [])),
    ...(scopes.length > 0 && { 'x-scopes': scopes }),
  }
}

function converted(node: unknown, convert: (schema: unknown) => Node): unknown {
  if (Array.isArray(node)) return node.map((item) => converted(item, convert))
  if (typeof node !== 'object' || node === null) return node
  const members = mapped(objectOf(node), (value, key) => {
    if (key === 'schema') return convert(value)
    if (key === 'schemas') return mapped(objectOf(value), convert)
    // An example is data: nothing in it is a schema.
    return ['example', 'examples'].includes(key) ? value : converted(value, convert)
  })
  return { ...members, ...withoutScopes(objectOf(node)) }
}
