// Items, their lists and their changes.
import { describe, expect, it } from 'vitest'
import {
  booksOn,
  getShelves,
  getShortForms,
  ifStill,
  orRefused,
  Refused,
  type TestStore,
  toItem,
} from './collections.ts'

export function describeItems(opened: TestStore): void {
  const { create, getIds, list, update } = getShortForms(opened)
  const ann = getShelves('ann')
  const bob = getShelves('bob')

  it('has the revision of its list, which other owners and collections do not change', async () => {
    const { store } = opened
    await create(ann, 'a')
    const revision = await store.revision(ann)
    await create(bob, 'a')
    await create(booksOn('a'), 'a')
    const page = await store.list(ann, { filters: { label: 'none' }, after: undefined, limit: 1 })
    expect([page?.revision, await store.revision(ann), await store.revision(getShelves('eve'))]).toEqual([
      revision,
      revision,
      '',
    ])
  })

  describe('changes an item and', () => {
    it('happens, after at most three attempts, while others write', async () => {
      await create(ann, 'a')
      const changes = Array.from({ length: 40 }, async (_, index) => {
        let attempts = 0
        const changed = await opened.store.update(ann, 'a', () => {
          attempts++
          return toItem('a', { label: `${index}` }).text
        })
        return [changed, attempts <= 3]
      })
      const expected = changes.map((_, index) => [toItem('a', { label: `${index}` }).text, true])
      expect(await Promise.all(changes)).toEqual(expected)
      const deletions = await Promise.all(Array.from({ length: 40 }, () => opened.store.delete(ann, 'a', () => {})))
      expect(deletions.filter(Boolean)).toEqual(['deleted'])
    })

    it('changes nothing if it is refused, and undoes no other write', async () => {
      await create(ann, 'a', 'b', 'c')
      const revision = await opened.store.revision(ann)
      const refuse = () => {
        throw new Refused()
      }
      expect(await orRefused(opened.store.update(ann, 'a', refuse))).toBe('refused')
      expect(await orRefused(opened.store.delete(ann, 'a', ifStill('other')))).toBe('refused')
      expect(await orRefused(opened.store.create(ann, { ...toItem('d'), check: refuse }))).toBe('refused')
      expect([await getIds(ann), await opened.store.revision(ann)]).toEqual([['a', 'b', 'c'], revision])
      const { store } = opened
      const writes = [update(ann, 'a', { label: 'x' }), store.update(ann, 'b', refuse), store.delete(ann, 'c')]
      const refusals = (await Promise.all(writes.map(orRefused))).map((result) => result === 'refused')
      expect(refusals).toEqual([false, true, false])
      expect(await list(ann)).toEqual([toItem('a', { label: 'x' }).text, toItem('b').text])
      expect(await opened.store.delete(ann, 'b', ifStill(toItem('b').text))).toBe('deleted')
    })
  })

  describe('creates an item with a condition and', () => {
    it.each([0, 1])('creates one if many expect the same revision, of %i items', async (count) => {
      await create(ann, ...['x'].slice(0, count))
      const revision = (await opened.store.revision(ann)) ?? 'none'
      const attempts = Array.from({ length: 20 }, (_, index) =>
        orRefused(opened.store.create(ann, { ...toItem(String(index)), check: ifStill(revision) })),
      )
      expect((await Promise.all(attempts)).filter((text) => text !== 'refused')).toHaveLength(1)
      expect(await getIds(ann)).toHaveLength(count + 1)
    })
  })
}
