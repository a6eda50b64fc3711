// Collections below an item, and several writes that happen atomically.
import { describe, expect, it } from 'vitest'
import { maxDescendants, type Reads, type Write } from '../../../core/stores/item-store.ts'
import { bulbs, getBookings, getGuests, getRooms, getShortForms, lamps, type TestStore, toItem } from './collections.ts'

export function describeChildren(opened: TestStore): void {
  const { create, getIds } = getShortForms(opened)
  const ann = getRooms('ann')

  describe('has collections below an item, which', () => {
    const [bookings, guests] = [getBookings('a'), getGuests('a', 'b')]
    const readIds = async () => [await getIds(ann), await getIds(bookings), await getIds(guests)]

    it('are deleted with the item, with their keys and revisions', async () => {
      await create(ann, 'a', 'aa')
      await create(bookings, 'b')
      await create(getBookings('aa'), 'b')
      await create(guests, 'c')
      await opened.store.create(bookings, { ...toItem('d'), key: { name: 'k', ttlHours: 1 } })
      expect(await opened.store.delete(ann, 'a')).toBe('deleted')
      await create(ann, 'a')
      const remaining = [await getIds(bookings), await opened.store.revision(bookings), await getIds(getBookings('aa'))]
      expect(remaining).toEqual([[], '', ['b']])
      const repeated = await opened.store.create(bookings, { ...toItem('e'), key: { name: 'k', ttlHours: 1 } })
      expect(repeated).toBe(toItem('e').text)
      await create(bookings, 'b')
      expect(await readIds()).toEqual([['a', 'aa'], ['b', 'e'], []])
    })

    it('keep the item if they are too many to delete, or if nothing may be deleted with it', async () => {
      await create(ann, 'a')
      await create(bookings, 'b')
      for (let count = 1; count <= maxDescendants; count += 100)
        await create(guests, ...Array.from({ length: 100 }, (_, index) => String(count + index)))
      expect(await opened.store.delete(ann, 'a')).toBe('has-children')
      expect([await getIds(ann), await getIds(bookings)]).toEqual([['a'], ['b']])
      await opened.store.delete(guests, '1')
      expect(await opened.store.delete(ann, 'a')).toBe('deleted')
      await create(lamps, 'a')
      await create(bulbs, 'b')
      expect(await opened.store.delete(lamps, 'a')).toBe('has-children')
      expect(await getIds(bulbs)).toEqual(['b'])
      const deletions = [await opened.store.delete(bulbs, 'b'), await opened.store.delete(lamps, 'a')]
      expect(deletions).toEqual(['deleted', 'deleted'])
      expect(await opened.store.delete(lamps, 'a')).toBeUndefined()
    })

    it('never stay without their item, if it is deleted while they grow', async () => {
      for (let round = 0; round < 5; round++) {
        await create(ann, 'a')
        await create(bookings, 'b')
        const ids = Array.from({ length: 10 }, (_, index) => String(index))
        const writes = ids.flatMap((id) => [create(bookings, id), create(guests, id)])
        const deletion = opened.store.delete(ann, 'a', () => {})
        await Promise.all([...writes, deletion])
        expect(await deletion).toBe('deleted')
        await create(ann, 'a')
        expect(await getIds(bookings)).toEqual([])
        await create(bookings, 'b')
        expect(await getIds(guests)).toEqual([])
        await opened.store.delete(ann, 'a')
      }
    })
  })
}

export function describeCommits(opened: TestStore): void {
  const { create, getIds } = getShortForms(opened)
  const ann = getRooms('ann')
  const bookings = getBookings('a')
  const nothing: Reads = { items: [], revisions: [] }
  const commit = (writes: Write[], reads: Partial<Reads> = {}) => opened.store.commit({ ...nothing, ...reads }, writes)
  const creation = (place: Write['collectionKey'], id: string): Write => ({
    kind: 'create',
    collectionKey: place,
    ...toItem(id),
  })
  const readIds = async () => [await getIds(ann), await getIds(bookings), await getIds(lamps)]

  describe('makes several writes atomically, which', () => {
    it('all fail if an item that was read is different, is gone or is there now', async () => {
      await create(ann, 'x')
      const writes = [creation(ann, 'a')]
      const read = (id: string, text: string | undefined) =>
        commit(writes, { items: [{ collectionKey: ann, id, text }] })
      expect(await read('x', toItem('x', { label: 'old' }).text)).toBe('stale')
      expect(await read('x', undefined)).toBe('stale')
      expect(await read('y', toItem('y').text)).toBe('stale')
      expect(await getIds(ann)).toEqual(['x'])
      expect(await read('x', toItem('x').text)).toBe('committed')
      expect(await getIds(ann)).toEqual(['a', 'x'])
    })

    it('all fail if one of them is not possible', async () => {
      await create(lamps, 'a')
      await create(bulbs, 'b')
      const first = creation(ann, 'x')
      expect(await commit([first, { kind: 'delete', collectionKey: lamps, id: 'a' }])).toEqual({
        withChildren: lamps,
      })
      expect(await commit([first, { kind: 'update', collectionKey: ann, id: 'no', text: toItem('no').text }])).toBe(
        'stale',
      )
      expect(await commit([first, { kind: 'delete', collectionKey: ann, id: 'no' }])).toBe('stale')
      expect(await commit([first, creation(getBookings('no'), 'b')])).toBe('stale')
      await expect(commit([first, creation(ann, 'x')])).rejects.toThrow()
      expect(await readIds()).toEqual([[], undefined, ['a']])
      const deletion = (place: Write['collectionKey'], id: string): Write => ({
        kind: 'delete',
        collectionKey: place,
        id,
      })
      expect(await commit([deletion(bulbs, 'b'), deletion(lamps, 'a')])).toBe('committed')
      expect(await getIds(lamps)).toEqual([])
    })
  })
}
