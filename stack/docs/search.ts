// The search of the docs page. That of Redoc ranks an operation with a word anywhere above the chapter about it.

import MiniSearch from 'minisearch'

export interface SearchEntry {
  kind: 'Chapter' | 'Operation' | 'Workflow' | 'Headers' | 'Schema'
  title: string
  /** Route of Redoc, for the fragment of the address. */
  route: string
  /** Names of parameters that only few operations have. They count as titles. */
  parameters?: string[]
  /** Paragraphs with backticks around names, as in Markdown. */
  paragraphs: string[]
  /** Rows of tables. They have many words that the chapter is not about. */
  rows?: string[]
}

export interface SearchResult {
  entry: SearchEntry
  /** The paragraph with the most words of the query. */
  paragraph: string
  /** Terms of the entry that match the query. */
  terms: string[]
}

/** Weights in the order of results. */
const kinds = { Chapter: 1.5, Operation: 1.2, Workflow: 0.5, Headers: 0.7, Schema: 0.2 }
const boost = { title: 4, parameters: 20, names: 3, text: 2, rows: 0.3 }

/** @returns A function that finds the entries with the words of a query, the best one first. */
export function createSearch(entries: readonly SearchEntry[]): (query: string) => SearchResult[] {
  const index = new MiniSearch({
    idField: 'entry',
    fields: Object.keys(boost),
    tokenize: (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [],
    processTerm: toTerms,
    searchOptions: { boost, prefix: true, boostDocument: ({ kind }: SearchEntry) => kinds[kind] },
  })
  index.addAll(
    entries.map((entry) => ({
      entry,
      title: entry.title,
      parameters: entry.parameters?.join(' '),
      names: entry.paragraphs.flatMap((text) => text.match(/`[^`]+`/g) ?? []).join(' '),
      text: entry.paragraphs.join(' '),
      rows: entry.rows?.join(' '),
    })),
  )
  return (query) =>
    index.search(query).map(({ id, terms }) => ({ entry: id, terms, paragraph: bestParagraph(id, terms) }))
}

export function markTerms(text: string, terms: string[]): { part: string; isFound: boolean }[] {
  const parts = text.split(/([\p{L}\p{N}]+)/u).filter((part) => part !== '')
  return parts.map((part) => ({ part, isFound: toTerms(part).some((term) => terms.includes(term)) }))
}

/** One form for the forms of an English word, such as `page`, `pages` and `paging`. `createdAt` is also `created`. */
function toTerms(word: string): string[] {
  const parts = new Set([word, ...word.split(/(?<=\p{Ll})(?=\p{Lu})/u)].map((part) => part.toLowerCase()))
  const singulars = [...parts].map((part) => part.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, ''))
  return singulars.map((part) => part.replace(/(?<=..[^e])(?:ing|ed|e)$/, ''))
}

/** The first one of those with the most terms. */
function bestParagraph({ paragraphs, rows = [] }: SearchEntry, terms: string[]): string {
  const rated = [...paragraphs, ...rows].map((text) => {
    const matched = markTerms(text, terms).filter(({ isFound }) => isFound)
    return { text, count: new Set(matched.map(({ part }) => part.toLowerCase())).size }
  })
  const max = Math.max(...rated.map(({ count }) => count))
  return rated.find(({ count }) => count === max)?.text.replaceAll('`', '') ?? ''
}
