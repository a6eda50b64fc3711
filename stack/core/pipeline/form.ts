// Forms: the fields of application/x-www-form-urlencoded and of multipart/form-data become a typed object.
import type { FormFieldData, Limits, RequestBodyData } from '../contract/contract.ts'
import { fieldMessage } from '../contract/field-message.ts'
import { escapeToken, unescapeToken } from '../contract/json-pointer.ts'
import { matchesMediaRange } from '../contract/media-types.ts'
import type { Violation } from '../contract/validator.ts'
import { invalidRequest, type Problem } from '../problem.ts'
import { parseJson } from './json.ts'
import { append, decodePart, readPairs, readScalar, splitText } from './read-styles.ts'

export interface ParsedForm {
  /** Fields, with a string of the same length instead of each file: validators do not know files. */
  value: Record<string, unknown>
  /** The values of the fields that have files. */
  files: Record<string, unknown>
}

/** @throws {Problem} 400 that names a field. */
export async function readForm(text: string, body: RequestBodyData | undefined, limits: Limits): Promise<ParsedForm> {
  const parts: FormParts = new Map()
  for (const [name, values] of readPairs(text, () => ({ pointer: '' }))) {
    const { separator } = fieldIn(body, name) ?? {}
    const texts = separator === undefined ? values : values.flatMap((value) => splitText(value, separator))
    const decoded = texts.map((text) => decodePart(text, { pointer: toPointer(name) }))
    parts.set(name, decoded)
  }
  return readFields(parts, body, limits)
}

/** @throws {Problem} 400 that names a field. */
export async function readMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  body: RequestBodyData | undefined,
  limits: Limits,
): Promise<ParsedForm> {
  const parts: FormParts = new Map()
  try {
    const form = await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData()
    form.forEach((value, name) => void parts.set(name, append(parts.get(name), value)))
  } catch {
    throw invalidRequest({ pointer: '', detail: fieldMessage.notMultipart })
  }
  return readFields(parts, body, limits)
}

/** Strings and files of a form, by field. */
type FormParts = Map<string, (string | File)[]>

async function readFields(parts: FormParts, body: RequestBodyData | undefined, limits: Limits): Promise<ParsedForm> {
  const fields: [name: string, value: unknown][] = []
  for (const [name, fieldParts] of parts) {
    const field = fieldIn(body, name)
    const pointer = toPointer(name)
    if (fieldParts.length > 1 && field !== undefined && !field.isArray) throw invalid(pointer, fieldMessage.repeated)
    const values: unknown[] = []
    for (const [index, part] of fieldParts.entries())
      values.push(await partValue(part, field, field?.isArray ? `${pointer}/${index}` : pointer, limits))
    fields.push([name, fieldValue(values, field)])
  }
  return {
    value: Object.fromEntries(fields.map(([name, value]) => [name, withoutFiles(value)])),
    files: Object.fromEntries(fields.filter(([, value]) => [value].flat().some((part) => part instanceof File))),
  }
}

/** @returns `undefined` if any part can be in the field. */
function fieldIn({ fields = {}, otherFields }: RequestBodyData = {}, name: string): FormFieldData | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : otherFields
}

function fieldValue(values: unknown[], field: FormFieldData | undefined): unknown {
  const [first] = values
  if (field === undefined) return values.length > 1 ? values : first
  // One part of JSON can also contain the whole array.
  return field.isArray && !(field.isJson && values.length === 1 && Array.isArray(first)) ? values : first
}

async function partValue(
  part: string | File,
  field: FormFieldData | undefined,
  pointer: string,
  limits: Limits,
): Promise<unknown> {
  if (field === undefined) return part
  const { isJson, isFile, type, mediaTypes } = field
  // Clients also send JSON as a file, because only a file can have a media type.
  if (isJson) return parseJson(typeof part === 'string' ? part : await part.text(), limits, pointer)
  if (typeof part === 'string') {
    if (isFile) throw invalid(pointer, fieldMessage.notFile)
    return readScalar(part, type && [type], { pointer })
  }
  if (!isFile) throw invalid(pointer, fieldMessage.unexpectedFile)
  const [mediaType = ''] = part.type.toLowerCase().split(';')
  if (mediaTypes?.every((range) => !matchesMediaRange(mediaType.trim(), range)))
    throw invalid(pointer, fieldMessage.wrongMediaType(mediaTypes))
  return part
}

/** Replaces each file by a string of its length, so that the schema can limit the length. */
function withoutFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFiles)
  return value instanceof File ? ' '.repeat(value.size) : value
}

function toPointer(name: string): string {
  return `/${escapeToken(name)}`
}

function invalid(pointer: string, detail: string): Problem {
  return invalidRequest({ pointer, detail })
}

/** Replaces "characters" by "bytes" in the message about a file, which is a string for the validator. */
export function toFileViolation(violation: Violation, files: Record<string, unknown>): Violation {
  const { in: location, name, message } = violation
  const [, field = ''] = name.split('/')
  const isOfFile =
    location === 'body' && Object.hasOwn(files, unescapeToken(field)) && !message.endsWith(' 1 characters')
  return isOfFile ? { ...violation, message: message.replace(/characters$/, 'bytes') } : violation
}
