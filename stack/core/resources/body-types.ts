// The type of a request body in a handler, by its media type (stack/core/contract/media-types.ts).

type Json = 'application/json' | `${string}/${string}+json` | `${string}/json`
type Text =
  | `text/${string}`
  | `${string}/${string}+xml`
  | `${string}/${'xml' | 'yaml' | 'javascript'}`
  | `${string}/${string}+yaml`

/** @param Value What the schema describes. Nothing else is known of a text or of bytes. */
export type BodyAs<Type extends string, Value> = Type extends `${string}/*`
  ? unknown
  : Type extends Json | 'application/x-www-form-urlencoded'
    ? Value
    : Type extends 'multipart/form-data'
      ? WithFiles<Value>
      : Type extends Text
        ? Value extends string
          ? Value
          : string
        : Uint8Array

/** Types of a contract have a Blob in the place of a file, because a client can send any. */
type WithFiles<Fields> = Fields extends unknown ? { [Name in keyof Fields]: AsFile<Fields[Name]> } : never

type AsFile<Value> = Value extends Blob ? File : Value extends Blob[] ? File[] : Value
