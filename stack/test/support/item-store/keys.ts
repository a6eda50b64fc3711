// Creations with an idempotency key.
import { describe, expect, it } from 'vitest'
import type { CollectionKey } from '../../../core/stores/item-store.ts'
import { booksOn, drawers, getShelves, getShortForms, type TestStore, toItem } from './collections.ts'

const hour = 60 * 60 * 1000

export function describeKeys(opened: TestStore): void {
  const { create, getIds } = getShortForms(opened)
  const ann = getShelves('ann')

  describe('creates an item with a key and', () => {
    const once = (place: CollectionKey, name: string, id: string, fields?: object) =>
      opened.store.create(place, { ...toItem(id, fields), key: { name, ttlHours: 2 } })
    const toText = (id: string) => toItem(id).text

    it('creates another item for another collection', async () => {
      const places = { a: ann, b: booksOn('a'), c: drawers }
      for (const [id, place] of Object.entries(places)) expect(await once(place, 'k', id)).toBe(toText(id))
    })

    it('forgets the key after its hours', async () => {
      expect(await once(ann, 'k', 'a')).toBe(toText('a'))
      await opened.passTime(hour)
      expect(await once(ann, 'k', 'b')).toBe(toText('a'))
      await opened.passTime(hour)
      expect(await once(ann, 'k', 'b')).toBe(toText('b'))
      await opened.passTime(2 * hour - 60_000)
      expect([await once(ann, 'k', 'c'), await getIds(ann)]).toEqual([toText('b'), ['a', 'b']])
    })

    it('keeps the response of a key with the writes, until its hours are over', async () => {
      const { store } = opened
      const commit = (id: string, text: string) => {
        const response = { owner: 'ann', key: { name: 'k', ttlHours: 2 }, text }
        return store.commit({ items: [], revisions: [] }, [{ kind: 'create', collectionKey: ann, ...toItem(id) }], {
          response,
        })
      }
      await create(ann, 'x')
      await expect(commit('x', '0')).rejects.toThrow()
      expect(await store.response('ann', 'k')).toBeUndefined()
      expect(await commit('a', '1')).toBe('committed')
      expect([await store.response('ann', 'k'), await store.response('bob', 'k')]).toEqual(['1', undefined])
      await opened.passTime(2 * hour)
      expect(await store.response('ann', 'k')).toBeUndefined()
      expect(await commit('c', '2')).toBe('committed')
      expect([await store.response('ann', 'k'), await getIds(ann)]).toEqual(['2', ['a', 'c', 'x']])
    })
  })
}
