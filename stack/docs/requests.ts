// Sends the requests of the docs page, always to the service that served it.
import type { CredentialPlace } from '../client/contract.ts'
import { addToken } from '../client/credentials.ts'
import { NotSignedIn, developmentToken as requestToken } from './development-session.ts'

interface TriedRequest {
  method: string
  /** The template of the contract, such as `/rooms/{roomId}`. */
  path: string
  token: string
  credentials: CredentialPlace[]
  values: { name: string; in: string; value: string; isSent: boolean }[]
  body?: { mediaType: string; text: string }
}

export interface ReceivedResponse {
  /** Such as `200 OK`. */
  status: string
  headers: [name: string, value: string][]
  /** JSON is indented. */
  text: string
  milliseconds: number
}

/** @returns The response, or a sentence that says why there is none. */
export async function sendRequest(address: string, request: TriedRequest): Promise<ReceivedResponse | string> {
  const { method, token, credentials, body } = request
  const start = performance.now()
  try {
    const headers = new Headers(valuesIn(request, 'header'))
    const url = new URL(address + targetOf(request))
    if (token !== '') addToken(credentials, token, headers, url)
    if (body) headers.set('Content-Type', body.mediaType)
    const response = await fetch(url, {
      method,
      headers,
      cache: 'no-store',
      credentials: 'omit',
      ...(body && { body: body.text }),
    })
    const text = await response.text()
    return {
      status: `${response.status} ${response.statusText}`.trim(),
      headers: [...response.headers],
      text: response.headers.get('Content-Type')?.includes('json') ? indented(text) : text,
      milliseconds: Math.round(performance.now() - start),
    }
  } catch (error) {
    return `The request failed: ${error instanceof Error ? error.message : error}. Check the values, and whether the service runs.`
  }
}

/** @returns A sentence if the service gives no token. */
export async function developmentToken(address: string): Promise<{ token: string } | string> {
  try {
    return { token: await requestToken(`${address}/`) }
  } catch (error) {
    if (!(error instanceof NotSignedIn)) return 'The service does not respond. Check whether it runs.'
    return `${error.message} If the service has an identity provider, get a token from the provider.`
  }
}

function targetOf(request: TriedRequest): string {
  const values = new Map(valuesIn(request, 'path'))
  const path = request.path.replace(/\{(.*?)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
  const query = new URLSearchParams(valuesIn(request, 'query'))
  return query.size === 0 ? path : `${path}?${query}`
}

function valuesIn({ values }: TriedRequest, group: string): [name: string, value: string][] {
  return values.flatMap((one) => (one.in === group && one.isSent ? [[one.name, one.value]] : []))
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
