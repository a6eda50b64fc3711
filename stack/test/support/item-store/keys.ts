// Creations with an idempotency key.
import { describe, expect, it } from 'vitest'
import { getRooms, getShortForms, type TestStore, toItem } from './collections.ts'

const hour = 60 * 60 * 1000

export function describeKeys(opened: TestStore): void {
  const { create, getIds } = getShortForms(opened)
  const ann = getRooms('ann')

  describe('creates an item with a key and', () => {
    const once = (id: string) => opened.store.create(ann, { ...toItem(id), key: { name: 'k', ttlHours: 2 } })
    const toText = (id: string) => toItem(id).text

    it('forgets the key after its hours', async () => {
      expect(await once('a')).toBe(toText('a'))
      await opened.passTime(hour)
      expect(await once('b')).toBe(toText('a'))
      await opened.passTime(hour)
      expect(await once('b')).toBe(toText('b'))
      await opened.passTime(2 * hour - 60_000)
      expect([await once('c'), await getIds(ann)]).toEqual([toText('b'), ['a', 'b']])
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
