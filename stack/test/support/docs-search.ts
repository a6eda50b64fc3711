// The search of a docs page, without a browser.
import { readFile } from 'node:fs/promises'
import { createSearch } from '../../docs/search.ts'

/** @param page The path of the page. @returns A function that finds the route of the first result, without `/section/`. */
export async function searchIn(page: string): Promise<(query: string) => string | undefined> {
  const [, entries = '[]'] =
    /docsPage\.prepare\(__redoc_definition,(\[.*?\])\),/.exec(await readFile(page, 'utf8')) ?? []
  const search = createSearch(JSON.parse(entries))
  return (query) => search(query)[0]?.entry.route.replace('/section/', '')
}
