// The document of a contract, its nodes and its schemas. It has no static type: each value is checked where it is read.
import { BASIC } from '@hyperjump/json-schema/experimental'
import { validate } from '@hyperjump/json-schema/openapi-3-1'
import { escapeToken, getKeys, toPointer, valueAt } from '../../core/contract/json-pointer.ts'
import { toShortJson } from '../checks.ts'
import { anyValue, registerDocument, toReference } from './document.ts'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export class ContractDocument {
  readonly registered: ReturnType<typeof registerDocument>
  readonly #schemas = new Map<string, Schema>()

  constructor(document: object) {
    this.registered = registerDocument(document)
  }

  /** The object or array at a JSON Pointer. @throws {Error} if there is none. */
  at(pointer: string): DocumentNode {
    return new DocumentNode(this, pointer)
  }

  /** Returns the same object for the same JSON Pointer. It can validate after the next `compile`. */
  schemaAt(pointer: string): Schema {
    const schema = this.#schemas.get(pointer) ?? new Schema(this, pointer)
    this.#schemas.set(pointer, schema)
    return schema
  }

  /** Compiles all schemas so far, and those of their properties, items and subschemas, which the loop adds. */
  async compile(): Promise<void> {
    const { uri } = this.registered
    for (const schema of this.#schemas.values()) {
      const reference = toReference(schema.pointer)
      schema.validate = await validate(uri + reference)
      schema.validateClosed = await validate(`${uri}/closed${reference}`)
      for (const property of schema.properties) this.schemaAt(property.schema.pointer)
      if ('items' in schema.keywords) schema.at('items')
      for (const part of schema.getSubschemas()) this.schemaAt(part.pointer)
    }
  }
}

/** An object or array of a document, with `$ref` resolved. */
export class DocumentNode {
  protected readonly document: ContractDocument
  readonly pointer: string
  /** JSON Pointer, with `$ref` resolved. */
  readonly resolved: string
  /** The value at `resolved`. */
  readonly value: Record<string, Json>

  /** @throws {Error} if there is no object or array. */
  constructor(document: ContractDocument, pointer: string) {
    const value = valueAt(document.registered.content, pointer)
    if (!isObject(value)) throw new Error(`no object at ${pointer}`)
    const referenced = typeof value.$ref === 'string' ? document.at(toPointer(getKeys(value.$ref))) : undefined
    this.document = document
    this.pointer = pointer
    this.resolved = referenced?.resolved ?? pointer
    this.value = referenced?.value ?? value
  }

  /** The schema of a parameter, a header or a body. Without one, any value is valid. */
  get schema(): Schema {
    return this.document.schemaAt('schema' in this.value ? `${this.resolved}/schema` : anyValue)
  }

  child(key: string): DocumentNode {
    return this.document.at(`${this.resolved}/${escapeToken(key)}`)
  }

  members(): [name: string, DocumentNode][] {
    return Object.keys(this.value).map((name) => [name, this.child(name)])
  }

  /** Returns the members of an object; none if it is absent. */
  getMembers(key: string): [name: string, DocumentNode][] {
    return key in this.value ? this.child(key).members() : []
  }
}

/** Whether a value is an object or an array. */
export function isObject(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null
}

type Compiled = Awaited<ReturnType<typeof validate>>
type Validate = (...input: Parameters<Compiled>) => ReturnType<Compiled>
// The type lists every keyword; any JSON value is accepted at run time.
type Value = Parameters<Compiled>[0]

interface BasicError {
  instanceLocation: string
  absoluteKeywordLocation: string
}

export interface SchemaProperty {
  name: string
  schema: Schema
  required: boolean
  /** A request can have it, but the service ignores it. */
  readOnly: boolean
}

export class Schema extends DocumentNode {
  validate: Validate = notCompiled
  /** Also rejects undeclared properties. */
  validateClosed: Validate = notCompiled

  get keywords(): Record<string, unknown> {
    return this.value
  }

  /** Returns the schema at a path inside this one, such as `items`. */
  at(path: string): Schema {
    return this.document.schemaAt(`${this.resolved}/${path}`)
  }

  /** Returns the subschemas of `allOf`, `oneOf` and `anyOf`. */
  getSubschemas(keywords = ['allOf', 'oneOf', 'anyOf']): Schema[] {
    return keywords.flatMap((keyword) =>
      Object.keys(this.keywords[keyword] ?? []).map((index) => this.at(`${keyword}/${index}`)),
    )
  }

  get properties(): SchemaProperty[] {
    const { properties = {}, required = [] } = this.keywords as { properties?: object; required?: string[] }
    return Object.entries(properties).map(([name, propertyObject]) => {
      const schema = this.at(`properties/${escapeToken(name)}`)
      const readOnly = Object(propertyObject).readOnly === true || schema.keywords.readOnly === true
      return { name, schema, required: required.includes(name), readOnly }
    })
  }

  /** The properties of this schema and of its `allOf`. If two have the same name, the last one wins. */
  get allProperties(): SchemaProperty[] {
    const all = [...this.getSubschemas(['allOf']).flatMap((part) => part.allProperties), ...this.properties]
    return [...new Map(all.map((property) => [property.name, property])).values()]
  }

  /** Much faster than `findErrors`. */
  isValid(value: unknown): boolean {
    return this.validate(value as Value).valid
  }

  /** Returns a line for each error of a response, including properties that the schema does not declare. */
  findErrors(value: unknown): string[] {
    const { valid, errors = [] }: { valid: boolean; errors?: BasicError[] } = this.validateClosed(value as Value, BASIC)
    if (valid) return []
    const all = errors.map(({ instanceLocation, absoluteKeywordLocation }) => {
      // The library encodes both with encodeURI, which does not encode a `#`.
      const [pointer = '', at = ''] = [absoluteKeywordLocation, instanceLocation].map((location) => {
        return decodeURI(location.slice(location.indexOf('#') + 1))
      })
      return { at, pointer, keyword: pointer.split('/').at(-1) ?? '' }
    })
    const causes = all.filter(({ keyword }) => !consequences.includes(keyword))
    const undeclared = all.filter(({ keyword }) => keyword === 'unevaluatedProperties')
    const reported = [causes, undeclared, all].find((some) => some.length > 0) ?? []
    return [...new Set(reported.map(({ at, pointer, keyword }) => this.#formatError(at, keyword, pointer, value)))]
  }

  #formatError(at: string, keyword: string, pointer: string, value: unknown): string {
    const actual = valueAt(value, at)
    const expected = valueAt(this.document.registered.closedContent, pointer)
    const field = at === '' ? 'the value' : at
    if (keyword === 'unevaluatedProperties' || keyword === 'additionalProperties') return `${field} is not declared`
    return `${field}: expected ${keyword} ${JSON.stringify(expected)}, got ${toShortJson(actual)} (openapi.yaml#${pointer})`
  }
}

function notCompiled(): never {
  throw new Error('A schema is compiled before it validates.')
}

// Keywords that fail because another one does. A property that is not valid does not count as evaluated.
const consequences = ['$ref', 'properties', 'items', 'allOf', 'anyOf', 'oneOf', 'unevaluatedProperties', 'then', 'else']
