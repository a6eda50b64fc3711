// The entries of the search on the docs page. Its chapters are those that Redoc has rendered, so that no link is dead.

import type { ContractModel, OperationModel } from '../../contract/model/contract.ts'
import type { MaybeReference, Schema } from '../../contract/model/openapi.ts'
import type { SearchEntry } from '../../docs/search.ts'
import { oneLine } from '../code.ts'
import { constraints } from './reference.ts'
import { schemaSynonyms, synonyms } from './synonyms.ts'

/** @param page The page that Redoc has rendered. @param workflows The heading of the chapter about workflows. */
export function searchEntries(contract: ContractModel, page: string, workflows: string): SearchEntry[] {
  const chapters = parseChapters(page)
  const start = chapters.find(({ title }) => title === workflows)?.route ?? '-'
  return [
    ...chapters.map((chapter) =>
      chapter.route.startsWith(`${start}/`) ? { ...chapter, kind: 'Workflow' as const } : chapter,
    ),
    ...contract.operations.map((operation) => operationEntry(contract, operation)),
    headersEntry(contract),
    ...schemaEntries(contract),
  ]
}

/** Redoc renders the description of the API, with all chapters, before the page has JavaScript. */
function parseChapters(page: string): SearchEntry[] {
  const [, ...sections] = page.split(/<h\d id="(?=section\/)/)
  return sections.map((section) => {
    const [, id = '', heading = ''] = /^([^"]+)"[^>]*>([\s\S]*?)<\/h\d>/.exec(section) ?? []
    const content = section.slice(section.indexOf(heading) + heading.length).split('data-section-id="')[0] ?? ''
    const [texts, tables] = [content.replace(/<table[\s\S]*?<\/table>/g, ''), content.match(/<tr[\s\S]*?<\/tr>/g) ?? []]
    const statuses = tables.flatMap((row) => /\b\d{3}\b/.exec(asText(row)) ?? [])
    return {
      kind: 'Chapter',
      title: asText(heading),
      synonyms: [synonyms([asText(heading)]), ...statuses].join(' '),
      route: `/${id}`,
      paragraphs: [...texts.matchAll(/<(p|li)(?: [^>]*)?>([\s\S]*?)<\/\1>/g)].map(([, , text = '']) => asText(text)),
      ...(tables.length > 0 && { rows: tables.map((row) => asText(row.replaceAll('</td>', ' '))) }),
    }
  })
}

function operationEntry(contract: ContractModel, operation: OperationModel): SearchEntry {
  const { id, method, path, summary, description, parameters, requestBody, responses } = operation
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const inTarget = parameters.filter((parameter) => parameter.in === 'query' || parameter.in === 'path')
  const [body] = Object.values(requestBody?.content ?? {})
  return {
    kind: 'Operation',
    title: summary,
    route: `/other/${encodeURI(id.toLowerCase())}`,
    parameters: names,
    synonyms: synonyms(names, method),
    paragraphs: [
      `${method.toUpperCase()} ${path}`,
      `Operation \`${id}\``,
      ...markdownParagraphs(description),
      ...inTarget.map(definition),
      ...fieldDefinitions(contract, body?.schema),
    ],
    // Each operation has most of these headers and responses.
    rows: [
      ...parameters.filter((parameter) => !inTarget.includes(parameter)).map(definition),
      ...responses.map(({ code, response }) => definition({ name: code, description: response.description })),
    ],
  }
}

function headersEntry({ operations }: ContractModel): SearchEntry {
  const all = operations.flatMap(({ responses }) => responses.flatMap(({ headers }) => headers))
  return {
    kind: 'Headers',
    title: 'Response headers',
    synonyms: 'requestid correlation trace tracing log',
    route: '/response-headers',
    paragraphs: [...new Set(all.map(definition))],
  }
}

function fieldDefinitions(contract: ContractModel, schema: MaybeReference<Schema> | undefined): string[] {
  const fields = Object.entries(contract.objectSchema(schema).properties ?? {})
  return fields.map(([name, field]) => definition({ name, description: contract.dereference(field).description }))
}

function definition({ name, description = '' }: { name: string; description?: string | undefined }): string {
  return `\`${name}\`: ${plainMarkdown(description)}`
}

function schemaEntries(contract: ContractModel): SearchEntry[] {
  return Object.entries(contract.document.components.schemas).map(([name, schema]) => {
    const dereferenced = contract.dereference(schema)
    const fields = fieldDefinitions(contract, schema)
    const values = fields.length === 0 ? [constraints(contract, schema)] : []
    const paragraphs = [...markdownParagraphs(dereferenced.description ?? ''), ...values, ...fields]
    return {
      kind: 'Schema',
      title: name,
      route: `/schemas#schemas/${name.toLowerCase()}`,
      synonyms: schemaSynonyms(dereferenced),
      paragraphs,
    }
  })
}

function markdownParagraphs(text: string): string[] {
  return Array.from(text.split(/\n{2,}/), plainMarkdown).filter(Boolean)
}

/** Removes links but keeps their texts, and backticks. */
export function plainMarkdown(text: string): string {
  return oneLine(text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1'))
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

function asText(html: string): string {
  const text = html.replace(/<\/?code[^>]*>/g, '`').replace(/<[^>]+>/g, '')
  return oneLine(text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole))
}
