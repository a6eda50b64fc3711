// Request bodies: their types by media type, and how a value becomes the body of a request.

import { writeParts } from '../core/pipeline/write-styles.ts'

/** Bodies by media type; `never` if the operation takes no body. */
export type ContentOf<O> = O extends { requestBody?: infer B }
  ? [NonNullable<B>] extends [never]
    ? never
    : NonNullable<B> extends { content: infer Content }
      ? Content
      : never
  : never

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never

/** The default media type; `never` if a call must name one. At run time: the first JSON type, or else the first type. */
type DefaultType<Content> = 'application/json' extends keyof Content
  ? 'application/json'
  : IsUnion<keyof Content> extends true
    ? never
    : keyof Content extends MediaRange
      ? never
      : keyof Content

type MediaRange = `${string}/*${string}`

/** The media types that match a range, such as `image/*` or `application/*+json`. */
type InRange<Type> = Type extends '*/*'
  ? `${string}/${string}`
  : Type extends `${infer Group}/*${infer End}`
    ? `${Group}/${string}${End}`
    : Type

type Form = 'application/x-www-form-urlencoded' | 'multipart/form-data'

/** The media types of a range whose bodies are values of the schema: JSON and forms. */
type ValuesIn<Type> = Type extends '*/*'
  ? `${string}/json` | `${string}/${string}+json` | Form
  : Type extends `${infer Group}/*`
    ? `${Group}/json` | `${Group}/${string}+json` | Extract<Form, `${Group}/${string}`>
    : never

type Bytes = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer>

type Sendable<Type, Value> = Type extends `${string}${'/' | '+'}json` | Form
  ? Value
  : Value extends string
    ? Value | Bytes
    : string | Bytes

type MediaTypeChoice<Content, Type extends keyof Content> =
  Type extends DefaultType<Content>
    ? IsUnion<keyof Content> extends true
      ? { mediaType?: Type; body: Sendable<Type, Content[Type]> }
      : { body: Sendable<Type, Content[Type]> }
    :
        | { mediaType: InRange<Type>; body: Sendable<Type, Content[Type]> }
        | { mediaType: ValuesIn<Type>; body: Content[Type] }

/** The input for a body: with several media types, `mediaType` selects one. */
export type BodyChoice<Content> = { [Type in keyof Content]: MediaTypeChoice<Content, Type> }[keyof Content]

/** Returns a body for `fetch`. @throws {TypeError} for a value that the media type cannot have. */
export function serializeBody(mediaType: string, body: unknown): BodyInit {
  if (/[/+]json$/.test(mediaType)) return JSON.stringify(body)
  if (mediaType === 'application/x-www-form-urlencoded')
    return new URLSearchParams(writeParts(body).map(([name, part]) => [name, String(part)]))
  if (mediaType.includes('*')) throw new TypeError(`${mediaType} is a range: name one of its media types in mediaType`)
  if (mediaType !== 'multipart/form-data') {
    if (isArrayOrPlainObject(body)) throw new TypeError(`a body of ${mediaType} must be a string or bytes`)
    return body as BodyInit // by its type
  }
  const form = new FormData()
  for (const [name, part] of writeParts(body)) form.append(name, part)
  return form
}

/** Whether this is an array or a plain object: no body for `fetch`. */
function isArrayOrPlainObject(body: unknown): boolean {
  return Array.isArray(body) || Object.prototype.toString.call(body) === '[object Object]'
}
