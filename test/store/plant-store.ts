// What every store must do, whichever database is behind it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Plant, PlantStore } from '../../server/store/plant-store.ts'

export function describePlantStore(name: string, open: () => Promise<PlantStore>): void {
  const plant = (id: string, more: Partial<Plant> = {}): Plant => {
    const time = '2025-11-20T09:00:00.000Z'
    return { id, name: `plant ${id}`, tag: '', createdAt: time, updatedAt: time, ...more }
  }
  const all = { tag: undefined, after: undefined, most: 101 }
  const ids = (plants: Plant[]) => plants.map(({ id }) => id)

  describe(name, () => {
    let store: PlantStore
    beforeEach(async () => {
      store = await open()
    })
    afterEach(() => store.close())

    it('gives back what it was given, to the last code point', async () => {
      const odd = plant('a', {
        name: 'é e\u0301 🌵 \u200d \ufeff \' " \\ %',
        tag: '\u2028',
        updatedAt: '9999-12-31T23:59:59.999Z',
      })
      await store.create('ann', odd)
      expect(await store.list('ann', all)).toEqual([odd])
    })

    it('lists in ascending order of id, whatever the order of creation', async () => {
      for (const id of ['b', 'c', 'a']) await store.create('ann', plant(id))
      expect(ids(await store.list('ann', all))).toEqual(['a', 'b', 'c'])
    })

    it('lists after an id, which need not exist, and no more than asked for', async () => {
      for (const id of ['a', 'b', 'd', 'e']) await store.create('ann', plant(id))
      expect(ids(await store.list('ann', { ...all, after: 'c', most: 1 }))).toEqual(['d'])
      expect(ids(await store.list('ann', { ...all, after: 'b' }))).toEqual(['d', 'e'])
      expect(await store.list('ann', { ...all, after: 'e' })).toEqual([])
    })

    it('lists by tag, exactly and by code points', async () => {
      const tags = ['x', 'X', 'x ', '', 'é', 'e\u0301']
      for (const [index, tag] of tags.entries()) await store.create('ann', plant(String(index), { tag }))
      for (const [index, tag] of tags.entries()) {
        expect(ids(await store.list('ann', { ...all, tag }))).toEqual([String(index)])
      }
      expect(ids(await store.list('ann', { ...all, tag: '', after: '3' }))).toEqual([])
    })

    it('keeps owners apart, in lists and in deletions', async () => {
      await store.create('ann', plant('a'))
      await store.create('bob', plant('b'))
      expect(ids(await store.list('ann', all))).toEqual(['a'])
      expect(await store.list('an', all)).toEqual([])
      expect(await store.delete('bob', 'a')).toBe(false)
      expect(ids(await store.list('ann', all))).toEqual(['a'])
    })

    it('deletes one plant, once', async () => {
      await store.create('ann', plant('a'))
      await store.create('ann', plant('b'))
      expect(await store.delete('ann', 'a')).toBe(true)
      expect(await store.delete('ann', 'a')).toBe(false)
      expect(ids(await store.list('ann', all))).toEqual(['b'])
    })

    it('refuses a second plant with the same id, and keeps the first', async () => {
      await store.create('ann', plant('a', { name: 'first' }))
      await expect(store.create('ann', plant('a', { name: 'second' }))).rejects.toThrow()
      expect(await store.list('ann', all)).toEqual([plant('a', { name: 'first' })])
    })
  })
}
