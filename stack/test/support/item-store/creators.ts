// The creator that a store keeps with an item.
import { describe, expect, it } from 'vitest'
import type { Creation, Place, Write } from '../../../core/resources/item-store.ts'
import {
  booksOn,
  drawers,
  getShelves,
  getShortForms,
  orRefused,
  Refused,
  type TestStore,
  toItem,
} from './collections.ts'

export function describeCreators(opened: TestStore): void {
  const { create } = getShortForms(opened)
  const shelves = getShelves('')
  const books = booksOn('shelf', '')
  const key = { name: 'k', ttlHours: 1 }

  /** The creators that an update, two deletions that are refused, and a deletion get. */
  async function getCreators(place: Place, creation: Creation): Promise<string[]> {
    const { store } = opened
    const creators: string[] = []
    const refuse = (_: string, creator: string) => {
      creators.push(creator)
      throw new Refused()
    }
    await store.create(place, creation)
    await orRefused(store.update(place, creation.id, refuse))
    await store.update(place, creation.id, (_, creator) => {
      creators.push(creator)
      return toItem(creation.id, { label: 'x' }).text
    })
    await orRefused(store.delete(place, creation.id, refuse))
    await store.delete(place, creation.id, (_, creator) => void creators.push(creator))
    expect(await store.get(place, creation.id)).toBeUndefined()
    return creators
  }

  describe('keeps the creator of an item and', () => {
    it.each<[string, Place, Partial<Creation>]>([
      ['at the top', shelves, {}],
      ['at the top, with a condition', shelves, { check: () => {} }],
      ['below an item', books, {}],
      ['below an item, with a key and a condition', books, { check: () => {}, key }],
      ['in a collection whose items keep their children', { ...drawers, owner: '' }, {}],
    ])('passes it to each later write: %s', async (_, place, creation) => {
      await create(shelves, 'shelf')
      const creators = await getCreators(place, { ...toItem('a'), creator: 'ann "\\', ...creation })
      expect(creators).toEqual(Array(4).fill('ann "\\'))
    })

    it('makes several writes only if each item has its creator', async () => {
      const { store } = opened
      await create(shelves, 'shelf')
      await store.create(shelves, { ...toItem('a'), creator: 'ann' })
      await store.create(books, { ...toItem('b'), creator: 'bob' })
      const { text } = toItem('a', { label: 'x' })
      const change = (creator?: string): Write => ({ kind: 'update', place: shelves, id: 'a', text, creator })
      const deletion = (creator?: string): Write => ({ kind: 'delete', place: books, id: 'b', creator })
      const commit = (...writes: Write[]) => store.commit({ items: [], revisions: [] }, writes)
      expect(await commit(deletion('bob'), change('bob'))).toEqual({ ofAnother: shelves })
      expect(await commit(change('ann'), deletion('ann'))).toEqual({ ofAnother: books })
      expect([await store.get(shelves, 'a'), await store.get(books, 'b')]).toEqual([toItem('a').text, toItem('b').text])
      const creation: Write = { kind: 'create', place: shelves, ...toItem('c'), creator: 'ann' }
      const ofNew = (creator: string): Write => ({ kind: 'delete', place: shelves, id: 'c', creator })
      expect(await commit(creation, ofNew('bob'))).toEqual({ ofAnother: shelves })
      expect(await commit(creation, ofNew('ann'), change('ann'), deletion('bob'))).toBe('committed')
      expect([await store.get(shelves, 'a'), await store.get(books, 'b')]).toEqual([text, undefined])
    })

    it('passes that of the item which another caller has created with the same key before', async () => {
      await opened.store.create(shelves, { ...toItem('a'), creator: 'ann', key })
      expect(await opened.store.create(shelves, { ...toItem('b'), creator: 'bob', key })).toBe(toItem('a').text)
      const creators: string[] = []
      await opened.store.delete(shelves, 'a', (_, creator) => void creators.push(creator))
      expect(creators).toEqual(['ann'])
    })
  })
}
