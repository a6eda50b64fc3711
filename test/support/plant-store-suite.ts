// What every store must do, whichever database is behind it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KeyedCreation, Plant, PlantStore } from '../../server/core/plants/plant-store.ts'

export function describePlantStore(name: string, open: () => Promise<PlantStore>): void {
  const plant = (id: string, more: Partial<Plant> = {}): Plant => {
    const time = '2025-11-20T09:00:00.000Z'
    return { id, name: `plant ${id}`, tag: '', createdAt: time, updatedAt: time, ...more }
  }
  const odd = plant('a', {
    name: 'é e\u0301 🌵 \u200d \ufeff \' " \\ %',
    tag: '\u2028',
    updatedAt: '9999-12-31T23:59:59.999Z',
  })
  const all = { tag: undefined, after: undefined, most: 101 }
  const allow = () => {}
  const refuse = () => {
    throw new Error('refused')
  }
  const ids = (plants: Plant[]) => plants.map(({ id }) => id)

  describe(name, () => {
    let store: PlantStore
    beforeEach(async () => {
      store = await open()
    })
    afterEach(() => store.close())

    it('gives back what it was given, to the last code point', async () => {
      await store.create('ann', odd)
      expect(await store.list('ann', all)).toEqual([odd])
      expect(await store.get('ann', 'a')).toEqual(odd)
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

    it('keeps owners apart, in lists, changes and deletions', async () => {
      await store.create('ann', plant('a'))
      await store.create('bob', plant('b'))
      expect(ids(await store.list('ann', all))).toEqual(['a'])
      expect(await store.list('an', all)).toEqual([])
      expect(await store.get('bob', 'a')).toBeUndefined()
      expect(await store.update('bob', 'a', refuse)).toBeUndefined()
      expect(await store.delete('bob', 'a', refuse)).toBe(false)
      expect(await store.list('ann', all)).toEqual([plant('a')])
    })

    it('keeps plants of one id apart that are of two owners', async () => {
      await store.create('ann', plant('a', { name: 'of ann' }))
      await store.create('bob', plant('a', { name: 'of bob' }))
      await store.update('ann', 'a', (was) => ({ ...was, tag: 'x' }))
      expect(await store.get('bob', 'a')).toEqual(plant('a', { name: 'of bob' }))
      expect(await store.list('bob', { ...all, tag: 'x' })).toEqual([])
      await store.delete('bob', 'a', allow)
      expect(await store.get('ann', 'a')).toMatchObject({ name: 'of ann', tag: 'x' })
      expect(await store.get('bob', 'a')).toBeUndefined()
    })

    it('deletes one plant, once', async () => {
      await store.create('ann', plant('a'))
      await store.create('ann', plant('b'))
      expect(await store.delete('ann', 'a', allow)).toBe(true)
      expect(await store.delete('ann', 'a', allow)).toBe(false)
      expect(ids(await store.list('ann', all))).toEqual(['b'])
    })

    it('refuses a second plant with the same id, and keeps the first', async () => {
      await store.create('ann', plant('a', { name: 'first' }))
      await expect(store.create('ann', plant('a', { name: 'second' }))).rejects.toThrow()
      expect(await store.list('ann', all)).toEqual([plant('a', { name: 'first' })])
    })

    it('gets a plant, or nothing', async () => {
      await store.create('ann', plant('a'))
      await store.create('ann', plant('b'))
      expect(await store.get('ann', 'b')).toEqual(plant('b'))
      expect(await store.get('ann', 'c')).toBeUndefined()
    })

    describe('a deletion', () => {
      it('shows the plant before it is gone', async () => {
        await store.create('ann', plant('a', { name: 'seen' }))
        const seen: Plant[] = []
        await store.delete('ann', 'a', (current) => void seen.push(current))
        expect(seen).toEqual([plant('a', { name: 'seen' })])
      })

      it('leaves the plant where its check throws, and throws that', async () => {
        await store.create('ann', plant('a'))
        await expect(store.delete('ann', 'a', refuse)).rejects.toThrow('refused')
        expect(await store.list('ann', all)).toEqual([plant('a')])
        expect(await store.delete('ann', 'a', allow)).toBe(true)
      })

      it('checks nothing where there is no such plant', async () => {
        expect(await store.delete('ann', 'a', refuse)).toBe(false)
      })
    })

    describe('a change', () => {
      const changed = plant('a', { name: odd.name, tag: odd.tag, updatedAt: odd.updatedAt })

      it('puts what is made of the plant in its place, and gives it back', async () => {
        await store.create('ann', plant('a'))
        await store.create('ann', plant('b'))
        expect(await store.update('ann', 'a', () => changed)).toEqual(changed)
        expect(await store.list('ann', all)).toEqual([changed, plant('b')])
      })

      it('shows the plant as the change before it left it', async () => {
        await store.create('ann', plant('a'))
        await store.update('ann', 'a', () => changed)
        const seen: Plant[] = []
        await store.update('ann', 'a', (current) => {
          seen.push(current)
          return current
        })
        expect(seen).toEqual([changed])
      })

      it('leaves the plant where it gives back the same, or throws', async () => {
        await store.create('ann', plant('a'))
        expect(await store.update('ann', 'a', (current) => current)).toEqual(plant('a'))
        await expect(store.update('ann', 'a', refuse)).rejects.toThrow('refused')
        expect(await store.list('ann', all)).toEqual([plant('a')])
        expect(await store.update('ann', 'a', () => changed)).toEqual(changed)
      })

      it('is not made where there is no such plant', async () => {
        expect(await store.update('ann', 'a', refuse)).toBeUndefined()
        expect(await store.list('ann', all)).toEqual([])
      })

      it('moves the plant to the list of its new tag', async () => {
        await store.create('ann', plant('a', { tag: 'x' }))
        await store.update('ann', 'a', (was) => ({ ...was, tag: 'y' }))
        expect(await store.list('ann', { ...all, tag: 'x' })).toEqual([])
        expect(ids(await store.list('ann', { ...all, tag: 'y' }))).toEqual(['a'])
      })

      it('loses none of many that come at once', async () => {
        await store.create('ann', plant('a', { name: '' }))
        const append = () => store.update('ann', 'a', (was) => ({ ...was, name: `${was.name}x` }))
        await Promise.all(Array.from({ length: 20 }, append))
        expect(await store.get('ann', 'a')).toMatchObject({ name: 'x'.repeat(20) })
      })
    })

    describe('a creation under a key', () => {
      const start = Date.UTC(2025, 10, 20)
      const hour = 60 * 60 * 1000
      const keyed = (key: string, made: Plant, after = 0): KeyedCreation => {
        const request = { name: made.name, tag: made.tag }
        return { key, plant: made, request, createdAt: new Date(start + after), keptHours: 2 }
      }
      const kept = (made: Plant) => ({ plant: made, request: { name: made.name, tag: made.tag } })

      it('adds the plant once, and gives back the first, to the last code point', async () => {
        expect(await store.createOnce('ann', keyed('k', odd))).toEqual(kept(odd))
        expect(await store.createOnce('ann', keyed('k', plant('b')))).toEqual(kept(odd))
        expect(await store.list('ann', all)).toEqual([odd])
      })

      it('is kept as it was when the plant has changed since, or is gone', async () => {
        await store.createOnce('ann', keyed('k', plant('a')))
        await store.update('ann', 'a', (was) => ({ ...was, name: 'changed', tag: 'x' }))
        expect(await store.createOnce('ann', keyed('k', plant('b')))).toEqual(kept(plant('a')))
        await store.delete('ann', 'a', allow)
        expect(await store.createOnce('ann', keyed('k', plant('b')))).toEqual(kept(plant('a')))
        expect(await store.list('ann', all)).toEqual([])
      })

      it('counts for its owner and its very key only', async () => {
        await store.createOnce('ann', keyed('k', plant('a')))
        expect(await store.createOnce('bob', keyed('k', plant('b')))).toEqual(kept(plant('b')))
        expect(await store.createOnce('ann', keyed('K', plant('c')))).toEqual(kept(plant('c')))
        expect(await store.createOnce('ann', keyed('k ', plant('d')))).toEqual(kept(plant('d')))
        expect(ids(await store.list('ann', all))).toEqual(['a', 'c', 'd'])
      })

      it('is kept for its hours from the first time, to the millisecond, and then another', async () => {
        await store.createOnce('ann', keyed('k', plant('a')))
        expect(await store.createOnce('ann', keyed('k', plant('b'), hour))).toEqual(kept(plant('a')))
        expect(await store.createOnce('ann', keyed('k', plant('b'), 2 * hour - 1))).toEqual(kept(plant('a')))
        expect(await store.createOnce('ann', keyed('k', plant('b'), 2 * hour))).toEqual(kept(plant('b')))
        expect(await store.createOnce('ann', keyed('k', plant('c'), 4 * hour - 1))).toEqual(kept(plant('b')))
        expect(ids(await store.list('ann', all))).toEqual(['a', 'b'])
      })

      it('outlives others that are forgotten', async () => {
        for (const id of ['a', 'b', 'c']) await store.createOnce('ann', keyed(`early ${id}`, plant(id)))
        await store.createOnce('ann', keyed('late', plant('d'), hour))
        await store.createOnce('bob', keyed('late', plant('e'), hour))
        for (const id of ['f', 'g', 'h']) await store.createOnce('ann', keyed(id, plant(id), 2 * hour))
        expect(await store.createOnce('ann', keyed('late', plant('x'), 2 * hour))).toEqual(kept(plant('d')))
        expect(await store.createOnce('bob', keyed('late', plant('x'), 2 * hour))).toEqual(kept(plant('e')))
      })

      it('keeps no key where the plant cannot be added', async () => {
        await store.create('ann', plant('a', { name: 'first' }))
        await expect(store.createOnce('ann', keyed('k', plant('a', { name: 'second' })))).rejects.toThrow()
        expect(await store.createOnce('ann', keyed('k', plant('b')))).toEqual(kept(plant('b')))
        expect(await store.list('ann', all)).toEqual([plant('a', { name: 'first' }), plant('b')])
      })

      it('adds no plant where the key cannot be kept', async () => {
        const request = {
          name: 'a',
          get tag(): string {
            throw new Error('refused')
          },
        }
        await expect(store.createOnce('ann', { ...keyed('k', plant('a')), request })).rejects.toThrow('refused')
        expect(await store.list('ann', all)).toEqual([])
        expect(await store.createOnce('ann', keyed('k', plant('a')))).toEqual(kept(plant('a')))
      })

      it('is one for all that come at once', async () => {
        const twins = Array.from({ length: 20 }, (_, index) => keyed('k', plant(String(index))))
        const creations = await Promise.all(twins.map((twin) => store.createOnce('ann', twin)))
        const [only, ...others] = await store.list('ann', all)
        expect(others).toEqual([])
        expect(creations).toEqual(Array(20).fill(kept(only as Plant)))
      })
    })
  })
}
