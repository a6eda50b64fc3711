// The part of the docs page that Redoc renders in the browser only, as Markdown, for a browser without JavaScript. The ids
// are the targets of the links in the menu.

import type { Contract } from './contract.ts'
import { operationSection, toMarkdown } from './docs-markdown.ts'
import { responseHeaders, schemaSections } from './docs-reference.ts'
import { describeForReaders } from './docs-source.ts'
import { readWorkflows } from './workflows-chapter.ts'

/** @returns HTML with a section for each operation, the response headers, and the schemas. */
export function referenceWithoutScript(original: Contract): string {
  const contract = describeForReaders(original)
  const workflows = readWorkflows()
  const operations = contract.operations.map((one) => {
    return section(`/other/${encodeURIComponent(one.id).toLowerCase()}`, operationSection(contract, workflows, one))
  })
  const headers = section('/response-headers', ['## Response headers', responseHeaders(contract)])
  const schemas = section('/schemas', ['## Schemas', ...schemaSections(contract)])
  return [...operations, headers, schemas].join('\n')
}

function section(route: string, parts: string[]): string {
  const [heading = '', ...texts] = parts.filter((part) => !part.startsWith('<a id='))
  const title = escaped(heading.replace('## ', ''))
  return `<section id="${route}">\n<h2>${title}</h2>\n<pre>${escaped(toMarkdown(texts))}</pre>\n</section>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
