import { expect, it } from 'vitest'
import { listItems } from '../../../core/resources/list-items.ts'
import { shelves, toItem } from '../../support/item-store/collections.ts'

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
