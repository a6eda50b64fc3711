// Nodes of the document of a contract. It has no type, so each value is checked where it is read.
import { escapeToken, getKeys, toPointer, valueAt } from '../../core/contract/json-pointer.ts'
import type { ContractDocument } from './document.ts'
import type { Schema } from './schema.ts'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** The place of a schema that takes any value. */
export const anyValue = '/x-any-value'

/** An object or array of a document, with `$ref` resolved. */
export class DocumentNode {
  protected readonly document: ContractDocument
  /** JSON Pointer. */
  readonly pointer: string
  /** JSON Pointer, with `$ref` resolved. */
  readonly resolved: string
  /** That of `resolved`. */
  readonly value: Record<string, Json>

  /** @throws {Error} if there is no object or array. */
  constructor(document: ContractDocument, pointer: string) {
    const written = valueAt(document.content, pointer)
    // The schemas true and false.
    const value = typeof written === 'boolean' ? (written ? {} : { not: {} }) : written
    if (!isObject(value)) throw new Error(`no object at ${pointer}`)
    const target =
      typeof value.$ref === 'string' ? document.at(toPointer(getKeys(value.$ref))) : { resolved: pointer, value }
    this.document = document
    this.pointer = pointer
    this.resolved = target.resolved
    this.value = target.value
  }

  /** The schema of a parameter, a header or a body. A body can have none: then it is any value. */
  get schema(): Schema {
    return this.document.schemaAt('schema' in this.value ? `${this.resolved}/schema` : anyValue)
  }

  child(key: string): DocumentNode {
    return this.document.at(`${this.resolved}/${escapeToken(key)}`)
  }

  members(): [name: string, DocumentNode][] {
    return Object.keys(this.value).map((name) => [name, this.child(name)])
  }

  /** The members of an object that may be absent. */
  getMembers(key: string): [name: string, DocumentNode][] {
    return key in this.value ? this.child(key).members() : []
  }
}

/** Or an array. */
export function isObject(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null
}
