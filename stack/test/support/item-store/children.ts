// Collections below an item, and several writes that happen atomically.
import { describe, expect, it } from 'vitest'
import { maxDescendants, type Reads, type Write } from '../../../core/stores/item-store.ts'
import { booksOn, drawers, getPages, getShelves, getShortForms, spoons, type TestStore, toItem } from './collections.ts'

export function describeChildren(opened: TestStore): void {
  const { create, getIds } = getShortForms(opened)
  const ann = getShelves('ann')

  describe('has collections below an item, which', () => {
    const [books, pages] = [booksOn('a'), getPages('a', 'b')]
    const found = async () => [await getIds(ann), await getIds(books), await getIds(pages)]

    it('are deleted with the item, with their keys and revisions', async () => {
      await create(ann, 'a', 'aa')
      await create(books, 'b')
      await create(booksOn('aa'), 'b')
      await create(pages, 'c')
      await opened.store.create(books, { ...toItem('d'), key: { name: 'k', ttlHours: 1 } })
      expect(await opened.store.delete(ann, 'a')).toBe('deleted')
      await create(ann, 'a')
      const left = [await getIds(books), await opened.store.revision(books), await getIds(booksOn('aa'))]
      expect(left).toEqual([[], '', ['b']])
      const again = await opened.store.create(books, { ...toItem('e'), key: { name: 'k', ttlHours: 1 } })
      expect(again).toBe(toItem('e').text)
      await create(books, 'b')
      expect(await found()).toEqual([['a', 'aa'], ['b', 'e'], []])
    })

    it('keep the item if they are too many to delete, or if nothing may be deleted with it', async () => {
      await create(ann, 'a')
      await create(books, 'b')
      for (let count = 1; count <= maxDescendants; count += 100)
        await create(pages, ...Array.from({ length: 100 }, (_, index) => String(count + index)))
      expect(await opened.store.delete(ann, 'a')).toBe('has-children')
      expect([await getIds(ann), await getIds(books)]).toEqual([['a'], ['b']])
      await opened.store.delete(pages, '1')
      expect(await opened.store.delete(ann, 'a')).toBe('deleted')
      await create(drawers, 'a')
      await create(spoons, 'b')
      expect(await opened.store.delete(drawers, 'a')).toBe('has-children')
      expect(await getIds(spoons)).toEqual(['b'])
      const deletions = [await opened.store.delete(spoons, 'b'), await opened.store.delete(drawers, 'a')]
      expect(deletions).toEqual(['deleted', 'deleted'])
      expect(await opened.store.delete(drawers, 'a')).toBeUndefined()
    })

    it('never stay without their item, if it is deleted while they grow', async () => {
      for (let round = 0; round < 5; round++) {
        await create(ann, 'a')
        await create(books, 'b')
        const ids = Array.from({ length: 10 }, (_, index) => String(index))
        const writes = ids.flatMap((id) => [create(books, id), create(pages, id)])
        const deletion = opened.store.delete(ann, 'a', () => {})
        await Promise.all([...writes, deletion])
        expect(await deletion).toBe('deleted')
        await create(ann, 'a')
        expect(await getIds(books)).toEqual([])
        await create(books, 'b')
        expect(await getIds(pages)).toEqual([])
        await opened.store.delete(ann, 'a')
      }
    })
  })
}

export function describeCommits(opened: TestStore): void {
  const { create, getIds } = getShortForms(opened)
  const ann = getShelves('ann')
  const books = booksOn('a')
  const nothing: Reads = { items: [], revisions: [] }
  const commit = (writes: Write[], reads: Partial<Reads> = {}) => opened.store.commit({ ...nothing, ...reads }, writes)
  const creation = (place: Write['collectionKey'], id: string): Write => ({
    kind: 'create',
    collectionKey: place,
    ...toItem(id),
  })
  const found = async () => [await getIds(ann), await getIds(books), await getIds(drawers)]

  describe('makes several writes at one moment, which', () => {
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
      await create(drawers, 'a')
      await create(spoons, 'b')
      const first = creation(ann, 'x')
      expect(await commit([first, { kind: 'delete', collectionKey: drawers, id: 'a' }])).toEqual({
        withChildren: drawers,
      })
      expect(await commit([first, { kind: 'update', collectionKey: ann, id: 'no', text: toItem('no').text }])).toBe(
        'stale',
      )
      expect(await commit([first, { kind: 'delete', collectionKey: ann, id: 'no' }])).toBe('stale')
      expect(await commit([first, creation(booksOn('no'), 'b')])).toBe('stale')
      await expect(commit([first, creation(ann, 'x')])).rejects.toThrow()
      expect(await found()).toEqual([[], undefined, ['a']])
      const deletion = (place: Write['collectionKey'], id: string): Write => ({
        kind: 'delete',
        collectionKey: place,
        id,
      })
      expect(await commit([deletion(spoons, 'b'), deletion(drawers, 'a')])).toBe('committed')
      expect(await getIds(drawers)).toEqual([])
    })
  })
}
