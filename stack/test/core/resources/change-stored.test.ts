// Changes of the items of one collection, with a store of two items.
import { expect, it } from 'vitest'
import { changeStored } from '../../../core/resources/change-stored.ts'
import { storedId } from '../../../core/resources/item-id.ts'
import type { KeyedItem } from '../../../core/resources/item-store.ts'
import { rooms } from '../../support/rooms.ts'

const lamps = rooms.contract.collectionAt('/lamps')

/** @param ids Of lamps without a name. */
function change(ids: (string | number)[], changes: Parameters<typeof changeStored>[1]['changes']) {
  const items = ids.map((id): KeyedItem => {
    return { key: ['', '/lamps', storedId(id)], path: '/lamps', text: JSON.stringify({ note: 1, id }) }
  })
  const integerIds = ids.every((id) => typeof id === 'number')
  const collection = { ...lamps, ...(integerIds && { integerIds }) }
  const updated: string[] = []
  const result = changeStored(
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
    },
  )
  return result.then((counts) => ({ ...counts, updated }))
}

it.each([[['a', 'b']], [[5, 6]]])('changes items with the ids %j', async (ids) => {
  expect(await change(ids, [{ kind: 'drop', place: ['note'] }])).toEqual({
    items: 2,
    changed: 2,
    left: { count: 0, items: [] },
    updated: ids.map((id) => JSON.stringify({ id })),
  })
})

it.each([[['a', 'b']], [[5, 6]]])('leaves items that would lose the ids %j', async (ids) => {
  expect(await change(ids, [{ kind: 'rename', place: ['id'], to: 'name' }])).toEqual({
    items: 2,
    changed: 0,
    left: { count: 2, items: ids.map((id) => ({ id: String(id), error: 'id must stay the same' })) },
    updated: [],
  })
})
