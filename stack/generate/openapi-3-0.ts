// generated/openapi-3.0.json: the same requests and responses as OpenAPI 3.0, for tools that do not read 3.1.

import { ContractModel } from '../contract/model/contract.ts'
import { describeDeprecations } from '../contract/model/deprecations.ts'
import { mapValues, memoize, type Node, pickBy } from '../contract/model/node.ts'
import type { Document } from '../contract/model/openapi.ts'
import { copyObject, schemaConverter } from '../contract/model/openapi-3-0-schemas.ts'
import { publishedDocument } from './openapi.ts'

export function hasOpenapi30(contract: ContractModel): boolean {
  try {
    return openapi30(contract) !== ''
  } catch {
    return false
  }
}

/** @throws {Error} if the contract has something that OpenAPI 3.0 does not have. */
export const openapi30 = memoize((original: ContractModel): string => {
  const contract = new ContractModel(publishedDocument(describeDeprecations(original)), original.locate)
  const document = copyObject(withoutCertificates(convertNode(contract.document, schemaConverter(contract)), contract))
  // Some tools do not accept 3.0.4, which only clarifies the specification.
  const root = { openapi: '3.0.3', info: info(contract.document.info) }
  return `${JSON.stringify({ ...document, ...root }, null, 2)}\n`
})

// In 3.0, the Info Object has no summary, and a licence no identifier.
function info({ summary, description, license, ...rest }: Document['info']): Node {
  const { identifier, ...licenseFields } = license ?? {}
  const url = identifier && { url: `https://spdx.org/licenses/${identifier}.html` }
  const text = [summary, description].filter(Boolean).join('\n\n')
  return { ...rest, ...(text && { description: text }), ...(license && { license: { ...licenseFields, ...url } }) }
}

// 3.0 has no client certificates. Each operation also has an alternative without a certificate.
function withoutCertificates(document: unknown, { document: { components } }: ContractModel): unknown {
  const schemes = Object.entries(components.securitySchemes ?? {})
  const names = schemes.filter(([, { type }]) => type === 'mutualTLS').map(([name]) => name)
  if (names.length === 0) return document
  return JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === 'security') return value.filter((requirement: object) => names.every((name) => !(name in requirement)))
    return key === 'securitySchemes' ? pickBy(value, (_, name) => !names.includes(name)) : value
  })
}

// In 3.0, only OAuth has scopes. The description of the security scheme explains them to people.
function withoutScopes({ security }: Node): Node {
  if (!Array.isArray(security)) return {}
  const scopes = security.flatMap((requirement) => Object.values(copyObject(requirement)).flat())
  return {
    security: security.map((requirement) => mapValues(copyObject(requirement), () => [])),
    ...(scopes.length > 0 && { 'x-scopes': scopes }),
  }
}

function convertNode(node: unknown, convert: (schema: unknown) => Node): unknown {
  if (Array.isArray(node)) return node.map((item) => convertNode(item, convert))
  if (typeof node !== 'object' || node === null) return node
  const members = mapValues(copyObject(node), (value, key) => {
    if (key === 'schema') return convert(value)
    if (key === 'schemas') return mapValues(copyObject(value), convert)
    // An example is data: nothing in it is a schema.
    return ['example', 'examples'].includes(key) ? value : convertNode(value, convert)
  })
  return { ...members, ...withoutScopes(copyObject(node)) }
}
