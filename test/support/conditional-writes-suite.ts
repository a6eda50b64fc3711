// The tests of writes with a condition, for every PlantStore.
import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Plant, PlantStore, WriteCondition } from '../../server/core/plants/plant-store.ts'
import { changeTo, idOf, plantOf, type TestStore } from './plant-store-suite.ts'

class OtherPlant extends Error {}

/** Allows a write only if the plant is this one. */
export function ifStill(expected: Plant): WriteCondition {
  return {
    check(current) {
      if (!isDeepStrictEqual(current, expected)) throw new OtherPlant()
    },
  }
}

/** The result of a write, or `refused` if the plant was another one. */
export function orRefused<T>(write: Promise<T>): Promise<T | 'refused'> {
  return write.catch((error: unknown) => {
    if (error instanceof OtherPlant) return 'refused'
    throw error
  })
}

const fern = plantOf('a', { tag: '\u2028', updatedAt: '9999-12-31T23:59:59.999Z' })
/** Each differs in one field that can change. */
const others = [
  { ...fern, name: `${fern.name}.` },
  { ...fern, tag: '' },
  { ...fern, updatedAt: '9999-12-31T23:59:59.998Z' },
]

export function describeConditionalWrites(name: string, open: () => Promise<TestStore>): void {
  describe(`a conditional write: ${name}`, () => {
    let store: PlantStore
    beforeEach(async () => {
      store = (await open()).store
      await store.create('ann', fern)
    })
    afterEach(() => store.close())

    const get = () => store.get('ann', fern.id)
    const update = (name: string, expected: Plant) =>
      orRefused(store.update('ann', fern.id, changeTo({ name }), ifStill(expected)))
    const remove = (expected: Plant) => orRefused(store.delete('ann', fern.id, ifStill(expected)))

    it('deletes a plant only if the condition is true', async () => {
      const revision = await store.revision('ann')
      for (const other of others) expect(await remove(other)).toBe('refused')
      expect([await get(), await store.revision('ann')]).toEqual([fern, revision])
      expect(await remove(fern)).toBe(true)
      expect(await remove(fern)).toBeUndefined()
    })

    it('changes a plant only if the condition is true', async () => {
      const revision = await store.revision('ann')
      for (const other of others) expect(await update('x', other)).toBe('refused')
      expect([await get(), await store.revision('ann')]).toEqual([fern, revision])
      expect(await store.update('ann', idOf('b'), changeTo({ name: 'x' }), ifStill(fern))).toBeUndefined()
      expect(await update('x', fern)).toEqual({ ...fern, name: 'x' })
    })

    it('changes an expected plant once if many try at the same time', async () => {
      const attempts = Array.from({ length: 20 }, (_, index) => update(`${index}`, fern))
      const changed = (await Promise.all(attempts)).filter((plant) => plant !== 'refused')
      expect(changed).toEqual([await get()])
    })

    it('happens, after at most three checks, if the condition stays true while others write', async () => {
      const changes = Array.from({ length: 40 }, async (_, index) => {
        let checks = 0
        const condition = { check: () => void checks++ }
        const changed = await store.update('ann', fern.id, changeTo({ name: `${index}` }), condition)
        return [changed?.name, checks <= 3]
      })
      expect(await Promise.all(changes)).toEqual(Array.from(changes, (_, index) => [`${index}`, true]))
      const deletions = Array.from({ length: 40 }, () => store.delete('ann', fern.id, { check: () => {} }))
      expect((await Promise.all(deletions)).filter(Boolean)).toEqual([true])
    })

    it('that is refused undoes no other write', async () => {
      await store.create('ann', plantOf('b'))
      const writes = [update('x', fern), update('y', plantOf('c')), store.delete('ann', idOf('b'))]
      expect((await Promise.all(writes)).map((result) => result === 'refused')).toEqual([false, true, false])
      expect([await get(), await store.get('ann', idOf('b'))]).toEqual([{ ...fern, name: 'x' }, undefined])
    })
  })
}
