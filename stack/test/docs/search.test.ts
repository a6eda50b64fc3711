// The order of the results, and the words that are marked. test/docs/search.test.ts searches the docs page.
import { expect, it } from 'vitest'
import { createSearch, markTerms } from '../../docs/search.ts'

it('ranks titles above names, and names above other words, and shows the paragraph with the most words', () => {
  const kind = 'Chapter' as const
  const entry = (route: string, title: string, text: string) => ({ kind, title, route, paragraphs: [text] })
  const search = createSearch([
    entry('words', 'One', 'A cat is a cat is a cat.'),
    entry('name', 'Two', 'Send `cat`, and\n`Cats`.'),
    entry('title', 'Cats', 'Three'),
  ])
  expect(search('cat').map(({ entry: { route } }) => route)).toEqual(['title', 'name', 'words'])
  expect(search('two cats')[0]).toMatchObject({ entry: { route: 'name' }, paragraph: 'Send cat, and\nCats.' })
})

it('words of the query are marked, in each of their forms', () => {
  const found = markTerms('Retries, and If-None-Match.', ['retry', 'match']).filter(({ isFound }) => isFound)
  expect(found.map(({ part }) => part)).toEqual(['Retries', 'Match'])
})
