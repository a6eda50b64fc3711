// Several writes at one moment.
import { describe, expect, it } from 'vitest'
import type { Reads, Write } from '../../../core/resources/item-store.ts'
import { booksOn, drawers, getShelves, getShortForms, spoons, type TestStore, toItem } from './collections.ts'

export function describeCommits(opened: TestStore): void {
  const { create, getIds } = getShortForms(opened)
  const ann = getShelves('ann')
  const books = booksOn('a')
  const nothing: Reads = { items: [], revisions: [] }
  const commit = (writes: Write[], reads: Partial<Reads> = {}) => opened.store.commit({ ...nothing, ...reads }, writes)
  const creation = (place: Write['place'], id: string): Write => ({ kind: 'create', place, ...toItem(id) })
  const found = async () => [await getIds(ann), await getIds(books), await getIds(drawers)]

  describe('makes several writes at one moment, which', () => {
    it('happen in their order, in any collections', async () => {
      await create(ann, 'x', 'y')
      const changed = toItem('x', { label: 'new' }).text
      const outcome = await commit([
        creation(ann, 'a'),
        creation(books, 'b'),
        { kind: 'update', place: ann, id: 'x', text: changed },
        { kind: 'delete', place: ann, id: 'y' },
        creation(drawers, 'd'),
      ])
      expect(outcome).toBe('committed')
      expect(await found()).toEqual([['a', 'x'], ['b'], ['d']])
      expect(await opened.store.get(ann, 'x')).toBe(changed)
    })

    it('all fail if an item that was read is different, is gone or is there now', async () => {
      await create(ann, 'x')
      const writes = [creation(ann, 'a')]
      const read = (id: string, text: string | undefined) => commit(writes, { items: [{ place: ann, id, text }] })
      expect(await read('x', toItem('x', { label: 'old' }).text)).toBe('stale')
      expect(await read('x', undefined)).toBe('stale')
      expect(await read('y', toItem('y').text)).toBe('stale')
      expect(await getIds(ann)).toEqual(['x'])
      expect(await read('x', toItem('x').text)).toBe('committed')
      expect(await getIds(ann)).toEqual(['a', 'x'])
    })

    it('all fail if a list that was read has changed', async () => {
      const revision = (await opened.store.revision(ann)) ?? ''
      const add = (id: string, read: string) =>
        commit([creation(ann, id)], { revisions: [{ place: ann, revision: read }] })
      expect(await add('a', revision)).toBe('committed')
      expect(await add('b', revision)).toBe('stale')
      expect(await add('b', (await opened.store.revision(ann)) ?? '')).toBe('committed')
      expect(await getIds(ann)).toEqual(['a', 'b'])
    })

    it('all fail if one of them is not possible', async () => {
      await create(drawers, 'a')
      await create(spoons, 'b')
      const first = creation(ann, 'x')
      expect(await commit([first, { kind: 'delete', place: drawers, id: 'a' }])).toEqual({ withChildren: drawers })
      expect(await commit([first, { kind: 'update', place: ann, id: 'no', text: toItem('no').text }])).toBe('stale')
      expect(await commit([first, { kind: 'delete', place: ann, id: 'no' }])).toBe('stale')
      expect(await commit([first, creation(booksOn('no'), 'b')])).toBe('stale')
      await expect(commit([first, creation(ann, 'x')])).rejects.toThrow()
      expect(await found()).toEqual([[], undefined, ['a']])
      const deletion = (place: Write['place'], id: string): Write => ({ kind: 'delete', place, id })
      expect(await commit([deletion(spoons, 'b'), deletion(drawers, 'a')])).toBe('committed')
      expect(await getIds(drawers)).toEqual([])
    })

    it('all happen once for a key', async () => {
      const key = { name: 'k', ttlHours: 1 }
      const once = (id: string) =>
        commit([creation(drawers, `d${id}`), { kind: 'create', place: ann, ...toItem(id), key }])
      expect(await once('a')).toBe('committed')
      expect(await once('b')).toEqual({ earlier: toItem('a').text })
      expect([await getIds(ann), await getIds(drawers)]).toEqual([['a'], ['da']])
    })

    it('see each other, if they start at the same time', async () => {
      // Each adds an item to one list if the other list is empty.
      const [one, other] = [ann, drawers]
      const addUnless = async (place: Write['place'], empty: Write['place'], id: string) => {
        const page = await opened.store.list(empty, { filters: {}, after: undefined, limit: 1 })
        if (page?.items.length !== 0) return 'not empty'
        return commit([creation(place, id)], { revisions: [{ place: empty, revision: page.revision }] })
      }
      const add = (index: number) =>
        index % 2 === 0 ? addUnless(one, other, `${index}`) : addUnless(other, one, `${index}`)
      const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => add(index)))
      expect(outcomes).toContain('committed')
      expect([await getIds(one), await getIds(other)]).toContainEqual([])
    })
  })
}
