// The part of the docs page that Redoc renders in the browser only, as Markdown, for a browser without JavaScript. The ids
// are the targets of the links in the menu.

import type { Contract } from './contract.ts'
import { docsMarkdown } from './docs-markdown.ts'

/** @returns HTML with a section for each operation, the response headers, and the schemas. */
export async function referenceWithoutScript(contract: Contract): Promise<string> {
  const markdown = await docsMarkdown(contract)
  const ids = [...contract.operations.map(({ id }) => encodeURIComponent(id)), 'response-headers']
  const [reference = '', schemas = ''] = markdown.slice(markdown.indexOf(anchor(ids[0]))).split('\n## Schemas\n')
  const sections = ids.map((id, index) => {
    const text = reference.split(anchor(id))[1]?.split(anchor(ids[index + 1]))[0] ?? ''
    return section(id === 'response-headers' ? `/${id}` : `/other/${id.toLowerCase()}`, text)
  })
  return [...sections, section('/schemas', `## Schemas\n${schemas}`)].join('\n')
}

function anchor(id: string | undefined): string {
  return `<a id="${id}"></a>\n`
}

function section(route: string, markdown: string): string {
  const [heading = '', ...lines] = markdown.trim().split('\n')
  const text = lines
    .join('\n')
    .replaceAll(/^<a id=.*\n\n/gm, '')
    .trim()
  return `<section id="${route}">\n<h2>${escaped(heading.replace('## ', ''))}</h2>\n<pre>${escaped(text)}</pre>\n</section>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
