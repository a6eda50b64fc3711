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

it('lists an item with several words once, where the first one that it still has leads', async () => {
  const query = { filters: {}, ranges: {}, words: ['oa'] }
  // The store still has a word that the item c has lost.
  const items = [
    { ...toItem('a', { label: 'Oak oar' }), value: 'oak' },
    { ...toItem('c', { label: 'Oats' }), value: 'oak' },
    { ...toItem('b', { label: 'Oaks' }), value: 'oaks' },
    { ...toItem('a', { label: 'Oak oar' }), value: 'oar' },
    { ...toItem('c', { label: 'Oats' }), value: 'oats' },
  ]
  const page = await listItems(shelves, query, { after: undefined, limit: 5 }, async ({ after, afterValue }) => {
    const isLeft = (id: string, value: string) => after === undefined || `${value} ${id}` > `${afterValue} ${after}`
    return { items: items.filter(({ id, value }) => isLeft(id, value)), revision: 'first' }
  })
  expect(page?.items.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
