// Changes of the items of one collection, with a store of two items.
import { expect, it } from 'vitest'
import { type ChangeOptions, changeStored } from '../../../core/resources/change-stored.ts'
import { storedId } from '../../../core/resources/item-id.ts'
import type { KeyedItem } from '../../../core/resources/item-store.ts'
import { rooms } from '../../support/rooms.ts'

const lamps = rooms.contract.collectionAt('/lamps')

/** @param ids Of lamps without a name. */
async function change(
  ids: (string | number)[],
  changes: ChangeOptions['changes'],
  options: Partial<ChangeOptions> = {},
) {
  const items = ids.map((id): KeyedItem => {
    return { key: ['', '/lamps', storedId(id)], path: '/lamps', text: JSON.stringify({ note: 1, id }) }
  })
  const integerIds = ids.every((id) => typeof id === 'number')
  const collection = { ...lamps, ...(integerIds && { integerIds }) }
  const updated: string[] = []
  const counts = await changeStored(
    { itemsAfter: async () => items },
    {
      collection,
      changes,
      findFaults: () => [],
      toError: () => undefined,
      update: async (_place, id, decide) => {
        const text = decide(items.find(({ key }) => key[2] === id)?.text ?? '', '')
        updated.push(text)
        return text
      },
      ...options,
    },
  )
  return { ...counts, updated }
}

const dropNote: ChangeOptions['changes'] = [{ kind: 'drop', place: ['note'] }]
const none = { count: 0, items: [] }

it.each([[['a', 'b']], [[5, 6]]])('changes items with the ids %j', async (ids) => {
  const updated = ids.map((id) => JSON.stringify({ id }))
  expect(await change(ids, dropNote)).toEqual({ items: 2, changed: 2, left: none, updated })
})

it('counts the items that it would change', async () => {
  expect(await change(['a'], dropNote, { update: undefined })).toEqual({
    items: 1,
    changed: 1,
    left: none,
    updated: [],
  })
})

it('changes only values that are at fault', async () => {
  const changes: ChangeOptions['changes'] = [{ kind: 'set', place: ['note'], value: 2 }]
  expect(await change(['a'], changes)).toMatchObject({ changed: 0, updated: [] })
  const findFaults = () => [{ place: ['note'], keyword: 'type', params: {}, message: '' }]
  expect(await change(['a'], changes, { findFaults })).toMatchObject({ changed: 1, updated: ['{"id":"a","note":2}'] })
})

it('decides again about an item that a request has changed or deleted since it was read', async () => {
  const now: Record<string, string> = { a: '{"id":"a"}', b: '{"id":"b","note":1,"tag":"x"}' }
  const written: string[] = []
  const update: ChangeOptions['update'] = async (_place, id, decide) => {
    const text = now[id]
    if (text !== undefined) written.push(decide(text, ''))
    return text
  }
  const counts = await change(['a', 'b', 'c'], dropNote, { update })
  expect(counts).toMatchObject({ items: 3, changed: 1, left: none })
  expect(written).toEqual(['{"id":"a"}', '{"id":"b","tag":"x"}'])
})

const rename = (place: string, to: string): ChangeOptions['changes'] => [{ kind: 'rename', place: [place], to }]
const rows: [error: string, changes: ChangeOptions['changes'], options?: Partial<ChangeOptions>][] = [
  ['id must stay the same', rename('id', 'name')],
  ['has both note and id', rename('note', 'id')],
  ['/name is missing', dropNote, { toError: () => '/name is missing' }],
  [
    'a reader has failed',
    dropNote,
    {
      toError() {
        throw new Error('a reader has failed')
      },
    },
  ],
]

it.each(rows)('leaves items with the reason: %s', async (error, changes, options) => {
  for (const ids of [
    ['a', 'b'],
    [5, 6],
  ]) {
    const left = { count: 2, items: ids.map((id) => ({ id: String(id), error })) }
    expect(await change(ids, changes, options)).toEqual({ items: 2, changed: 0, left, updated: [] })
  }
})
