// Writes with an idempotency key.
import { describe, expect, it } from 'vitest'
import { callsOf, roomsKey, type TestStore, toItem } from './collections.ts'

const hour = 60 * 60 * 1000

export function describeKeys(context: TestStore): void {
  const { create, getIds } = callsOf(context)
  const ann = roomsKey('ann')

  describe('creates an item with a key and', () => {
    const createOnce = (id: string) => context.store.create(ann, { ...toItem(id), key: { name: 'k', ttlHours: 2 } })
    const serializeItem = (id: string) => toItem(id).text

    it('forgets the key when its TTL has expired', async () => {
      expect(await createOnce('a')).toBe(serializeItem('a'))
      await context.passTime(hour)
      expect(await createOnce('b')).toBe(serializeItem('a'))
      await context.passTime(hour)
      expect(await createOnce('b')).toBe(serializeItem('b'))
      await context.passTime(2 * hour - 60_000)
      expect([await createOnce('c'), await getIds(ann)]).toEqual([serializeItem('b'), ['a', 'b']])
    })

    it('commits the response of a key with the writes, and stores it until the TTL has expired', async () => {
      const { store } = context
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
      await context.passTime(2 * hour)
      expect(await store.response('ann', 'k')).toBeUndefined()
      expect(await commit('c', '2')).toBe('committed')
      expect([await store.response('ann', 'k'), await getIds(ann)]).toEqual(['2', ['a', 'c', 'x']])
    })
  })
}
