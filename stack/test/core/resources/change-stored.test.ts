// Changes of the items of one collection, with a store of a few items.
import { expect, it } from 'vitest'
import { type ChangeOptions, changeStored, type Fault } from '../../../core/resources/change-stored.ts'
import type { Item } from '../../../core/resources/item.ts'
import { storedId } from '../../../core/resources/item-id.ts'
import type { KeyedItem } from '../../../core/resources/item-store.ts'
import { rooms } from '../../support/rooms.ts'

const lamps = rooms.contract.collectionAt('/lamps')

type Change = ChangeOptions['changes'][number]
const dropNote: Change = { kind: 'drop', place: ['note'] }
const renameNote: Change = { kind: 'rename', place: ['note'], to: 'name' }

/**
 * @param items Lamps with an id, or the ids of lamps that have a note only.
 * @param current The texts that some ids have when they are updated. `undefined`: the item is gone.
 */
async function change(
  items: (string | number | Item)[],
  change: Change,
  { current = {}, ...options }: Partial<ChangeOptions> & { current?: Record<string, string | undefined> } = {},
) {
  const stored = items.map((item): KeyedItem => {
    const lamp: Item = typeof item === 'object' ? item : { note: 1, id: item }
    return { key: ['', '/lamps', storedId(lamp.id)], path: '/lamps', text: JSON.stringify(lamp) }
  })
  const integerIds = items.every((id) => typeof id === 'number')
  const updated: string[] = []
  const counts = await changeStored(
    { itemsAfter: async () => [...stored, { key: ['', '/rooms', 'r'], path: '/rooms', text: '{"note":1}' }] },
    {
      collection: { ...lamps, ...(integerIds && { integerIds }) },
      changes: [change],
      findFaults: () => [],
      toError: () => undefined,
      update: async ({ collection }, id, decide) => {
        const text = id in current ? current[id] : stored.find(({ key }) => key[2] === id)?.text
        if (text === undefined) return undefined
        updated.push(`${collection} ${decide(text, '')}`)
        return text
      },
      ...options,
    },
  )
  return { ...counts, updated }
}

it.each([[['a', 'b']], [[5, 6]]])('changes items with the ids %j', async (ids) => {
  expect(await change(ids, dropNote)).toEqual({
    items: 2,
    changed: 2,
    left: { count: 0, items: [] },
    updated: ids.map((id) => `/lamps ${JSON.stringify({ id })}`),
  })
})

it.each([[['a', 'b']], [[5, 6]]])('leaves items that would lose the ids %j', async (ids) => {
  expect(await change(ids, { kind: 'rename', place: ['id'], to: 'name' })).toEqual({
    items: 2,
    changed: 0,
    left: { count: 2, items: ids.map((id) => ({ id: String(id), error: 'id must stay the same' })) },
    updated: [],
  })
})

it.each<[string, Change, Partial<ChangeOptions>]>([
  ['has both note and name', renameNote, {}],
  ['is not valid', dropNote, { toError: () => 'is not valid' }],
  [
    'cannot be shown',
    dropNote,
    {
      toError: () => {
        throw new Error('cannot be shown')
      },
    },
  ],
])('leaves an item that %s', async (error, one, options) => {
  expect(await change([{ id: 'a', name: 'A', note: 1 }], one, options)).toMatchObject({
    changed: 0,
    left: { count: 1, items: [{ id: 'a', error }] },
    updated: [],
  })
})

it('changes a declared property only where it breaks the contract', async () => {
  const items = [
    { id: 'a', name: 1 },
    { id: 'b', name: 'B' },
  ]
  const fault: Fault = { place: ['name'], keyword: 'type', params: {}, message: '' }
  const findFaults: ChangeOptions['findFaults'] = (_, { name }) => (typeof name === 'number' ? [fault] : [])
  const result = await change(items, { kind: 'drop', place: ['name'] }, { findFaults })
  expect(result).toMatchObject({ items: 2, changed: 1, updated: ['/lamps {"id":"a"}'] })
})

it('decides again about items that requests have changed since they were read', async () => {
  const [a, b, d] = ['{"id":"a","x":1}', '{"note":2,"id":"b","x":1}', '{"id":"d","note":1,"name":""}']
  const current = { a, b, c: undefined, d }
  expect(await change(['a', 'b', 'c', 'd'], renameNote, { current })).toEqual({
    items: 4,
    changed: 1,
    left: { count: 1, items: [{ id: 'd', error: 'has both note and name' }] },
    updated: [`/lamps ${current.a}`, '/lamps {"id":"b","name":2,"x":1}', `/lamps ${current.d}`],
  })
})

it('only counts without an update, and names the first ten items that stay as they are', async () => {
  const ids = Array.from({ length: 220 }, (_, index) => `${index}`)
  const toError = (text: string) => (Number(JSON.parse(text).id) > 200 ? 'is not valid' : undefined)
  const progress: number[] = []
  const onProgress: ChangeOptions['onProgress'] = ({ items }) => void progress.push(items)
  expect(await change(ids, dropNote, { update: undefined, toError, onProgress })).toEqual({
    items: 220,
    changed: 201,
    left: { count: 19, items: ids.slice(201, 211).map((id) => ({ id, error: 'is not valid' })) },
    updated: [],
  })
  expect(progress).toEqual([220])
  expect(await change([{ id: 'a' }], dropNote)).toMatchObject({ items: 1, changed: 0, left: { count: 0 } })
})

it('updates only so many items at a time', async () => {
  let running = 0
  const most: number[] = []
  const update = async () => {
    most.push(++running)
    await new Promise((resolve) => setTimeout(resolve))
    running--
    return ''
  }
  await change(['a', 'b', 'c', 'd', 'e'], dropNote, { update, updatesAtATime: 2 })
  expect(most).toEqual([1, 2, 1, 2, 1])
})
