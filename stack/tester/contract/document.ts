// Registers the document of a contract with a JSON Schema library that neither the service nor the mock uses.
import { randomUUID } from 'node:crypto'
import { registerSchema, setShouldValidateFormat, setShouldValidateSchema } from '@hyperjump/json-schema/openapi-3-1'
import '@hyperjump/json-schema/formats'
import { addKeyword, getKeyword } from '@hyperjump/json-schema/experimental'
import { typeOf, value } from '@hyperjump/json-schema/instance/experimental'
import { escapeToken, getKeys, toPointer, valueAt } from '../../core/contract/json-pointer.ts'

setShouldValidateFormat(true)
// `make check` of the product validates the contract.
setShouldValidateSchema(false)
// The library compares doubles: to it, -0.18 is not a multiple of 0.01.
addKeyword({
  ...getKeyword<number>('https://json-schema.org/keyword/multipleOf'),
  interpret: (step, instance) => typeOf(instance) !== 'number' || isMultiple(value<number>(instance), step),
})

// The type lists every keyword; any JSON value is accepted at run time.
type Registered = Parameters<typeof registerSchema>[0]

/** JSON Pointer of a schema that accepts any value. */
export const anyValue = '/x-any-value'

/** Registers a document with the library, which finds the documents of all contracts by their URIs. */
export function registerDocument(document: object) {
  const uri = `https://contract.test/${randomUUID()}`
  const extended = { ...document, [anyValue.slice(1)]: {} }
  const content = relaxRequired(extended, 'readOnly')
  /** A copy in which request and response bodies may not have undeclared properties: it validates responses only. */
  const closedContent = closeObjects(relaxRequired(extended, 'writeOnly'))
  const dialect = 'https://spec.openapis.org/oas/3.1/schema-base'
  registerSchema(withAnchors(content) as Registered, uri, dialect)
  registerSchema(withAnchors(closedContent) as Registered, `${uri}/closed`, dialect)
  return { uri, content, closedContent }
}

/** A copy in which no property with the keyword is required: requests have no read-only ones, responses no write-only. */
function relaxRequired(content: object, keyword: 'readOnly' | 'writeOnly'): object {
  return JSON.parse(JSON.stringify(content), (_, node: unknown) => {
    const { required, properties } = Object(node)
    if (!Array.isArray(required) || typeof properties !== 'object') return node
    const hasKeyword = (name: string) => {
      const { $ref = '', ...siblings } = Object(properties[name])
      return siblings[keyword] === true || Object($ref && valueAt(content, String($ref).slice(1)))[keyword] === true
    }
    return { ...Object(node), required: required.filter((name) => !hasKeyword(name)) }
  })
}

// A copy of a node in which bodies and items of arrays may not have undeclared properties. The subschemas of an `allOf`
// do not know each other's properties, and a component may be one, so only the values of `schema` and `items` are closed.
function closeObjects(node: unknown, parent = ''): unknown {
  if (Array.isArray(node)) return node.map((item) => closeObjects(item, parent))
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closeObjects(value, key)]))
  // A required property that `properties` does not describe can have any value.
  if ('required' in node && Array.isArray(node.required))
    copy.properties = { ...Object.fromEntries(node.required.map((name) => [name, {}])), ...Object(copy.properties) }
  const refers = '$ref' in node && String(node.$ref).startsWith('#/components/schemas/')
  const isUsed = (parent === 'schema' || parent === 'items') && (refers || 'allOf' in node || 'properties' in node)
  return isUsed ? { ...copy, unevaluatedProperties: false } : copy
}

/** Tolerates the rounding error of the quotient, which is in its last bits only. */
function isMultiple(number: number, step: number): boolean {
  const quotient = number / step
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 2 * Number.EPSILON
}

// A copy in which each object has an anchor, and each reference names one. The library resolves a reference with an
// encoded letter, such as `#/gr%C3%B6%C3%9Fe`, to another property, and one with an encoded `#` to none.
function withAnchors(value: unknown, pointer = ''): unknown {
  if (Array.isArray(value)) return value.map((item, index) => withAnchors(item, `${pointer}/${index}`))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => {
    const isReference = name === '$ref' && typeof member === 'string' && member.startsWith('#/')
    const copy = isReference
      ? toReference(toPointer(getKeys(member)))
      : withAnchors(member, `${pointer}/${escapeToken(name)}`)
    return [name, copy]
  })
  return { $anchor: toReference(pointer).slice(1), ...Object.fromEntries(members) }
}

/** Returns the reference to the anchor that `withAnchors` adds for a JSON Pointer. */
export function toReference(pointer: string): string {
  return `#at-${Buffer.from(pointer).toString('base64url')}`
}
