// The docs as Markdown (generated/docs.md), for tools and for agents.
import { LRUCache } from 'lru-cache'
import { StaticBody } from './static-body.ts'

/**
 * The section of one operation, as a page of its own below `/docs/`.
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

/** The list of all pages for agents (https://llmstxt.org). @param markdown The whole docs. */
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

/** Text before the address of the page of an operation, in the list of all operations. */
const pageLinkStart = ' ([alone]('

/** @param line Such as - [List](#list): `GET /items` ([alone](docs/list.md)) */
function toEntry(line: string): string {
  const [operation = '', page = ''] = line.split(pageLinkStart)
  const [summary, location] = [operation.slice(0, operation.lastIndexOf('](#')), operation.split('): ').at(-1)]
  return `${summary}](${page.slice(0, -2)}): ${location}`
}

/** Number of addresses whose pages stay in memory. Callers choose the Host. */
const rememberedOrigins = 20

/**
 * @param docs The whole docs, which say the address that all samples call.
 * @returns A function for the page at an address: its samples call this address.
 */
export function markdownAt(text: string, docs: string): (origin: string | undefined) => StaticBody {
  const [, documented = ''] = /^The samples call `(https?:\/\/[^/`]+)/m.exec(docs) ?? []
  const bodies = new LRUCache<string, StaticBody>({
    max: rememberedOrigins,
    memoMethod: (address) => new StaticBody(documented === '' ? text : text.replaceAll(documented, () => address)),
  })
  // A sample could not quote other characters.
  return (origin = documented) => bodies.memo(/^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : documented)
}
