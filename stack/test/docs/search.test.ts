// The order of the results, and the words that are marked. test/docs/search.test.ts searches the docs page.
import { expect, it } from 'vitest'
import { createSearch, markWords } from '../../docs/search.ts'

it('a title counts more than a name in the text, and a name more than other words', () => {
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
  const found = markWords('Retries, and If-None-Match.', 'retry match').filter(({ isFound }) => isFound)
  expect(found.map(({ part }) => part)).toEqual(['Retries', 'If-None-Match'])
})
