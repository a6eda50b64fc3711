// Reads the query, the headers and the body of a request for the independent server.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Defect } from './defects.ts'
import type { FieldError } from './independent-responses.ts'

export interface Query {
  limit?: number
  after?: string
  cursor?: string
  tag?: string
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isText = (value: unknown, most: number, length = (text: string) => [...text].length): value is string =>
  typeof value === 'string' && length(value) <= most && !/\p{Cc}/u.test(value) && value.isWellFormed()

export function parseQuery(
  text: string,
  known: string[],
  errors: FieldError[],
  { limit: least, most, ignoreUnknown }: { limit: number; most: number; ignoreUnknown: boolean },
): Query {
  const query: Record<string, string> = {}
  for (const pair of text.split('&').filter((one) => one !== '')) {
    const [rawName = '', rawValue = ''] = pair.split(/=(.*)/s)
    const name = decoded(rawName) ?? rawName
    const value = decoded(rawValue)
    const refuse = (detail: string) => errors.push({ parameter: name.slice(0, 500), detail })
    if (!known.includes(name)) {
      if (!ignoreUnknown) refuse('is not a parameter of this operation')
    } else if (Object.hasOwn(query, name)) refuse('is repeated')
    else if (value === undefined) refuse('is not valid UTF-8')
    else query[name] = value
  }
  const { limit, after, cursor, tag } = query
  const bad = (parameter: string) => errors.push({ parameter, detail: 'is not valid' })
  if (limit !== undefined && (!/^(?:0|[1-9]\d{0,2})$/.test(limit) || Number(limit) < least || Number(limit) > most))
    bad('limit')
  if (after !== undefined && !uuid.test(after)) bad('after')
  if (cursor !== undefined && !/^[\w-]{32}$/.test(cursor)) bad('cursor')
  if (tag !== undefined && !isText(tag, 64)) bad('tag')
  return {
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(after !== undefined && { after }),
    ...(cursor !== undefined && { cursor }),
    ...(tag !== undefined && { tag }),
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

const tag = '(?:W/)?"[!#-~\\x80-\\xff]*"'
const entityTags = new RegExp(`^(?:\\*|(?:[ \\t]*,)*[ \\t]*${tag}(?:[ \\t]*,(?:[ \\t]*${tag})?)*[ \\t]*)$`)

export function fieldErrors(headers: IncomingHttpHeaders, { id }: { id?: string }, operation: string): FieldError[] {
  const errors: FieldError[] = []
  const bad = (header: string) => errors.push({ header, detail: 'is not valid' })
  if (id !== undefined && !uuid.test(decoded(id) ?? ''))
    errors.push({ parameter: 'id', detail: 'is not a lower-case UUID' })
  for (const name of ['If-Match', 'If-None-Match']) {
    const value = headers[name.toLowerCase()]
    if (typeof value === 'string' && (value.length > 4096 || !entityTags.test(value))) bad(name)
  }
  const key = headers['idempotency-key']
  const isKey = /^(?:[!#-~][!-~]{0,254}|"(?:[!#-[\]-~]|\\["\\]){1,255}")$/
  if (operation === 'POST' && id === undefined && key !== undefined && !isKey.test(String(key))) bad('Idempotency-Key')
  for (const name of ['If-Modified-Since', 'If-Unmodified-Since']) {
    const isParameter = id !== undefined && (operation === 'GET' || name === 'If-Unmodified-Since')
    if (isParameter && String(headers[name.toLowerCase()] ?? '').length > 4096) bad(name)
  }
  return errors
}

export interface Leniency {
  unknown: boolean
  duplicates: boolean
  utf16: boolean
  blank: boolean
}

export function parseObject(
  raw: Buffer,
  isNew: boolean,
  lenient: Leniency,
): { value: Record<string, unknown>; errors: FieldError[] } {
  const whole = (detail: string) => ({ value: {}, errors: [{ pointer: '', detail }] })
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw)
    value = JSON.parse(text)
  } catch {
    return whole('is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return whole('is not an object')
  if (hasDuplicates(text) && !lenient.duplicates) return whole('has a name twice')
  const object = value as Record<string, unknown>
  const errors: FieldError[] = []
  const bad = (name: string, detail: string) =>
    errors.push({ pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, detail })
  for (const name of Object.keys(object))
    if (name !== 'name' && name !== 'tag' && !lenient.unknown) bad(name, 'is not known')
  const { name, tag } = object
  if (name === undefined) {
    if (isNew) bad('name', 'is missing')
  } else {
    const length = lenient.utf16 ? (one: string) => one.length : undefined
    const isName = isText(name, 200, length) && (lenient.blank ? name !== '' : /\S/u.test(name))
    if (!isName) bad('name', 'is not a valid name')
  }
  if (tag !== undefined && !(tag === null && !isNew) && !isText(tag, 64)) bad('tag', 'is not a valid tag')
  return { value: object, errors }
}

function hasDuplicates(text: string): boolean {
  const names = new Set<string>()
  let depth = 0
  for (const [token, colon] of Array.from(text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g), ([one, two]) => [
    one,
    two,
  ])) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (colon !== undefined && depth === 1) {
      const name: string = JSON.parse((token ?? '').replace(/\s*:$/, ''))
      if (names.has(name)) return true
      names.add(name)
    }
  }
  return false
}

export function keyOf({ headers }: IncomingMessage, has: (...defects: Defect[]) => boolean): string | undefined {
  const value = headers['idempotency-key']
  if (typeof value !== 'string') return undefined
  const isQuoted = value.startsWith('"') && !has('quoted Idempotency-Key is another key')
  const key = isQuoted ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
  return has('Idempotency-Key ignores case')
    ? key.toLowerCase()
    : has('Idempotency-Key cut after 64 characters')
      ? key.slice(0, 64)
      : key
}

export function parseDate(text: string): number {
  const isDate =
    /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ||
    /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/.test(text)
  if (isDate) return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  const [, day, month, year = '', time] =
    /^[A-Z][a-z]+, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}:\d{2}:\d{2}) GMT$/.exec(text) ?? []
  if (day === undefined) return Number.NaN
  // RFC 9110, 5.6.7: a year that seems to be more than 50 years ahead is in the past.
  const recent = 2000 + Number(year)
  return Date.parse(`${day} ${month} ${recent > new Date().getFullYear() + 50 ? recent - 100 : recent} ${time} GMT`)
}

export function acceptsJson(header: string | undefined): boolean {
  if (header === undefined || header.trim() === '') return true
  const ranges = header
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.find((one) => one.startsWith('q='))
      return { type, quality: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
  const best = ['application/json', 'application/*', '*/*']
    .map((type) => ranges.find((range) => range.type === type))
    .find((range) => range !== undefined)
  return best !== undefined && best.quality > 0
}
