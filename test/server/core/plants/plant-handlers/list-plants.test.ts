import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import type { Plant } from '../../../../../generated/api.d.ts'
import { json, type Service, startService } from '../../../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service[Symbol.asyncDispose]())

async function as(subject: string): Promise<{ Authorization: string }> {
  return { Authorization: `Bearer ${await service.token(subject)}` }
}

async function add(subject: string, name: string, tag?: string): Promise<Plant> {
  const { headers, ...init } = json({ name, tag })
  const answer = await service.request('/plants', { ...init, headers: { ...headers, ...(await as(subject)) } })
  expect(answer.status).toBe(201)
  return answer.json() as Promise<Plant>
}

async function list(subject: string, query = ''): Promise<{ plants: Plant[]; next: string | undefined }> {
  const answer = await service.request(`/plants${query}`, { headers: await as(subject) })
  expect(answer.status).toBe(200)
  const next = /^<(\?.*)>; rel="next"$/.exec(answer.headers.get('Link') ?? '')?.[1]
  return { plants: (await answer.json()) as Plant[], next }
}

async function walk(subject: string, query: string, between = async () => {}): Promise<string[]> {
  const names: string[] = []
  for (let next: string | undefined = query; next !== undefined; await between()) {
    const page = await list(subject, next)
    names.push(...page.plants.map((plant) => plant.name))
    next = page.next
  }
  return names
}

describe('listPlants', () => {
  it('answers an empty array, without a link, to a caller who has no plants', async () => {
    expect(await list('nobody')).toEqual({ plants: [], next: undefined })
  })

  it('answers whole plants in ascending order of id', async () => {
    const added = [await add('ann', 'b'), await add('ann', 'a', 'Araceae')]
    const { plants } = await list('ann')
    expectTypeOf(plants).toEqualTypeOf<
      { readonly id: string; name: string; tag: string; readonly createdAt: string; readonly updatedAt: string }[]
    >()
    expect(plants).toEqual(added)
    expect(plants.map(({ id }) => id)).toEqual(plants.map(({ id }) => id).toSorted())
  })

  it("keeps callers apart, even when one's subject reads like part of another's", async () => {
    await add('eve', 'of eve')
    expect((await list('eve"')).plants).toEqual([])
    expect((await list('ev')).plants).toEqual([])
    expect((await list('eve')).plants).toHaveLength(1)
  })

  describe('pages', () => {
    const names = Array.from({ length: 23 }, (_, index) => `plant ${index}`)
    beforeAll(async () => {
      for (const name of names) await add('pager', name, Number(name.slice(6)) % 2 === 0 ? 'even' : '')
    })

    it.each([1, 5, 22, 23, 24, 100])('lists each plant once with a limit of %i', async (limit) => {
      expect(await walk('pager', `?limit=${limit}`)).toEqual(names)
    })

    it('answers 20 plants where no limit is given, and never more than the limit', async () => {
      expect((await list('pager')).plants).toHaveLength(20)
      expect((await list('pager', '?limit=3')).plants).toHaveLength(3)
    })

    it('has no link on the last page, even where it is full', async () => {
      expect((await list('pager', '?limit=23')).next).toBeUndefined()
      expect((await list('pager', '?limit=22')).next).toBeDefined()
    })

    it('keeps limit and tag in the link', async () => {
      const { next } = await list('pager', '?limit=5&tag=even')
      expect(Object.fromEntries(new URLSearchParams(next))).toMatchObject({ limit: '5', tag: 'even' })
      expect(await walk('pager', '?limit=5&tag=even')).toHaveLength(12)
    })

    it('lists what is there all the time exactly once, while others come and go between the pages', async () => {
      let passing: Plant | undefined
      const seen = await walk('pager', '?limit=2', async () => {
        // One more at the end, and the one before gone: the walk stays ahead of it, two to one.
        const before = passing
        passing = await add('pager', 'passing')
        if (before) await service.request(`/plants/${before.id}`, { method: 'DELETE', headers: await as('pager') })
      })
      expect(seen.filter((name) => name !== 'passing')).toEqual(names)
    })

    it('goes on from a plant that is deleted meanwhile', async () => {
      const added = [await add('gone', 'a'), await add('gone', 'b'), await add('gone', 'c')]
      const { next } = await list('gone', '?limit=2')
      await service.request(`/plants/${added[1]?.id}`, { method: 'DELETE', headers: await as('gone') })
      expect((await list('gone', next)).plants).toEqual([added[2]])
    })

    it("refuses a cursor that is another caller's, or made up", async () => {
      const { next } = await list('pager', '?limit=2')
      for (const [subject, query] of [
        ['ann', next],
        ['pager', `?cursor=${'A'.repeat(32)}`],
        ['pager', '?cursor=short'],
        ['pager', '?cursor='],
      ] as const) {
        const answer = await service.request(`/plants${query}`, { headers: await as(subject) })
        expect(answer.status, query).toBe(400)
        expect(await answer.json()).toMatchObject({ errors: [{ parameter: 'cursor' }] })
      }
    })

    it('hands out a cursor that is not the bare id', async () => {
      const { plants, next } = await list('pager', '?limit=1')
      expect(next).not.toContain(plants[0]?.id)
    })
  })

  describe('tag', () => {
    const tags = ['', 'a', 'A', 'a b', 'a+b', 'a:b', 'é', 'e\u0301', '🌵', '&=#%', 'a'.repeat(64)]
    beforeAll(async () => {
      for (const tag of tags) await add('tagger', `tagged ${tag}`, tag)
    })

    it.each(tags)('lists only the plants tagged %j, by code points', async (tag) => {
      const { plants } = await list('tagger', `?${new URLSearchParams({ tag })}`)
      expect(plants.map((plant) => plant.tag)).toEqual([tag])
    })

    it('takes reserved characters as they are', async () => {
      expect((await list('tagger', '?tag=a:b')).plants).toHaveLength(1)
      expect((await list('tagger', '?tag=a%20b')).plants).toHaveLength(1)
    })
  })
})
