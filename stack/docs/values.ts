// What a user types becomes the value of a parameter or of a body.

import type { CallBody, CallParameter } from './call.ts'

/** The page cannot send a request. The message is a sentence for the reader. */
export class Unsendable extends Error {
  override readonly name = 'Unsendable'
}

/** An array is JSON, or its items with commas between them. An object is JSON. @throws {Unsendable} */
export function parameterValue({ name, kind }: Pick<CallParameter, 'name' | 'kind'>, text: string): unknown {
  if (kind === undefined || (text === '' && kind !== 'array')) return text
  if (kind === 'array' && !text.trimStart().startsWith('[')) return text.split(',')
  const value = parsed(text, name)
  if (kind === 'object' && !isObject(value)) throw new Unsendable(`${name} must be an object, such as {"a": 1}.`)
  return value
}

/** @param files The chosen files, by field. @throws {Unsendable} */
export function formValue({ files: fields }: CallBody, text: string, files: Map<string, File[]>): object {
  const value = text.trim() === '' ? {} : parsed(text, 'The body')
  if (!isObject(value)) throw new Unsendable('The fields must be an object, such as {"a": 1}.')
  const values = fields.map(({ name, isArray }) => {
    const [first, ...others] = files.get(name) ?? []
    return [name, isArray && first ? [first, ...others] : first]
  })
  return { ...value, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) }
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unsendable(`${name} is not valid JSON.`)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
