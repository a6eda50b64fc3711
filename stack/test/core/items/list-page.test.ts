import { expect, it } from 'vitest'
import { readCursor, readItemsQuery } from '../../../core/items/items-query.ts'
import { selectPage } from '../../../core/items/list-page.ts'
import { maxTermLength } from '../../../core/items/search-terms.ts'
import { rooms, toItem } from '../../support/item-store/collections.ts'

const toIds = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)

it.each(['x', '𐐷'])('finds a long word of %s by its beginning, and by more of it than an index has', (letter) => {
  const parameters = { q: { search: true } as const }
  const item = toItem('a', { label: letter.repeat(maxTermLength + 2) })
  const find = (q: string) => {
    const query = readItemsQuery({ parameters, orders: {} }, { q })
    return toIds(selectPage(rooms, [item], { ...query, limit: 5 }))
  }
  expect(find(letter.repeat(3))).toEqual(['a'])
  expect(find(`${letter.repeat(maxTermLength)}y`)).toEqual(['a'])
  expect(find(`${letter.repeat(maxTermLength - 1)}y`)).toEqual([])
})

it('has no cursor after a text that is not a number in JSON, or that reading would change', async () => {
  const sort = { field: 'width', descending: false }
  const read = (afterValue: string) => readCursor(rooms, { sort }, { after: 'a', afterValue }, async () => undefined)
  const others = ['', ' 5', '0x10', '+5', '05', '1e400', 'Infinity', '9007199254740993']
  expect(await Promise.all(others.map(read))).toEqual(others.map(() => 'end'))
  expect(await read('-5e+1')).toEqual({ id: 'a', value: -50 })
  // No item of this order is without a width.
  expect(await readCursor(rooms, { sort }, { after: 'a', afterNull: true }, async () => undefined)).toBe('end')
})
