// Collections below an item.
import { describe, expect, it } from 'vitest'
import { maxDescendants, type Place } from '../../../core/resources/item-store.ts'
import { booksOn, drawers, getPages, getShelves, getShortForms, spoons, type TestStore, toItem } from './collections.ts'

export function describeChildren(opened: TestStore): void {
  const { create, getIds, list } = getShortForms(opened)
  const ann = getShelves('ann')

  describe('has collections below an item, which', () => {
    const [books, pages] = [booksOn('a'), getPages('a', 'b')]
    const found = async () => [await getIds(ann), await getIds(books), await getIds(pages)]

    it('exist as long as the item', async () => {
      const expectMissing = async (place: Place) => {
        const missing = [await list(place), await opened.store.revision(place), ...(await create(place, 'x'))]
        expect(missing).toEqual([undefined, undefined, undefined])
        expect(await opened.store.create(place, { ...toItem('x'), key: { name: 'k', ttlHours: 1 } })).toBeUndefined()
        expect(await opened.store.create(place, { ...toItem('x'), check: () => {} })).toBeUndefined()
      }
      await expectMissing(books)
      await create(ann, 'a', 'other')
      await expectMissing(booksOn('a', 'bob'))
      await expectMissing(pages)
      expect([await getIds(books), await opened.store.revision(books)]).toEqual([[], ''])
      await create(books, 'b')
      expect(await opened.store.create(pages, { ...toItem('c'), check: () => {} })).toBe(toItem('c').text)
      expect(await found()).toEqual([['a', 'other'], ['b'], ['c']])
      expect(await getIds(booksOn('other'))).toEqual([])
    })

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
      for (let count = 1; count <= maxDescendants; count += 100) {
        await create(pages, ...Array.from({ length: 100 }, (_, index) => String(count + index)))
      }
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
