// The docs as Markdown (generated/docs.md), for tools and for agents.
import { LRUCache } from 'lru-cache'
import { StaticBody } from './static-body.ts'

/**
 * Returns the section of one operation, as a separate page below `/docs/`.
 * @param markdown The whole docs (generated/docs.md), where an anchor starts each section.
 */
export function operationMarkdown(markdown: string, operationId: string): string {
  const anchor = `<a id="${encodeURIComponent(operationId)}"></a>\n\n`
  const start = markdown.indexOf(anchor)
  if (start === -1) throw new Error(`generated/docs.md has no ${operationId}. Run make generate.`)
  const after = markdown.slice(start + anchor.length)
  const end = after.indexOf('<a id="')
  const section = after.slice(0, end === -1 ? undefined : end).trimEnd()
  return `${section.replaceAll('](#', '](../docs.md#').replaceAll('](problems/', '](../problems/')}\n`
}

/** Returns the list of all pages for agents (https://llmstxt.org). @param markdown The whole docs. */
export function llmsText(markdown: string): string {
  const [heading = '', about = ''] = markdown.split('\n\n')
  const operations = markdown.split('\n').filter((line) => line.startsWith('- [') && line.includes(pageLinkStart))
  return `${heading}

> ${about}

## Docs

- [The whole docs](docs.md): chapters, operations, schemas and code samples
- [The contract](openapi.json): OpenAPI 3.1

## Operations

${operations.map(toEntry).join('\n')}
`
}

/** Text before the URL of the page of an operation, in the list of all operations. */
const pageLinkStart = ' ([alone]('

/** @param line Such as - [List](#list): `GET /items` ([alone](docs/list.md)) */
function toEntry(line: string): string {
  const [operation = '', page = ''] = line.split(pageLinkStart)
  const [summary, location] = [operation.slice(0, operation.lastIndexOf('](#')), operation.split('): ').at(-1)]
  return `${summary}](${page.slice(0, -2)}): ${location}`
}

/** Limit of the origins whose pages are cached. Clients choose the Host. */
const maxCachedOrigins = 20

/**
 * @param docs The whole docs, which state the origin that all samples call.
 * @returns A function that returns the page for an origin: its samples call this origin.
 */
export function markdownAt(text: string, docs: string): (origin: string | undefined) => StaticBody {
  const [, docsOrigin = ''] = /^The samples call `(https?:\/\/[^/`]+)/m.exec(docs) ?? []
  const bodies = new LRUCache<string, StaticBody>({
    max: maxCachedOrigins,
    memoMethod: (origin) => new StaticBody(docsOrigin === '' ? text : text.replaceAll(docsOrigin, () => origin)),
  })
  // Other characters would need quoting in a sample.
  return (origin = docsOrigin) => bodies.memo(/^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : docsOrigin)
}
