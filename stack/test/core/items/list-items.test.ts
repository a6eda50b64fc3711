import { expect, it } from 'vitest'
import { type ItemsQuery, readItemsQuery, readPosition } from '../../../core/items/items-query.ts'
import { listItems } from '../../../core/items/list-items.ts'
import { type Start, selectItems } from '../../../core/items/list-order.ts'
import { maxWordLength } from '../../../core/items/words.ts'
import type { ListQuery } from '../../../core/stores/item-store.ts'
import { shelves, toItem } from '../../support/item-store/collections.ts'

const itemsQuery = (query: Partial<ItemsQuery>): ItemsQuery => ({ filters: {}, ranges: {}, words: [], ...query })
const toIds = (page: { items: { id: string }[] } | undefined) => page?.items.map(({ id }) => id)

it('reads sets of values again if an item has changed between two reads', async () => {
  // The item gets the other label after the first read: each read finds it.
  const reads = [
    ['x', 'first'],
    ['y', 'second'],
    ['x', 'second'],
    ['y', 'second'],
  ]
  const left = [...reads]
  const query = { filters: { label: ['x', 'y'] }, ranges: {}, words: [] }
  const page = await listItems(shelves, query, { after: undefined, limit: 5 }, async ({ filters }) => {
    const [label, revision = ''] = left.shift() ?? []
    expect(filters).toEqual({ label })
    return { items: label === 'x' && revision === 'second' ? [] : [toItem('a', { label })], revision }
  })
  expect([page, left]).toEqual([{ items: [toItem('a', { label: 'y' })], revision: 'second', next: undefined }, []])
})

it('compares the items one by one if they change between all reads of sets of values', async () => {
  let count = 0
  const read = async (one: ListQuery) => {
    // It never has the label that the next read of a set looks for, and always a label of the query.
    const labels = count++ % 2 === 0 ? ['y', 'x'] : ['x', 'y']
    const items = ['a', 'b'].map((id, index) => toItem(id, { label: labels[index], width: 2 }))
    return { items: selectItems(shelves, [...items, toItem('c', { label: 'z', width: 2 })], one), revision: `${count}` }
  }
  const query = itemsQuery({ filters: { label: ['x', 'y'], width: 2 } })
  const page = await listItems(shelves, query, { after: undefined, limit: 1 }, read)
  const next = await listItems(shelves, query, { after: page?.next, limit: 5 }, read)
  const ranged = itemsQuery({ ...query, ranges: { width: { min: 1 } }, sort: { field: 'label', descending: false } })
  const all = await listItems(shelves, ranged, { after: undefined, limit: 5 }, read)
  expect([toIds(page), toIds(next), toIds(all)?.sort()]).toEqual([['a'], ['b'], ['a', 'b']])
})

it('reads few items for sets of values with a search and an order', async () => {
  const items = Array.from({ length: 1_200 }, (_, at) => {
    const note = `${at % 2 === 0 ? 'fern' : 'oak'} ${'x'.repeat(15_000)}`
    return toItem(`${at}`.padStart(4, '0'), { width: at % 20, note })
  })
  const query = itemsQuery({ filters: { width: Array.from(Array(20).keys()) }, words: ['fern', 'oak'], sort })
  const characters: number[] = []
  const read = async (one: ListQuery) => {
    const page = selectItems(shelves, items, one)
    characters.push(...page.map((item) => item.text.length))
    return { items: page, revision: '' }
  }
  const page = await listItems(shelves, query, { after: undefined, limit: 100 }, read)
  expect([page?.items, page?.next?.id]).toEqual([[], expect.stringMatching(/^\d{4}$/)])
  expect(characters.length).toBeLessThanOrEqual(1_000 + 20)
  expect(characters.reduce((sum, one) => sum + one)).toBeLessThan(12_000_000)
})

it.each([1_500_000, 16_384])(
  'ends a page of items that can have %i bytes at 4 MB, and continues',
  async (itemBytes) => {
    const items = Array.from({ length: 5 }, (_, at) =>
      toItem(`${at}`, { label: 'x'.repeat(at === 3 ? 5_000_000 : 1_500_000) }),
    )
    const pages: (string[] | undefined)[] = []
    let after: Start
    do {
      const read = async (one: ListQuery) => ({ items: selectItems(shelves, items, one), revision: '' })
      const page = await listItems(shelves, itemsQuery({}), { after, limit: 5, itemBytes }, read)
      pages.push(toIds(page))
      after = page?.next
    } while (after !== undefined)
    expect(pages).toEqual([['0', '1'], ['2'], ['3'], ['4']])
  },
)

const sort = { field: 'label', descending: false }
const width = { min: 1 }
const filters = { full: true }
it.each<[what: string, query: Partial<ItemsQuery>, reads: Pick<ListQuery, 'filters' | 'order'>[]]>([
  ['the longest other word', { words: ['a', 'bb', 'ccc'] }, [{ filters: {}, order: { prefix: 'ccc' } }]],
  ['a word', { words: ['a'], sort }, [{ filters: {}, order: { prefix: 'a' } }]],
  ['a range', { ranges: { label: { max: 'x' }, width }, sort }, [{ filters: {}, order: { field: 'width', ...width } }]],
  ['the filters of a search', { words: ['a'], filters }, [{ filters, order: undefined }]],
  ['not a set of values', { words: ['a'], filters: { label: ['x'] } }, [{ filters: {}, order: { prefix: 'a' } }]],
])('a list reads few items that another index selects: %s', async (_, query, expected) => {
  const reads: object[] = []
  const page = await listItems(shelves, itemsQuery(query), { after: undefined, limit: 5 }, async (one) => {
    reads.push({ filters: one.filters, order: one.order })
    return { items: [toItem('b', { label: 'a bb ccc', width: 2, full: true })], revision: '' }
  })
  expect(reads).toEqual(expected)
  expect(page?.next).toBeUndefined()
})

it.each(['x', '𐐷'])('finds a long word of %s by its beginning, and by more of it than an index has', async (letter) => {
  const parameters = { q: { search: true } as const }
  const item = toItem('a', { label: letter.repeat(maxWordLength + 2) })
  const find = async (q: string) => {
    const query = readItemsQuery({ parameters, orders: {} }, { q })
    const read = async (one: ListQuery) => ({ items: selectItems(shelves, [item], one), revision: '' })
    return toIds(await listItems(shelves, query, { after: undefined, limit: 5 }, read))
  }
  expect(await find(letter.repeat(3))).toEqual(['a'])
  expect(await find(`${letter.repeat(maxWordLength)}y`)).toEqual(['a'])
  expect(await find(`${letter.repeat(maxWordLength - 1)}y`)).toEqual([])
})

it('has no position after a text that is not a number in JSON, or that reading would change', async () => {
  const query = itemsQuery({ sort: { field: 'width', descending: false } })
  const read = (afterValue: string) => readPosition(shelves, query, { after: 'a', afterValue }, async () => undefined)
  const others = ['', ' 5', '0x10', '+5', '05', '1e400', 'Infinity', '9007199254740993']
  expect(await Promise.all(others.map(read))).toEqual(others.map(() => 'nowhere'))
  expect(await read('-5e+1')).toEqual({ id: 'a', value: -50 })
})
