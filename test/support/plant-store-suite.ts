// The tests of every PlantStore, whatever its database.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KeyedCreation, ListQuery, Plant, PlantStore } from '../../server/core/plants/plant-store.ts'

const time = '2025-11-20T09:00:00.000Z'
const hour = 60 * 60 * 1000

export function plantOf(id: string, changes: Partial<Plant> = {}): Plant {
  return { id, name: `plant ${id}`, tag: '', createdAt: time, updatedAt: time, ...changes }
}

const unusual = plantOf('a', {
  name: 'é e\u0301 🌵 \u200d \ufeff \' " \\ %',
  tag: '\u2028',
  updatedAt: '9999-12-31T23:59:59.999Z',
})
const accept = () => {}
const refuse = () => {
  throw new Error('refused')
}

export function describePlantStore(name: string, open: () => Promise<PlantStore>): void {
  describe(`a plant store: ${name}`, () => {
    let store: PlantStore
    beforeEach(async () => {
      store = await open()
    })
    afterEach(() => store.close())

    const create = (owner: string, ...plants: Plant[]) => Promise.all(plants.map((plant) => store.create(owner, plant)))
    const list = async (owner: string, query: Partial<ListQuery> = {}) =>
      (await store.list(owner, { tag: undefined, after: undefined, limit: 101, ...query })).plants
    const idsOf = async (owner: string, query: Partial<ListQuery> = {}) =>
      (await list(owner, query)).map(({ id }) => id)

    it('lists plants in ascending order of id', async () => {
      await create('ann', plantOf('b'), plantOf('c'), plantOf('a'))
      expect(await idsOf('ann')).toEqual(['a', 'b', 'c'])
    })

    it('lists plants after an id, which need not exist, up to a number', async () => {
      await create('ann', plantOf('a'), plantOf('b'), plantOf('d'), plantOf('e'))
      expect(await idsOf('ann', { after: 'c', limit: 1 })).toEqual(['d'])
      expect(await idsOf('ann', { after: 'b' })).toEqual(['d', 'e'])
      expect(await idsOf('ann', { after: 'e' })).toEqual([])
    })

    it('lists plants by tag, which it compares by code points', async () => {
      const tags = ['x', 'X', 'x ', '', 'é', 'e\u0301']
      await create('ann', ...tags.map((tag, index) => plantOf(String(index), { tag })))
      for (const [index, tag] of tags.entries()) expect(await idsOf('ann', { tag })).toEqual([String(index)])
      expect(await idsOf('ann', { tag: '', after: '3' })).toEqual([])
    })

    it('returns a plant by its id', async () => {
      expect(await store.create('ann', unusual)).toEqual(unusual)
      await create('ann', plantOf('b'))
      expect(await store.get('ann', 'a')).toEqual(unusual)
      expect(await store.get('ann', 'c')).toBeUndefined()
      expect(await list('ann')).toEqual([unusual, plantOf('b')])
    })

    it('has a new revision after each change of the owner, and only then', async () => {
      const seen = new Set<string>()
      const expectNew = async (isNew: boolean) => {
        const revision = await store.revision('ann')
        expect((await store.list('ann', { tag: 'none', after: undefined, limit: 1 })).revision).toBe(revision)
        expect(seen.has(revision)).toBe(!isNew)
        seen.add(revision)
      }
      const creation = { key: 'k', plant: plantOf('b'), createdAt: new Date(0), keptHours: 24 }
      await expectNew(true)
      for (const change of [
        () => store.create('ann', plantOf('a')),
        () => store.createOnce('ann', creation),
        () => store.update('ann', 'a', (plant) => ({ ...plant, name: 'x' })),
        () => store.update('ann', 'a', (plant) => ({ ...plant, name: 'plant a' })),
        () => store.delete('ann', 'a', accept),
        () => store.delete('ann', 'b', accept),
      ]) {
        await change()
        await expectNew(true)
      }
      for (const other of [
        () => store.create('bob', plantOf('a')),
        () => store.createOnce('ann', creation),
        () => store.get('ann', 'a'),
        () => store.delete('ann', 'a', accept),
        () => store.update('ann', 'a', (plant) => ({ ...plant, name: 'x' })),
        () => store.create('bob', plantOf('a')).catch(accept),
      ]) {
        await other()
        await expectNew(false)
      }
    })

    it('keeps owners apart', async () => {
      await create('ann', plantOf('a'))
      await create('bob', plantOf('b'))
      expect([await idsOf('ann'), await idsOf('bob'), await idsOf('an')]).toEqual([['a'], ['b'], []])
      expect(await store.get('bob', 'a')).toBeUndefined()
      expect(await store.update('bob', 'a', refuse)).toBeUndefined()
      expect(await store.delete('bob', 'a', refuse)).toBe(false)
      expect(await list('ann')).toEqual([plantOf('a')])
    })

    it('keeps plants of two owners apart that have the same id', async () => {
      const [annas, bobs] = [plantOf('a', { name: 'of ann' }), plantOf('a', { name: 'of bob' })]
      await create('ann', annas)
      await create('bob', bobs)
      await store.update('ann', 'a', (plant) => ({ ...plant, tag: 'x' }))
      expect(await store.get('bob', 'a')).toEqual(bobs)
      expect(await list('bob', { tag: 'x' })).toEqual([])
      await store.delete('bob', 'a', accept)
      expect(await store.get('ann', 'a')).toEqual({ ...annas, tag: 'x' })
      expect(await store.get('bob', 'a')).toBeUndefined()
    })

    it('rejects a second plant with the same id, and keeps the first', async () => {
      await create('ann', plantOf('a'))
      await expect(store.create('ann', plantOf('a', { name: 'second' }))).rejects.toThrow()
      expect(await list('ann')).toEqual([plantOf('a')])
    })

    it('deletes one plant, once, unless the check throws', async () => {
      await create('ann', plantOf('a'), plantOf('b'))
      await expect(store.delete('ann', 'a', refuse)).rejects.toThrow('refused')
      expect(await idsOf('ann')).toEqual(['a', 'b'])
      const seen: Plant[] = []
      expect(await store.delete('ann', 'a', (plant) => void seen.push(plant))).toBe(true)
      expect(await store.delete('ann', 'a', refuse)).toBe(false)
      expect(seen).toEqual([plantOf('a')])
      expect(await idsOf('ann')).toEqual(['b'])
    })

    describe('changes a plant and', () => {
      const changed = { ...unusual, createdAt: time }

      it('returns it, stores it, and passes it to the next change', async () => {
        await create('ann', plantOf('a'), plantOf('b'))
        expect(await store.update('ann', 'a', () => changed)).toEqual(changed)
        expect(await list('ann')).toEqual([changed, plantOf('b')])
        expect([await idsOf('ann', { tag: '' }), await idsOf('ann', { tag: changed.tag })]).toEqual([['b'], ['a']])
        await store.update('ann', 'a', (plant) => ({ ...plant, name: `${plant.name}!` }))
        expect(await store.get('ann', 'a')).toEqual({ ...changed, name: `${changed.name}!` })
      })

      it('stores nothing if the change returns the same plant or throws, or the plant does not exist', async () => {
        await create('ann', plantOf('a'))
        expect(await store.update('ann', 'a', (plant) => plant)).toEqual(plantOf('a'))
        await expect(store.update('ann', 'a', refuse)).rejects.toThrow('refused')
        expect(await store.update('ann', 'b', refuse)).toBeUndefined()
        expect(await list('ann')).toEqual([plantOf('a')])
        expect(await store.update('ann', 'a', () => changed)).toEqual(changed)
      })

      it('loses no change if many arrive at the same time', async () => {
        await create('ann', plantOf('a', { name: '' }))
        const append = () => store.update('ann', 'a', (plant) => ({ ...plant, name: `${plant.name}x` }))
        await Promise.all(Array.from({ length: 20 }, append))
        expect(await store.get('ann', 'a')).toMatchObject({ name: 'x'.repeat(20) })
      })
    })

    describe('creates a plant with a key and', () => {
      const keyed = (key: string, plant: Plant, afterMs = 0): KeyedCreation => {
        const createdAt = new Date(Date.UTC(2025, 10, 20) + afterMs)
        return { key, plant, createdAt, keptHours: 2 }
      }
      const createOnce = (owner: string, key: string, plant: Plant, afterMs = 0) =>
        store.createOnce(owner, keyed(key, plant, afterMs))

      it('returns the same plant for the same key, to the last code point', async () => {
        expect(await createOnce('ann', 'k', unusual)).toEqual(unusual)
        expect(await createOnce('ann', 'k', plantOf('b'))).toEqual(unusual)
        expect(await list('ann')).toEqual([unusual])
      })

      it('returns it as it was, even if it is changed or deleted', async () => {
        await createOnce('ann', 'k', plantOf('a'))
        await store.update('ann', 'a', (plant) => ({ ...plant, name: 'changed', tag: 'x' }))
        expect(await createOnce('ann', 'k', plantOf('b'))).toEqual(plantOf('a'))
        await store.delete('ann', 'a', accept)
        expect(await createOnce('ann', 'k', plantOf('b'))).toEqual(plantOf('a'))
        expect(await list('ann')).toEqual([])
      })

      it('creates another plant for another owner or key', async () => {
        for (const [owner, key, id] of ['ann k a', 'bob k b', 'ann K c'].map((text) => text.split(' '))) {
          expect(await createOnce(owner ?? '', key ?? '', plantOf(id ?? ''))).toEqual(plantOf(id ?? ''))
        }
        expect(await createOnce('ann', 'k ', plantOf('d'))).toEqual(plantOf('d'))
        expect(await idsOf('ann')).toEqual(['a', 'c', 'd'])
      })

      it('forgets the key after its hours, to the millisecond', async () => {
        const [a, b, c] = [plantOf('a'), plantOf('b'), plantOf('c')]
        expect(await createOnce('ann', 'k', a)).toEqual(a)
        expect(await createOnce('ann', 'k', b, hour)).toEqual(a)
        expect(await createOnce('ann', 'k', b, 2 * hour - 1)).toEqual(a)
        expect(await createOnce('ann', 'k', b, 2 * hour)).toEqual(b)
        expect(await createOnce('ann', 'k', c, 4 * hour - 1)).toEqual(b)
        expect(await idsOf('ann')).toEqual(['a', 'b'])
      })

      it('keeps the key when others expire', async () => {
        for (const id of ['a', 'b', 'c']) await createOnce('ann', `early ${id}`, plantOf(id))
        await createOnce('ann', 'late', plantOf('d'), hour)
        await createOnce('bob', 'late', plantOf('e'), hour)
        for (const id of ['f', 'g', 'h']) await createOnce('ann', id, plantOf(id), 2 * hour)
        expect(await createOnce('ann', 'late', plantOf('x'), 2 * hour)).toEqual(plantOf('d'))
        expect(await createOnce('bob', 'late', plantOf('x'), 2 * hour)).toEqual(plantOf('e'))
      })

      it('stores no key if the plant cannot be stored', async () => {
        await create('ann', plantOf('a'))
        await expect(createOnce('ann', 'k', plantOf('a', { name: 'second' }))).rejects.toThrow()
        expect(await createOnce('ann', 'k', plantOf('b'))).toEqual(plantOf('b'))
        expect(await list('ann')).toEqual([plantOf('a'), plantOf('b')])
      })

      it('creates one plant if many requests arrive at the same time', async () => {
        const ids = Array.from({ length: 20 }, (_, index) => String(index))
        const created = await Promise.all(ids.map((id) => createOnce('ann', 'k', plantOf(id))))
        expect(created).toEqual(Array(20).fill(created[0]))
        expect(await list('ann')).toEqual([created[0]])
      })
    })
  })
}
