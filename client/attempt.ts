// One request and its answer: with the token of the moment, with what is remembered of an earlier answer, and with a
// limit to what is read.

import type { AnswerCache } from './cache.ts'
import { AnswerTooLargeError, ConnectionError } from './errors.ts'
import type { OperationId } from './operation-table.ts'
import type { Outgoing } from './request.ts'
import { type AnyResult, readAnswer } from './response.ts'
import { readText } from './response-text.ts'
import type { Call, Outcome } from './result.ts'

/** Where a call stands: what an error would say if it ended now. */
export interface Course extends Call {
  attempt: number
  outcome: Outcome
}

export interface AttemptOptions {
  fetch: (request: Request) => Promise<Response>
  bodyLimitBytes: number
  cache: AnswerCache | undefined
}

export interface Attempt {
  id: OperationId
  course: Course
  outgoing: Outgoing
  token: string
  signal: AbortSignal
}

export async function attempt(
  options: AttemptOptions,
  { id, course, outgoing, token, signal }: Attempt,
): Promise<AnyResult> {
  const { url, init } = outgoing
  const isRead = init.method === 'GET'
  const headers = new Headers(init.headers)
  headers.set('Authorization', `Bearer ${token}`)
  // Whoever asks with an entity tag of their own wants to see the 304.
  const cache = isRead && headers.has('If-None-Match') ? undefined : options.cache
  const known = isRead ? cache?.find(token, url.href) : undefined
  if (known) headers.set('If-None-Match', known.etag)
  // A redirect would turn a POST into a GET, or take the call to where the contract does not hold.
  const request = new Request(url, { ...init, headers, redirect: 'manual', signal })

  const earlier = course.outcome
  if (!isRead) course.outcome = 'unknown'
  const { response, text } = await exchange(options, course, request)
  const { outcome: _, ...call } = course
  const arrived = { call, response, earlier, text, status: response.status, headers: response.headers }
  const received =
    known && response.status === 304
      ? { ...arrived, status: 200, headers: freshened(known.headers, response.headers), text: known.text }
      : arrived
  const result = readAnswer(id, received)

  const etag = received.headers.get('ETag')
  if (!isRead) cache?.changed(url.href)
  else if (result.ok && etag !== null)
    cache?.keep(token, url.href, { etag, headers: received.headers, text: received.text })
  return result
}

// What the 304 says of itself is newer (RFC 9111, section 3.2); of the body it has none to speak of.
function freshened(kept: Headers, newer: Headers): Headers {
  const headers = new Headers(kept)
  for (const [name, value] of newer) if (!name.startsWith('content-')) headers.set(name, value)
  return headers
}

async function exchange({ fetch, bodyLimitBytes }: AttemptOptions, course: Course, request: Request) {
  let text: string | undefined
  let response: Response
  try {
    response = await fetch(request)
    text = await readText(response, bodyLimitBytes)
  } catch (cause) {
    throw new ConnectionError(course, course.outcome, 'no complete answer', { cause })
  }
  if (text === undefined) {
    throw new AnswerTooLargeError(course, course.outcome, `the answer has more than ${bodyLimitBytes} bytes`)
  }
  return { response, text }
}
