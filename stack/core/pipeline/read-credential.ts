// Reads the credentials of a request from the Authorization header, another header, the query or a cookie.

import type { CredentialData } from '../contract/contract-data.ts'
import { fieldMessage } from '../contract/field-message.ts'
import { decoded } from '../contract/json-pointer.ts'
import { invalidRequest } from '../problem.ts'
import type { HttpRequest } from './http.ts'
import type { Target } from './target.ts'

type Sent = Pick<HttpRequest, 'headers' | 'repeatedHeaders'>

/**
 * Returns the token or the key, or `user:password`; `undefined` if the request does not have this credential.
 * @throws {Problem} 400 for a repeated header or parameter.
 */
export function readCredential(
  request: Sent,
  target: Pick<Target, 'query'>,
  { in: place, name = '' }: CredentialData,
): string | undefined {
  if (place === 'bearer') return bearerToken(request)
  if (place === 'query') return onlyValue(valuesIn(target.query, '&', name), { parameter: name })
  const text = headerValue(request, place === 'header' ? name : headerNames[place])
  if (place === 'header') return text || undefined
  if (place === 'cookie') return onlyValue(valuesIn(text, /; */, name), { header: 'Cookie' })
  return /^Basic +[^ ]/i.test(text) ? userAndPassword(text.slice(6)) : undefined
}

/** Returns what follows `Bearer` in the Authorization header. @throws {Problem} 400 for a repeated header. */
export function bearerToken(request: Sent): string | undefined {
  const text = headerValue(request, 'Authorization')
  // The expression reads the start only: a token has hundreds of characters.
  return /^Bearer +[^ ]/i.test(text) ? text.slice(7).trimStart() : undefined
}

const headerNames = { basic: 'Authorization', cookie: 'Cookie' }

function headerValue({ headers, repeatedHeaders }: Sent, name: string): string {
  const field = name.toLowerCase()
  if (repeatedHeaders.includes(field)) throw invalidRequest({ header: name, detail: fieldMessage.repeated })
  return headers[field] ?? ''
}

function valuesIn(text: string, separator: string | RegExp, name: string): string[] {
  return text.split(separator).flatMap((pair) => {
    const [key = '', ...value] = pair.split('=')
    return decoded(key) === name ? [decoded(value.join('='))] : []
  })
}

function onlyValue(values: string[], place: { parameter: string } | { header: string }): string | undefined {
  if (values.length > 1) throw invalidRequest({ ...place, detail: fieldMessage.repeated })
  return values[0] || undefined
}

/** A text that is not Base64 is not valid, like a wrong password. */
function userAndPassword(encoded: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)))
  } catch {
    return ':'
  }
}
