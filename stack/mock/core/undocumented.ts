// Responses that the contract does not document: what a gateway in front of the service sends. A scenario has to mark them.
import type { HttpResponse } from '../../core/pipeline/http.ts'
import type { UndocumentedResponse } from './control.ts'
import { ControlError } from './control-input.ts'

const token = /^[!#$%&'*+.^_`|~\w-]+$/
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/
/** They say where the response ends. */
const framing = ['connection', 'content-length', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade']

/** @throws {ControlError} if it cannot be sent. */
export function requireSendable({ status, headers = {}, body }: UndocumentedResponse): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!token.test(name)) throw new ControlError(`${JSON.stringify(name)} cannot be the name of a header.`)
    if (framing.includes(name.toLowerCase()))
      throw new ControlError(`The mock sets the header ${name} itself: leave it out.`)
    if (!fieldValue.test(value)) throw new ControlError(`The header ${name} has a character that HTTP cannot send.`)
  }
  if (body !== undefined && [204, 205, 304].includes(status)) {
    throw new ControlError(`A response with the status ${status} cannot have a body.`)
  }
}

export function toHttpResponse({ status, headers = {}, body }: UndocumentedResponse): HttpResponse {
  if (body === undefined) return { status, headers, body }
  const isContentType = ([name]: [string, string]) => name.toLowerCase() === 'content-type'
  const all = Object.entries(headers)
  const [, mediaType] = all.find(isContentType) ?? ['', 'text/html']
  return {
    status,
    headers: Object.fromEntries(all.filter((one) => !isContentType(one))),
    body: { mediaType, content: body },
  }
}
