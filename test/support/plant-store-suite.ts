// The tests of every PlantStore, whatever its database. Writes with a condition: conditional-writes-suite.ts.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListQuery, Plant, PlantChange, PlantStore } from '../../server/core/plants/plant-store.ts'

const time = '2025-11-20T09:00:00.000Z'
const later = '2025-11-21T09:00:00.001Z'
const hour = 60 * 60 * 1000

/** A UUID for each text of up to six ASCII characters. Those of texts of the same length sort like the texts. */
export function idOf(text: string): string {
  return `00000000-0000-7000-8000-${Buffer.from(text).toString('hex').padStart(12, '0')}`
}

export function plantOf(text: string, changes: Partial<Plant> = {}): Plant {
  return { id: idOf(text), name: `plant ${text}`, tag: '', createdAt: time, updatedAt: time, ...changes }
}

export function changeTo(change: Partial<PlantChange>): PlantChange {
  return { name: undefined, tag: undefined, updatedAt: later, ...change }
}

/** A store, and a way to let time pass for its idempotency keys. */
export interface TestStore {
  store: PlantStore
  passTime: (milliseconds: number) => Promise<void> | void
}

const unusual = plantOf('a', {
  name: 'é e\u0301 🌵 \u200d \ufeff \' " \\ %',
  tag: '\u2028',
  updatedAt: '9999-12-31T23:59:59.999Z',
})

