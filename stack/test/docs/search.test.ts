// The search of the docs page, for another contract.
import { expect, it } from 'vitest'
import { createSearch, markWords } from '../../docs/search.ts'
import { searchIn } from '../support/docs-search.ts'

const first = await searchIn('stack/test/product/generated/docs.html')

const words = {
  errors: 'error format',
  'rate-limits': '429',
  'request-bodies': 'body size',
  authentication: 'expired token',
  cors: 'CORS',
  'other-methods-and-headers': 'OPTIONS',
  'order-of-checks': 'order of checks',
  '/other/createroom': 'create room',
}

it.each(Object.entries(words))('the first result is %s for %s', (route, query) => {
  expect(first(query)).toBe(route)
})

it('a title counts more than a name in the text, and a name more than other words', () => {
  const entry = (route: string, title: string, text: string) => ({
    kind: 'Chapter' as const,
    title,
    route,
    paragraphs: [text],
  })
  const search = createSearch([
    entry('words', 'One', 'A cat is a cat is a cat.'),
    entry('name', 'Two', 'Send `cat`, and\n`Cats`.'),
    entry('title', 'Cats', 'Three'),
  ])
  expect(search('cat').map(({ entry: { route } }) => route)).toEqual(['title', 'name', 'words'])
  expect(search('two cats')[0]).toMatchObject({ entry: { route: 'name' }, paragraph: 'Send cat, and\nCats.' })
})

it('words of the query are marked, in each of their forms', () => {
  const found = markWords('Retries, and If-None-Match.', 'retry match').filter(({ isFound }) => isFound)
  expect(found.map(({ part }) => part)).toEqual(['Retries', 'If-None-Match'])
})
