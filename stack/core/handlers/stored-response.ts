// The response of a handler, stored with the Idempotency-Key of its request: a repeated request gets it again.
import type { Contract } from '../contract/contract.ts'
import { creationKey, reusedKey } from '../items/idempotency-key.ts'
import type { StandardParts } from '../items/standard-method.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import type { OperationCall } from '../pipeline/pipeline.ts'
import type { StoredResponse } from '../stores/item-store.ts'

/** A larger response is not stored, and a repeated request gets 422. */
const maxBytes = 65_536

interface StoredCall {
  /** Hash of the operation, its parameters and its body, with their defaults. */
  request: string
  /** Response without the headers that the service sets. */
  response?: DraftResponse
  /** The body in base64, if the handler returned bytes. */
  bytes?: string
  /** The item that the conditions of the operation refer to, as the handler left it. */
  item?: string | undefined
}

/**
 * The response that the key of a call has, or can get; `undefined` for a call without a key.
 * @throws {Problem} 422 for the key of another request, or of one whose response is not stored.
 */
export async function findResponse(
  { limits }: Pick<Contract, 'limits'>,
  call: OperationCall,
  { store, digest }: Pick<StandardParts, 'store' | 'digest'>,
) {
  const key = creationKey(call, {}, limits)
  if (key === undefined) return undefined
  const { principal, operation, path, query, cookies, mediaType, body } = call
  const { owner } = principal
  // Both forms of the key and any order of properties are the same request.
  const { 'Idempotency-Key': _, ...headers } = call.headers
  const fingerprint = await canonicalise([operation.id, path, query, headers, cookies, mediaType, body])
  const request = digest(JSON.stringify(fingerprint))
  const text = await store.response(owner, key.name)

  return {
    replay: text === undefined ? undefined : toReplay(JSON.parse(text), request),
    /** @param item The item that the conditions of the operation refer to. */
    toStored({ body, ...rest }: DraftResponse, item: string | undefined): StoredResponse {
      const unstored = { owner, key, text: JSON.stringify({ request } satisfies StoredCall) }
      if (body instanceof Uint8Array && body.length > maxBytes) return unstored
      const parts =
        body instanceof Uint8Array ? { response: rest, bytes: toBase64(body) } : { response: { ...rest, body } }
      const whole = JSON.stringify({ request, ...parts, item } satisfies StoredCall)
      const isStored = new TextEncoder().encode(whole).length <= maxBytes
      return isStored ? { owner, key, text: whole } : unstored
    },
  }
}

function toReplay({ request, response, bytes, item }: StoredCall, fingerprint: string) {
  if (request !== fingerprint)
    throw reusedKey('This Idempotency-Key was already used for another request. Choose a new key.')
  if (response === undefined) {
    const reason = `its response has more than ${maxBytes} bytes and is not stored`
    throw reusedKey(`The request with this Idempotency-Key has succeeded, but ${reason}. Read what it has changed.`)
  }
  const refusal = reusedKey(
    'The request with this Idempotency-Key has succeeded, but its response no longer fits the contract. Read what it has changed.',
  )
  const body = bytes === undefined ? undefined : Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))
  return { response: { ...response, ...(body && { body }), refusal }, item }
}

/** @returns A value of JSON, which is equal for equal values, also of files. */
async function canonicalise(value: unknown): Promise<unknown> {
  if (value instanceof Uint8Array) return toBase64(value)
  if (value instanceof File) return [value.name, value.type, toBase64(new Uint8Array(await value.arrayBuffer()))]
  if (Array.isArray(value)) return Promise.all(value.map(canonicalise))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1))
  return Promise.all(entries.map(async ([name, entry]) => [name, await canonicalise(entry)]))
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
