// The request of a form as a command for a shell.

import type { SentBody } from './body-editor.ts'

interface CurlRequest {
  method: string
  url: URL
  headers: Headers
  cookies: [name: string, text: string][]
  body: SentBody | undefined
}

export function curlCommand({ method, url, headers, cookies, body }: CurlRequest): string {
  const parts = [
    `curl -i -X ${method} ${quoted(url.href)}`,
    ...[...headers].map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(cookies.length > 0 ? [`-b ${quoted(cookies.map((one) => one.join('=')).join('; '))}`] : []),
    ...(body ? bodyOptions(body.content) : []),
    String.raw`-w '\n'`,
  ]
  return parts.join(' \\\n  ')
}

/** A file must be in the folder of the shell. */
function bodyOptions(content: BodyInit): string[] {
  if (content instanceof File) return [`--data-binary ${quoted(`@${content.name}`)}`]
  if (!(content instanceof FormData)) return [`--data-raw ${quoted(String(content))}`]
  return [...content].map(([name, value]) => {
    return value instanceof File
      ? `-F ${quoted(`${name}=@${value.name}`)}`
      : `--form-string ${quoted(`${name}=${value}`)}`
  })
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
