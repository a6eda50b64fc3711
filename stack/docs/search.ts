// The search of the docs page. That of Redoc ranks an operation with a word anywhere above the chapter about it.

export interface SearchEntry {
  kind: 'Chapter' | 'Operation' | 'Workflow' | 'Headers' | 'Schema'
  title: string
  /** Of Redoc, for the fragment of the address. */
  route: string
  /** Names of parameters that only few operations have. They count as titles. */
  parameters?: string[]
  /** With backticks around names, as in Markdown. */
  paragraphs: string[]
  /** Rows of tables. They have many words that the chapter is not about. */
  rows?: string[]
}

export interface SearchResult {
  entry: SearchEntry
  /** The paragraph with the most words of the query. */
  paragraph: string
}

/** How often a text has each word. */
type Counts = ReadonlyMap<string, number>

/** The points for a word that is exactly in the text, and for each repetition. */
interface Field {
  counts: Counts
  exact: number
  repeated?: number
}

const weights = { Chapter: 1.5, Operation: 1.2, Workflow: 0.8, Headers: 0.7, Schema: 0.2 }
const word = /[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*/gu

/** @returns A function that finds the entries with most words of a query, the best one first. */
export function createSearch(entries: readonly SearchEntry[]): (query: string) => SearchResult[] {
  const all = entries.map((entry) => ({ entry, title: count(entry.title), fields: toFields(entry) }))
  return (query) => {
    const words = toWords(query)
    const found = all.flatMap(({ entry, title, fields }) => {
      const points = words.map((each) => wordPoints(fields, each)).filter((each) => each > 0)
      const average = points.reduce((sum, each) => sum + each, 0) / points.length
      const bonus = title.keys().every((one) => words.includes(one)) ? 5 * title.size : 0
      const score = (average + bonus) * weights[entry.kind]
      return points.length === 0 ? [] : { entry, count: points.length, score }
    })
    const most = Math.max(...found.map(({ count }) => count))
    return found
      .filter(({ count }) => count === most)
      .toSorted((one, other) => other.score - one.score)
      .map(({ entry }) => ({ entry, paragraph: bestParagraph(entry, words) }))
  }
}

/** @returns The parts of a text, and whether each begins with a word of the query. */
export function markWords(text: string, query: string): { part: string; isFound: boolean }[] {
  const words = toWords(query)
  const parts = text.split(/([\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*)/u).filter((part) => part !== '')
  return parts.map((part) => ({ part, isFound: words.some((one) => hasPrefix(count(part), one)) }))
}

function toWords(query: string): string[] {
  return [...query.matchAll(word)].map(([one]) => stem(one))
}

function toFields({ title, parameters = [], paragraphs, rows = [] }: SearchEntry): Field[] {
  const text = paragraphs.join('\n')
  return [
    { counts: count(title), exact: 10 },
    { counts: count(parameters.join('\n')), exact: 20 },
    { counts: count((text.match(/`[^`]+`/g) ?? []).join('\n')), exact: 3, repeated: 0.5 },
    { counts: count(text), exact: 2, repeated: 0.4 },
    { counts: count(rows.join('\n')), exact: 0.5 },
  ]
}

function count(text: string): Counts {
  const found = new Map<string, number>()
  for (const [whole] of text.matchAll(word)) {
    // `If-Match` is also `match`, and `createdAt` is also `created`.
    const parts = whole.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '-').split(/[-_]/)
    for (const one of new Set([whole, ...parts].map(stem))) found.set(one, (found.get(one) ?? 0) + 1)
  }
  return found
}

/** One form for the forms of an English word, such as `page`, `pages` and `paging`. */
function stem(text: string): string {
  const singular = text
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
  return singular.replace(/(?<=..[^e])(?:ing|ed|e)$/, '')
}

function wordPoints(fields: Field[], one: string): number {
  const points = fields.map(({ counts, exact, repeated = 0 }) => {
    const found = counts.get(one)
    if (found !== undefined) return exact + repeated * Math.min(found - 1, 6)
    return hasPrefix(counts, one) ? exact / 2 : 0
  })
  return points.reduce((sum, each) => sum + each, 0)
}

function hasPrefix(counts: Counts, one: string): boolean {
  return counts.keys().some((each) => each.startsWith(one))
}

/** The first one of those with the most words. */
function bestParagraph({ paragraphs, rows = [] }: SearchEntry, words: string[]): string {
  const rated = [...paragraphs, ...rows].map((text) => {
    const field = { counts: count(text), exact: 1 }
    return { text, points: words.reduce((sum, one) => sum + wordPoints([field], one), 0) }
  })
  const most = Math.max(...rated.map(({ points }) => points))
  return rated.find(({ points }) => points === most)?.text.replaceAll('`', '') ?? ''
}
