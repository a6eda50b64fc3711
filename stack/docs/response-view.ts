// Shows a response: text as text, images as images, and each body that is not text as a download.

import type { TryItOperation } from './call.ts'
import { element } from './element.ts'
import type { TriedResponse } from './requests.ts'

// Text only, never HTML: a name of an item may contain markup.
export function renderResponse(
  response: TriedResponse | string,
  { operationId, summary }: TryItOperation,
): (HTMLElement | string)[] {
  if (typeof response === 'string') return [response]
  const { status, headers, body, milliseconds } = response
  const lines = headers.map(([header, value]) => `${header}: ${value}`).join('\n')
  return [
    element('p', {}, element('strong', {}, status), ` after ${milliseconds} ms`),
    ...(typeof body === 'string'
      ? [scrollable(body === '' ? 'No body' : body, `Response body: ${summary}`)]
      : downloadView(body, operationId)),
    element(
      'details',
      {},
      element('summary', {}, 'Response headers'),
      scrollable(lines, `Response headers: ${summary}`),
    ),
  ]
}

function downloadView(body: Blob, name: string): HTMLElement[] {
  const link = element('a', { href: URL.createObjectURL(body), download: name }, 'Download the body')
  const size = element('p', {}, link, `, ${body.size} bytes of ${body.type || 'an unknown media type'}`)
  return body.type.startsWith('image/') ? [image(body), size] : [size]
}

// The policy of the page allows images in a data URL.
function image(body: Blob): HTMLImageElement {
  const created = element('img', { alt: 'Response body' })
  const reader = new FileReader()
  reader.onload = () => Object.assign(created, { src: reader.result })
  reader.readAsDataURL(body)
  return created
}

// Users without a mouse can scroll it, too.
function scrollable(text: string, name: string): HTMLElement {
  return element('pre', { tabIndex: 0, role: 'region', ariaLabel: name }, text)
}
