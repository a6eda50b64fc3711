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
  /** Item that the preconditions of the operation refer to, as the handler has written it. */
  item?: string | undefined
}

/**
 * Finds the stored response with the key of a call, or makes one to store. `undefined` for a call without a key.
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
  // The form of the key and the order of properties make no difference.
  const { 'Idempotency-Key': _, ...headers } = call.headers
  const fingerprint = await canonicalise([operation.id, path, query, headers, cookies, mediaType, body])
  const request = digest(JSON.stringify(fingerprint))
  const text = await store.response(owner, key.name)

  return {
    replay: text === undefined ? undefined : toReplay(JSON.parse(text), request),
    /** @param item Item that the preconditions of the operation refer to. */
    toStored({ body, ...rest }: DraftResponse, item: string | undefined): StoredResponse {
      const withoutResponse = { owner, key, text: JSON.stringify({ request } satisfies StoredCall) }
      if (body instanceof Uint8Array && body.length > maxBytes) return withoutResponse
      const parts =
        body instanceof Uint8Array ? { response: rest, bytes: toBase64(body) } : { response: { ...rest, body } }
      const serialized = JSON.stringify({ request, ...parts, item } satisfies StoredCall)
      const isStored = new TextEncoder().encode(serialized).length <= maxBytes
      return isStored ? { owner, key, text: serialized } : withoutResponse
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

/** @returns A JSON value that is equal for equal values, including files. */
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
