// Sends the requests of the docs page, always to the service that served it.
import { addToken } from '../client/credentials.ts'
import { bodyKind } from '../core/contract/media-types.ts'
import { type SentParameter, writeParameters } from '../core/pipeline/write-styles.ts'
import type { SentBody } from './body-editor.ts'
import { type CallCredential, shellQuoted, type TryItOperation } from './call.ts'
import { credentialText } from './credentials.ts'
import { SendError } from './values.ts'

export interface TriedRequest {
  call: TryItOperation
  /** Parameters that the request has. */
  parameters: SentParameter[]
  credentials: CallCredential[]
  body: SentBody | undefined
}

export interface TriedResponse {
  url: string
  /** Status line, such as `200 OK`. */
  status: string
  headers: [name: string, value: string][]
  /** Text, with JSON indented; or else a `Blob`. */
  body: string | Blob
  milliseconds: number
}

/** @param getRequest Reads the form, or throws `SendError`. @returns An error message if there is no response. */
export async function sendRequest(address: string, getRequest: () => TriedRequest): Promise<TriedResponse | string> {
  const start = performance.now()
  try {
    const tried = getRequest()
    const parts = getParts(address, tried)
    const request = createRequest(parts, tried)
    const response = await withCookies(parts.cookies, () => fetch(request))
    if (response.type === 'opaqueredirect')
      return 'The response is a redirect, and browsers do not show it to a page. Use curl to see it.'
    return {
      url: request.url,
      status: `${response.status} ${response.statusText}`.trim(),
      headers: [...response.headers],
      body: await readBody(response),
      milliseconds: Math.round(performance.now() - start),
    }
  } catch (error) {
    if (error instanceof SendError) return error.message
    return `The request failed: ${error instanceof Error ? error.message : error}. Check the values, and that the service is running.`
  }
}

/** @throws {SendError} */
export function asCurl(address: string, tried: TriedRequest): string {
  const { url, headers, cookies } = getParts(address, tried)
  const parts = [
    `curl -i -X ${tried.call.method} ${shellQuoted(url.href)}`,
    ...[...headers].map((header) => `-H ${shellQuoted(header.join(': '))}`),
    ...(cookies.length > 0 ? [`-b ${shellQuoted(cookies.map((cookie) => cookie.join('=')).join('; '))}`] : []),
    ...(tried.body ? curlBody(tried.body.content) : []),
    String.raw`-w '\n'`,
  ]
  return parts.join(' \\\n  ')
}

/** Returns the options of curl for a body. A file must be in the current directory of the shell. */
function curlBody(content: BodyInit): string[] {
  if (content instanceof File) return [`--data-binary ${shellQuoted(`@${content.name}`)}`]
  if (!(content instanceof FormData)) return [`--data-raw ${shellQuoted(String(content))}`]
  return [...content].map(([name, value]) => {
    return value instanceof File
      ? `-F ${shellQuoted(`${name}=@${value.name}`)}`
      : `--form-string ${shellQuoted(`${name}=${value}`)}`
  })
}

function getParts(address: string, { call, parameters, credentials, body }: TriedRequest) {
  const { target, headers: texts, cookies } = writeParameters(call.path, parameters)
  const headers = new Headers(texts)
  if (/\/\.\.?(?:[/?]|$)/.test(target))
    throw new SendError('Browsers remove . and .. from a path. Use curl with --path-as-is.')
  const url = new URL(address + target)
  for (const credential of credentials) {
    const text = credentialText(credential)
    if (text === '') continue
    if (credential.in === 'cookie') cookies.unshift([credential.name ?? '', text])
    else addToken([credential], text, headers, url)
  }
  // The browser names the boundary of a multipart form.
  if (body && bodyKind(body.mediaType) !== 'multipart') headers.set('Content-Type', body.mediaType)
  return { url, headers, cookies }
}

function createRequest({ url, headers }: ReturnType<typeof getParts>, { call, body }: TriedRequest): Request {
  const takesCookies = [...call.parameters, ...call.alternatives.flat()].some((parameter) => parameter.in === 'cookie')
  const request = new Request(url, {
    method: call.method,
    headers,
    cache: 'no-store',
    credentials: takesCookies ? 'same-origin' : 'omit',
    redirect: 'manual',
    ...(body && { body: body.content }),
  })
  const omitted = [...headers.keys()].find((name) => !request.headers.has(name))
  if (omitted !== undefined) throw new SendError(`Browsers do not let a page send the header ${omitted}. Use curl.`)
  return request
}

/** Sets cookies for one request: only the browser writes the header Cookie. @throws {SendError} if it rejects one. */
async function withCookies<T>(cookies: [name: string, value: string][], send: () => Promise<T>): Promise<T> {
  if (cookies.length === 0) return send()
  // Browsers have a cookie store in secure contexts only: with HTTPS, or on localhost.
  if (!('cookieStore' in globalThis))
    throw new SendError('This browser does not let the page set a cookie. Use curl, or open the page with HTTPS.')
  try {
    for (const [name, value] of cookies) await setCookie(name, value)
    return await send()
  } finally {
    for (const [name] of cookies) await cookieStore.delete(name)
  }
}

async function setCookie(name: string, value: string): Promise<void> {
  await cookieStore.set({ name, value, path: '/', sameSite: 'strict' }).catch(() => {})
  // A page cannot replace an HttpOnly cookie.
  if ((await cookieStore.get(name))?.value !== value)
    throw new SendError(`The browser does not take the cookie ${name}. Check its value, or delete its older cookie.`)
}

async function readBody(response: Response): Promise<string | Blob> {
  const body = await response.blob()
  const [mediaType = ''] = body.type.toLowerCase().split(';')
  const kind = bodyKind(mediaType.trim())
  if (kind === 'bytes' && body.size > 0) return body
  const text = await body.text()
  return kind === 'json' ? indentJson(text) : text
}

function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
