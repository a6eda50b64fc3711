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

const unusual = { label: 'é e\u0301 🌵 \u200d \ufeff \u2028 \' " \\ %', nested: { list: [1, null, 'x'] } }

export function describeItems(opened: TestStore): void {
  const { create, getIds, list, update } = getShortForms(opened)
  const ann = getShelves('ann')
  const bob = getShelves('bob')

  describe('lists items', () => {
    it('in ascending order of id, after an id that need not exist, up to a number', async () => {
      await create(ann, 'b', 'd', 'a', 'e', 'B')
      expect(await getIds(ann)).toEqual(['B', 'a', 'b', 'd', 'e'])
      expect(await getIds(ann, { after: 'c', limit: 1 })).toEqual(['d'])
      expect(await getIds(ann, { after: 'b' })).toEqual(['d', 'e'])
      expect(await getIds(ann, { after: 'e' })).toEqual([])
    })
  })

  it('keeps a text as it is', async () => {
    const item = toItem('a', unusual)
    expect(await opened.store.create(ann, item)).toBe(item.text)
    expect([await opened.store.get(ann, 'a'), await list(ann)]).toEqual([item.text, [item.text]])
    expect(await opened.store.get(ann, 'b')).toBeUndefined()
    expect(await getIds(ann, { filters: { label: unusual.label } })).toEqual(['a'])
  })

  it('has a new revision after each change of the collection, and only then', async () => {
    const seen = new Set<string>()
    const expectNew = async (isNew: boolean) => {
      const revision = (await opened.store.revision(ann)) ?? 'none'
      const page = await opened.store.list(ann, { filters: { label: 'none' }, after: undefined, limit: 1 })
      expect(page?.revision).toBe(revision)
      expect(seen.has(revision)).toBe(!isNew)
      seen.add(revision)
    }
    const once = (id: string) => opened.store.create(ann, { ...toItem(id), key: { name: 'k', ttlHours: 24 } })
    expect(await opened.store.revision(ann)).toBe('')
    await expectNew(true)
    for (const change of [
      () => create(ann, 'a'),
      () => once('b'),
      () => update(ann, 'a', { label: 'x' }),
      () => update(ann, 'a', { label: 'y' }),
      () => opened.store.delete(ann, 'a'),
      () => opened.store.delete(ann, 'b'),
      () => create(ann, 'c'),
    ]) {
      await change()
      await expectNew(true)
    }
    for (const other of [
      () => create(bob, 'a'),
      () => create(booksOn('c'), 'a'),
      () => once('d'),
      () => opened.store.get(ann, 'a'),
      () => opened.store.delete(ann, 'a'),
      () => update(ann, 'a', { label: 'x' }),
      () => update(ann, 'c', {}),
      () => create(ann, 'c').catch(() => {}),
    ]) {
      await other()
      await expectNew(false)
    }
  })

  it('keeps owners apart, also with the same id', async () => {
    await opened.store.create(ann, toItem('a', { of: 'ann' }))
    const ofOthers = [await opened.store.get(bob, 'a'), await getIds(bob), await getIds(getShelves('an'))]
    expect(ofOthers).toEqual([undefined, [], []])
    expect([await update(bob, 'a', {}), await opened.store.delete(bob, 'a')]).toEqual([undefined, undefined])
    await opened.store.create(bob, toItem('a', { of: 'bob' }))
    await update(ann, 'a', { label: 'x' })
    expect(await opened.store.get(bob, 'a')).toBe(toItem('a', { of: 'bob' }).text)
    expect(await getIds(bob, { filters: { label: 'x' } })).toEqual([])
    await opened.store.delete(bob, 'a')
    const texts = [await opened.store.get(ann, 'a'), await opened.store.get(bob, 'a')]
    expect(texts).toEqual([toItem('a', { label: 'x' }).text, undefined])
  })

  it('rejects a second item with the same id, and keeps the first', async () => {
    await create(ann, 'a')
    await expect(opened.store.create(ann, toItem('a', { second: true }))).rejects.toThrow()
    expect(await list(ann)).toEqual([toItem('a').text])
  })

  describe('changes an item and', () => {
    it('returns it, stores it, and filters by what it is now', async () => {
      await create(ann, 'a', 'b')
      const { text } = toItem('a', { label: 'x' })
      expect([await update(ann, 'a', { label: 'x' }), await opened.store.get(ann, 'a')]).toEqual([text, text])
      const ids = [await getIds(ann, { filters: { label: '' } }), await getIds(ann, { filters: { label: 'x' } })]
      expect(ids).toEqual([['b'], ['a']])
    })

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
    it('passes the revision of the moment', async () => {
      const revisions: (string | undefined)[] = []
      const check = (revision: string) => void revisions.push(revision)
      await opened.store.create(ann, { ...toItem('a'), check })
      const after = await opened.store.revision(ann)
      await opened.store.create(ann, { ...toItem('b'), check })
      expect(revisions).toEqual(['', after])
    })

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
