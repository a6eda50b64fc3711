// The search of the docs page. Redoc's search ranks an operation that mentions a word above the chapter about it.

import MiniSearch, { type SearchResult as MiniSearchResult } from 'minisearch'
import { toTerms, wordsIn } from './search-terms.ts'

export interface SearchEntry {
  kind: 'Chapter' | 'Operation' | 'Workflow' | 'Headers' | 'Schema'
  title: string
  /** Route of Redoc, for the fragment of the address. */
  route: string
  /** Names of the query parameters of an operation. They weigh more than titles. */
  parameters?: string[]
  /** Synonyms of the words in the title and the parameters. */
  synonyms?: string
  /** Paragraphs with backticks around names, as in Markdown. */
  paragraphs: string[]
  /** Texts with many words that are not the subject of the entry. They are searched only if no other field matches. */
  rows?: string[]
}

export interface SearchResult {
  entry: SearchEntry
  /** The paragraph or row with the most terms of the query. */
  paragraph: string
  /** Terms of the entry that match the query. */
  terms: string[]
}

/** Weight of each kind of entry in the order of results. */
const kinds = { Chapter: 1.5, Operation: 1.2, Workflow: 0.5, Headers: 0.7, Schema: 0.5 }
const boost = { title: 3, synonyms: 6, parameters: 16, paragraphs: 2 }
/** Exponent of the number of matched words: an entry with all words precedes one with a single word in its title. */
const coverage = 2

/** @returns A function that finds the entries with the words of a query, the best one first. */
export function createSearch(entries: readonly SearchEntry[]): (query: string) => SearchResult[] {
  const toQueryWords = createQueryTokenizer(entries)
  const index = new MiniSearch({
    idField: 'entry',
    fields: [...Object.keys(boost), 'rows'],
    tokenize: wordsIn,
    processTerm: toTerms,
    searchOptions: {
      boost,
      fields: Object.keys(boost),
      tokenize: toQueryWords,
      prefix: (term) => term.length > 3,
      boostDocument: ({ kind }: SearchEntry) => kinds[kind],
    },
  })
  index.addAll(entries.map((entry) => ({ ...entry, entry })))
  return (query) => {
    const rank = ({ score, queryTerms }: MiniSearchResult) => score * queryTerms.length ** coverage
    const results = index.search(query).sort((first, second) => rank(second) - rank(first))
    const ids = new Set(results.map(({ id }) => id))
    results.push(...index.search(query, { fields: ['rows'], filter: ({ id }) => !ids.has(id) }))
    return results.map(({ id, terms }) => ({ entry: id, terms, paragraph: bestParagraph(id, terms) }))
  }
}

/** @returns A function that returns the words of a query without typos, and pairs of words joined, such as `createdAt`. */
function createQueryTokenizer(entries: readonly SearchEntry[]): (query: string) => string[] {
  const words = new Set(entries.flatMap((entry) => wordsIn(Object.values(entry).join(' '))))
  const terms = new Set([...words].flatMap(toTerms))
  const index = new MiniSearch({ fields: ['id'], tokenize: (word) => [word], searchOptions: { fuzzy: 0.2 } })
  index.addAll(Array.from(words, (id) => ({ id })))
  const correctTypo = (word: string) => {
    const isKnown = toTerms(word).every((start) => [...terms].some((term) => term.startsWith(start)))
    return isKnown || word.length < 5 ? word : (index.search(word)[0]?.id ?? word)
  }
  return (query) => {
    const single = wordsIn(query).map(correctTypo)
    const joined = single.slice(1).map((word, at) => `${single[at]}${word}`.toLowerCase())
    return [...single, ...joined.filter((word) => toTerms(word).every((term) => terms.has(term)))]
  }
}

export function markTerms(text: string, terms: string[]): { part: string; isFound: boolean }[] {
  const parts = text.split(/([\p{L}\p{N}]+)/u).filter((part) => part !== '')
  return parts.map((part) => ({ part, isFound: toTerms(part).some((term) => terms.includes(term)) }))
}

/** Returns the first of the paragraphs and rows with the most terms. */
function bestParagraph({ paragraphs, rows = [] }: SearchEntry, terms: string[]): string {
  const getMatches = (text: string) =>
    markTerms(text, terms).flatMap(({ part, isFound }) => (isFound ? part.toLowerCase() : []))
  const count = (text: string) => new Set(getMatches(text)).size
  const [best = ''] = [...paragraphs, ...rows].toSorted((first, second) => count(second) - count(first))
  return best.replaceAll('`', '')
}
