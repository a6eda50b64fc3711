// Responses that the contract does not document: what a gateway in front of the service sends. A scenario has to mark them.
import type { HttpResponse } from '../../core/pipeline/http.ts'
import { ControlError, requireInteger, requireProperties } from './checks.ts'
import type { UndocumentedResponse } from './control.ts'

const token = /^[!#$%&'*+.^_`|~\w-]+$/
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/
/** They say where the response ends. */
const framing = ['connection', 'content-length', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade']

/** @throws {ControlError} if it cannot be sent. */
export function requireSendable(response: UndocumentedResponse): void {
  requireProperties(response, 'undocumented', ['status', 'headers', 'body'])
  const { status, headers = {}, body } = response
  if (status === undefined) throw new ControlError('undocumented needs a status.')
  requireInteger(status, 'The status of undocumented', 200, 599)
  requireProperties(headers, 'headers', Object.keys(headers))
  for (const [name, value] of Object.entries(headers)) {
    if (!token.test(name)) throw new ControlError(`${JSON.stringify(name)} cannot be the name of a header.`)
    if (framing.includes(name.toLowerCase()))
      throw new ControlError(`The mock sets the header ${name} itself: leave it out.`)
    if (typeof value !== 'string' || !fieldValue.test(value)) {
      throw new ControlError(`The header ${name} must be a string that HTTP can send.`)
    }
  }
  if (body !== undefined && typeof body !== 'string')
    throw new ControlError('The body of undocumented must be a string.')
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
    body: { mediaType, text: body },
  }
}
