// Converts user input into the value of a parameter or of a body.

import type { CallBody, CallParameter } from './call.ts'

/** The page cannot send a request. The message is for the user. */
export class SendError extends Error {
  override readonly name = 'SendError'
}

/** Parses a parameter: an array as JSON or as items with commas between them, an object as JSON. @throws {SendError} */
export function parameterValue({ name, kind }: Pick<CallParameter, 'name' | 'kind'>, text: string): unknown {
  if (kind === undefined || (text === '' && kind !== 'array')) return text
  if (kind === 'array' && !text.trimStart().startsWith('[')) return text.split(',')
  const value = parseJson(text, name)
  if (kind === 'object' && !isObject(value)) throw new SendError(`${name} must be an object, such as {"a": 1}.`)
  return value
}

/** Returns the value of a form. @param files The selected files, by field. @throws {SendError} */
export function formValue({ files: fields }: CallBody, text: string, files: Map<string, File[]>): object {
  const value = text.trim() === '' ? {} : parseJson(text, 'The body')
  if (!isObject(value)) throw new SendError('The fields must be an object, such as {"a": 1}.')
  const values = fields.map(({ name, isArray }) => {
    const [first, ...others] = files.get(name) ?? []
    return [name, isArray && first ? [first, ...others] : first]
  })
  return { ...value, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SendError(`${name} is not valid JSON.`)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
