import { expect, it } from 'vitest'
import { readCursor, readItemsQuery } from '../../../core/items/items-query.ts'
import { selectPage } from '../../../core/items/list-page.ts'
import { maxTermLength } from '../../../core/items/search-terms.ts'
import { rooms, toItem } from '../../support/item-store/collections.ts'

const toIds = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)

it.each(['x', '𐐷'])(
  'search finds a long word of %s by a prefix, and compares only as many characters as an index has',
  (letter) => {
    const parameters = { q: { search: true } as const }
    const item = toItem('a', { label: letter.repeat(maxTermLength + 2) })
    const find = (q: string) => {
      const query = readItemsQuery({ parameters, orders: {} }, { q })
      return toIds(selectPage(rooms, [item], { ...query, limit: 5 }))
    }
    expect(find(letter.repeat(3))).toEqual(['a'])
    expect(find(`${letter.repeat(maxTermLength)}y`)).toEqual(['a'])
    expect(find(`${letter.repeat(maxTermLength - 1)}y`)).toEqual([])
  },
)

it('an afterValue that is not a JSON number, or that a double cannot hold, leads to the end of the list', async () => {
  const sort = { field: 'width', descending: false }
  const read = (afterValue: string) => readCursor(rooms, { sort }, { after: 'a', afterValue }, async () => undefined)
  const invalid = ['', ' 5', '0x10', '+5', '05', '1e400', 'Infinity', '9007199254740993']
  expect(await Promise.all(invalid.map(read))).toEqual(invalid.map(() => 'end'))
  expect(await read('-5e+1')).toEqual({ id: 'a', value: -50 })
  // Each item has a width, so no item is after those without one.
  expect(await readCursor(rooms, { sort }, { after: 'a', afterNull: true }, async () => undefined)).toBe('end')
})