export function describePlantStore(name: string, open: () => Promise<TestStore>): void {
  describe(`a plant store: ${name}`, () => {
    let store: PlantStore
    let passTime: TestStore['passTime']
    beforeEach(async () => {
      ;({ store, passTime } = await open())
    })
    afterEach(() => store.close())

    const create = (owner: string, ...plants: Plant[]) => Promise.all(plants.map((plant) => store.create(owner, plant)))
    const list = async (owner: string, query: Partial<ListQuery> = {}) =>
      (await store.list(owner, { tag: undefined, after: undefined, limit: 101, ...query })).plants
    const idsOf = async (owner: string, { after, ...query }: Partial<ListQuery> = {}) => {
      const plants = await list(owner, { ...query, after: after && idOf(after) })
      return plants.map(({ id }) => Buffer.from(id.slice(-12).replace(/^(00)+/, ''), 'hex').toString())
    }
    const get = (owner: string, text: string) => store.get(owner, idOf(text))
    const update = (owner: string, text: string, change: Partial<PlantChange>) =>
      store.update(owner, idOf(text), changeTo(change))
    const remove = (owner: string, text: string) => store.delete(owner, idOf(text))

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
      expect(await get('ann', 'a')).toEqual(unusual)
      expect(await get('ann', 'c')).toBeUndefined()
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
      const creation = (text: string) => ({ key: 'k', plant: plantOf(text), keptHours: 24 })
      await expectNew(true)
      for (const change of [
        () => store.create('ann', plantOf('a')),
        () => store.createOnce('ann', creation('b')),
        () => update('ann', 'a', { name: 'x' }),
        () => update('ann', 'a', { name: 'plant a' }),
        () => remove('ann', 'a'),
        () => remove('ann', 'b'),
        () => store.create('ann', plantOf('c')),
      ]) {
        await change()
        await expectNew(true)
      }
      for (const other of [
        () => store.create('bob', plantOf('a')),
        () => store.createOnce('ann', creation('d')),
        () => get('ann', 'a'),
        () => remove('ann', 'a'),
        () => update('ann', 'a', { name: 'x' }),
        () => update('ann', 'c', { name: 'plant c', tag: '' }),
        () => store.create('bob', plantOf('a')).catch(() => {}),
      ]) {
        await other()
        await expectNew(false)
      }
    })

    it('keeps owners apart', async () => {
      await create('ann', plantOf('a'))
      await create('bob', plantOf('b'))
      expect([await idsOf('ann'), await idsOf('bob'), await idsOf('an')]).toEqual([['a'], ['b'], []])
      expect(await get('bob', 'a')).toBeUndefined()
      expect(await update('bob', 'a', { name: 'x' })).toBeUndefined()
      expect(await remove('bob', 'a')).toBeUndefined()
      expect(await list('ann')).toEqual([plantOf('a')])
    })

    it('keeps plants of two owners apart that have the same id', async () => {
      const [annas, bobs] = [plantOf('a', { name: 'of ann' }), plantOf('a', { name: 'of bob' })]
      await create('ann', annas)
      await create('bob', bobs)
      await update('ann', 'a', { tag: 'x' })
      expect(await get('bob', 'a')).toEqual(bobs)
      expect(await list('bob', { tag: 'x' })).toEqual([])
      await remove('bob', 'a')
      expect(await get('ann', 'a')).toEqual({ ...annas, tag: 'x', updatedAt: later })
      expect(await get('bob', 'a')).toBeUndefined()
    })

    it('rejects a second plant with the same id, and keeps the first', async () => {
      await create('ann', plantOf('a'))
      await expect(store.create('ann', plantOf('a', { name: 'second' }))).rejects.toThrow()
      expect(await list('ann')).toEqual([plantOf('a')])
    })

    it('deletes one plant, once', async () => {
      await create('ann', plantOf('a'), plantOf('b'))
      expect(await remove('ann', 'a')).toBe(true)
      expect(await remove('ann', 'a')).toBeUndefined()
      expect(await idsOf('ann')).toEqual(['b'])
    })

    describe('changes a plant and', () => {
      it('returns it, stores it, and leaves other fields as they are', async () => {
        await create('ann', plantOf('a'), plantOf('b'))
        const { name, tag, updatedAt } = unusual
        expect(await update('ann', 'a', { tag })).toEqual(plantOf('a', { tag, updatedAt: later }))
        expect(await update('ann', 'a', { name, updatedAt })).toEqual(unusual)
        expect(await list('ann')).toEqual([unusual, plantOf('b')])
        expect([await idsOf('ann', { tag: '' }), await idsOf('ann', { tag })]).toEqual([['b'], ['a']])
        expect(await update('ann', 'a', { tag: '', updatedAt })).toEqual({ ...unusual, tag: '' })
        expect(await get('ann', 'a')).toEqual({ ...unusual, tag: '' })
      })

      it('returns the same plant if nothing is different', async () => {
        await create('ann', unusual)
        const { name, tag } = unusual
        for (const change of [{}, { name }, { tag }, { name, tag }]) {
          expect(await update('ann', 'a', { ...change, updatedAt: '9999-12-31T23:59:59.999Z' })).toEqual(unusual)
        }
        expect(await update('ann', 'b', { name })).toBeUndefined()
        expect(await list('ann')).toEqual([unusual])
      })

      it('never gives it an earlier time', async () => {
        await create('ann', plantOf('a'))
        expect(await update('ann', 'a', { name: 'x', updatedAt: '2025-11-20T08:59:59.999Z' })).toEqual(
          plantOf('a', { name: 'x' }),
        )
      })

      it('loses no change of another field at the same time', async () => {
        await create('ann', plantOf('a'))
        await Promise.all([update('ann', 'a', { name: 'x' }), update('ann', 'a', { tag: 'y' })])
        expect(await get('ann', 'a')).toEqual(plantOf('a', { name: 'x', tag: 'y', updatedAt: later }))
      })
    })

    describe('creates a plant with a key and', () => {
      const createOnce = (owner: string, key: string, plant: Plant) =>
        store.createOnce(owner, { key, plant, keptHours: 2 })

      it('returns the same plant for the same key, to the last code point', async () => {
        expect(await createOnce('ann', 'k', unusual)).toEqual(unusual)
        expect(await createOnce('ann', 'k', plantOf('b'))).toEqual(unusual)
        expect(await list('ann')).toEqual([unusual])
      })

      it('returns it as it was, even if it is changed or deleted', async () => {
        await createOnce('ann', 'k', plantOf('a'))
        await update('ann', 'a', { name: 'changed', tag: 'x' })
        expect(await createOnce('ann', 'k', plantOf('b'))).toEqual(plantOf('a'))
        await remove('ann', 'a')
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

      it('forgets the key after its hours', async () => {
        const [a, b, c] = [plantOf('a'), plantOf('b'), plantOf('c')]
        expect(await createOnce('ann', 'k', a)).toEqual(a)
        await passTime(hour)
        expect(await createOnce('ann', 'k', b)).toEqual(a)
        await passTime(hour)
        expect(await createOnce('ann', 'k', b)).toEqual(b)
        await passTime(2 * hour - 60_000)
        expect(await createOnce('ann', 'k', c)).toEqual(b)
        expect(await idsOf('ann')).toEqual(['a', 'b'])
      })

      it('keeps the key when others expire', async () => {
        for (const text of ['a', 'b', 'c']) await createOnce('ann', `early ${text}`, plantOf(text))
        await passTime(hour)
        await createOnce('ann', 'late', plantOf('d'))
        await createOnce('bob', 'late', plantOf('e'))
        await passTime(hour)
        for (const text of ['f', 'g', 'h']) await createOnce('ann', text, plantOf(text))
        expect(await createOnce('ann', 'late', plantOf('x'))).toEqual(plantOf('d'))
        expect(await createOnce('bob', 'late', plantOf('x'))).toEqual(plantOf('e'))
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
