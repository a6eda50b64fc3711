// A schema of a contract. It validates values with a library that neither the service nor the mock uses.
import { BASIC } from '@hyperjump/json-schema/experimental'
import { validate } from '@hyperjump/json-schema/openapi-3-1'
import { escapeToken, valueAt } from '../../core/contract/json-pointer.ts'
import { shown } from '../readable.ts'
import { toReference } from './anchors.ts'
import { DocumentNode } from './document-node.ts'

type Compiled = Awaited<ReturnType<typeof validate>>
type Validate = (...given: Parameters<Compiled>) => ReturnType<Compiled>
// The type lists every keyword; any JSON value is accepted at run time.
type Value = Parameters<Compiled>[0]

interface BasicError {
  instanceLocation: string
  absoluteKeywordLocation: string
}

/** A property that an object schema declares. */
export interface SchemaProperty {
  name: string
  schema: Schema
  required: boolean
  /** A request can have it, without an effect. */
  readOnly: boolean
}

export class Schema extends DocumentNode {
  #validate: Validate = notCompiled
  #validateClosed: Validate = notCompiled

  get keywords(): Record<string, unknown> {
    return this.value
  }

  /** A schema inside this one. @param path Such as `items`. */
  at(path: string): Schema {
    return this.document.schemaAt(`${this.resolved}/${path}`)
  }

  /** Its alternatives, and the schemas that hold together. */
  parts(keywords = ['allOf', 'oneOf', 'anyOf']): Schema[] {
    return keywords.flatMap((keyword) =>
      Object.keys(this.keywords[keyword] ?? []).map((index) => this.at(`${keyword}/${index}`)),
    )
  }

  get properties(): SchemaProperty[] {
    const { properties = {}, required = [] } = this.keywords as { properties?: object; required?: string[] }
    return Object.entries(properties).map(([name, written]) => {
      const schema = this.at(`properties/${escapeToken(name)}`)
      const readOnly = Object(written).readOnly === true || schema.keywords.readOnly === true
      return { name, schema, required: required.includes(name), readOnly }
    })
  }

  /** Also those of the parts of its `allOf`. Of two with one name, the last one counts. */
  get allProperties(): SchemaProperty[] {
    return [...new Map(this.#allProperties([]).map((one) => [one.name, one])).values()]
  }

  /** @param around The schemas around this one. */
  #allProperties(around: string[]): SchemaProperty[] {
    if (around.includes(this.resolved)) return []
    const inside = this.parts(['allOf']).flatMap((part) => part.#allProperties([...around, this.resolved]))
    return [...inside, ...this.properties]
  }

  async compile(): Promise<void> {
    const { uri, content, closedContent } = this.document
    this.#validate = await validate(uri + toReference(content, this.pointer))
    this.#validateClosed = await validate(`${uri}/closed${toReference(closedContent, this.pointer)}`)
  }

  /** Much faster than `findErrors`. */
  isValid(value: unknown): boolean {
    return this.#validate(value as Value).valid
  }

  /** One line per error of a response: properties that the schema does not declare are errors, too. */
  findErrors(value: unknown): string[] {
    const { valid, errors = [] }: { valid: boolean; errors?: BasicError[] } = this.#validateClosed(
      value as Value,
      BASIC,
    )
    return valid ? [] : this.#explained(errors, value)
  }

  #explained(errors: BasicError[], value: unknown): string[] {
    const all = errors.map(({ instanceLocation, absoluteKeywordLocation }) => {
      // The library writes both with encodeURI, which keeps a hash.
      const [pointer = '', at = ''] = [absoluteKeywordLocation, instanceLocation].map((one) => {
        return decodeURI(one.slice(one.indexOf('#') + 1))
      })
      return { at, pointer, keyword: pointer.split('/').at(-1) ?? '' }
    })
    const causes = all.filter(({ keyword }) => !consequences.includes(keyword))
    const undeclared = all.filter(({ keyword }) => keyword === 'unevaluatedProperties')
    const reported = [causes, undeclared, all.slice(-1)].find((some) => some.length > 0)
    if (reported === undefined) return [`the value does not meet ${this.pointer}`]
    return [...new Set(reported.map(({ at, pointer, keyword }) => this.#getLine(at, keyword, pointer, value)))]
  }

  #getLine(at: string, keyword: string, pointer: string, value: unknown): string {
    const actual = valueAt(value, at)
    const expected = valueAt(this.document.closedContent, pointer)
    const field = at === '' ? 'the value' : at
    if (keyword === 'unevaluatedProperties' || keyword === 'additionalProperties') return `${field} is not declared`
    return `${field}: expected ${keyword} ${JSON.stringify(expected)}, got ${shown(actual)} (openapi.yaml#${pointer})`
  }
}

function notCompiled(): never {
  throw new Error('A schema is compiled before it validates.')
}

// Keywords that fail because another one does. A property that is not valid does not count as evaluated.
const consequences = ['$ref', 'properties', 'items', 'allOf', 'anyOf', 'oneOf', 'unevaluatedProperties', 'then', 'else']
