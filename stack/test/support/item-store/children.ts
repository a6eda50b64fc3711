// Child collections of an item, and several writes that are committed atomically.
import { describe, expect, it } from 'vitest'
import { type CollectionKey, maxDescendants, type Reads, type Write } from '../../../core/stores/item-store.ts'
import { bookingsKey, bulbsKey, callsOf, guestsKey, lampsKey, roomsKey, type TestStore, toItem } from './collections.ts'

export function describeChildren(context: TestStore): void {
  const { create, getIds } = callsOf(context)
  const ann = roomsKey('ann')

  describe('has child collections of an item, which', () => {
    const [bookings, guests] = [bookingsKey('a'), guestsKey('a', 'b')]
    const readIds = async () => [await getIds(ann), await getIds(bookings), await getIds(guests)]

    it('are deleted with the item, including their idempotency keys and revisions', async () => {
      await create(ann, 'a', 'aa')
      await create(bookings, 'b')
      await create(bookingsKey('aa'), 'b')
      await create(guests, 'c')
      await context.store.create(bookings, { ...toItem('d'), key: { name: 'k', ttlHours: 1 } })
      expect(await context.store.delete(ann, 'a')).toBe('deleted')
      await create(ann, 'a')
      const remaining = [
        await getIds(bookings),
        await context.store.revision(bookings),
        await getIds(bookingsKey('aa')),
      ]
      expect(remaining).toEqual([[], '', ['b']])
      const repeated = await context.store.create(bookings, { ...toItem('e'), key: { name: 'k', ttlHours: 1 } })
      expect(repeated).toBe(toItem('e').text)
      await create(bookings, 'b')
      expect(await readIds()).toEqual([['a', 'aa'], ['b', 'e'], []])
    })

    it('prevent the deletion of the item if they have too many items, or are not deleted with it', async () => {
      await create(ann, 'a')
      await create(bookings, 'b')
      for (let count = 1; count <= maxDescendants; count += 100)
        await create(guests, ...Array.from({ length: 100 }, (_, index) => String(count + index)))
      expect(await context.store.delete(ann, 'a')).toBe('has-children')
      expect([await getIds(ann), await getIds(bookings)]).toEqual([['a'], ['b']])
      await context.store.delete(guests, '1')
      expect(await context.store.delete(ann, 'a')).toBe('deleted')
      await create(lampsKey, 'a')
      await create(bulbsKey, 'b')
      expect(await context.store.delete(lampsKey, 'a')).toBe('has-children')
      expect(await getIds(bulbsKey)).toEqual(['b'])
      const deletions = [await context.store.delete(bulbsKey, 'b'), await context.store.delete(lampsKey, 'a')]
      expect(deletions).toEqual(['deleted', 'deleted'])
      expect(await context.store.delete(lampsKey, 'a')).toBeUndefined()
    })

    it('never remain without their item, even if it is deleted while they get new items', async () => {
      for (let round = 0; round < 5; round++) {
        await create(ann, 'a')
        await create(bookings, 'b')
        const ids = Array.from({ length: 10 }, (_, index) => String(index))
        const writes = ids.flatMap((id) => [create(bookings, id), create(guests, id)])
        const deletion = context.store.delete(ann, 'a')
        await Promise.all([...writes, deletion])
        expect(await deletion).toBe('deleted')
        await create(ann, 'a')
        expect(await getIds(bookings)).toEqual([])
        await create(bookings, 'b')
        expect(await getIds(guests)).toEqual([])
        await context.store.delete(ann, 'a')
      }
    })
  })
}

export function describeCommits(context: TestStore): void {
  const { create, getIds } = callsOf(context)
  const ann = roomsKey('ann')
  const nothing: Reads = { items: [], revisions: [] }
  const commit = (writes: Write[], reads: Partial<Reads> = {}) => context.store.commit({ ...nothing, ...reads }, writes)
  const creation = (collectionKey: CollectionKey, id: string): Write => ({
    kind: 'create',
    collectionKey,
    ...toItem(id),
  })

  describe('commits several writes atomically, which', () => {
    it('all fail if an item that was read has been changed, deleted or created', async () => {
      await create(ann, 'x')
      const writes = [creation(ann, 'a')]
      const commitWithRead = (id: string, text: string | undefined) =>
        commit(writes, { items: [{ collectionKey: ann, id, text }] })
      expect(await commitWithRead('x', toItem('x', { label: 'old' }).text)).toBe('stale')
      expect(await commitWithRead('x', undefined)).toBe('stale')
      expect(await commitWithRead('y', toItem('y').text)).toBe('stale')
      expect(await getIds(ann)).toEqual(['x'])
      expect(await commitWithRead('x', toItem('x').text)).toBe('committed')
      expect(await getIds(ann)).toEqual(['a', 'x'])
    })

    it('all fail if one of them is not possible', async () => {
      await create(lampsKey, 'a')
      await create(bulbsKey, 'b')
      const first = creation(ann, 'x')
      expect(await commit([first, { kind: 'delete', collectionKey: lampsKey, id: 'a' }])).toEqual({
        withChildren: lampsKey,
      })
      expect(await commit([first, { kind: 'update', collectionKey: ann, id: 'no', text: toItem('no').text }])).toBe(
        'stale',
      )
      expect(await commit([first, { kind: 'delete', collectionKey: ann, id: 'no' }])).toBe('stale')
      expect(await commit([first, creation(bookingsKey('no'), 'b')])).toBe('stale')
      await expect(commit([first, creation(ann, 'x')])).rejects.toThrow()
      expect([await getIds(ann), await getIds(lampsKey)]).toEqual([[], ['a']])
      const deletion = (collectionKey: CollectionKey, id: string): Write => ({ kind: 'delete', collectionKey, id })
      expect(await commit([deletion(bulbsKey, 'b'), deletion(lampsKey, 'a')])).toBe('committed')
      expect(await getIds(lampsKey)).toEqual([])
    })
  })
}
