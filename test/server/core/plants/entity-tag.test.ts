// Equal tags if and only if equal answers, to one caller and under one version of the contract.
import { sha256 } from '@noble/hashes/sha2.js'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Plant } from '../../../../generated/api.d.ts'
import { entityTagOf, type Gardener, gardener } from '../../../support/caller.ts'
import { type Service, startService } from '../../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service[Symbol.asyncDispose]())

async function tagAt(who: Gardener, path: string): Promise<string> {
  return entityTagOf((await who.ask('GET', path)).headers)
}

describe('the entity tag of a list', () => {
  it('is the same for the same answer, also where another limit or a filter gives it', async () => {
    const ann = gardener(service, 'steady')
    await ann.add('Fern', 'x')
    const tags = await Promise.all(['', '', '?limit=1', '?limit=100', '?tag=x'].map((q) => tagAt(ann, `/plants${q}`)))
    expect(new Set(tags).size).toBe(1)
  })

  it('is another when a plant on it is added, changed or deleted, each time', async () => {
    const ann = gardener(service, 'busy')
    const tags = [await tagAt(ann, '/plants')]
    const { path } = await ann.add('Fern')
    tags.push(await tagAt(ann, '/plants'))
    await ann.ask('PATCH', path, { body: { name: 'Bracken' } })
    tags.push(await tagAt(ann, '/plants'))
    await ann.ask('PATCH', path, { body: { tag: 'wild' } })
    tags.push(await tagAt(ann, '/plants'))
    expect(new Set(tags).size).toBe(4)
    await ann.ask('DELETE', path)
    expect(await tagAt(ann, '/plants')).toBe(tags[0])
  })

  it('is another when only the link changes', async () => {
    const ann = gardener(service, 'linked')
    await ann.add('one', 'x')
    await ann.add('two', 'x')
    const full = await ann.ask('GET', '/plants?limit=2')
    await ann.add('three', 'x')
    const followed = await ann.ask('GET', '/plants?limit=2')
    const filtered = await ann.ask('GET', '/plants?limit=2&tag=x')
    expect([followed.text, filtered.text]).toEqual([full.text, full.text])
    const answers = [full, followed, filtered]
    expect(new Set(answers.map(({ headers }) => headers.get('Link'))).size).toBe(3)
    expect(new Set(answers.map(({ headers }) => headers.get('ETag'))).size).toBe(3)
  })

  it('stays when a plant changes that is not on this page', async () => {
    const ann = gardener(service, 'paging')
    await ann.add('on it')
    const { path } = await ann.add('not on it')
    const before = await tagAt(ann, '/plants?limit=1')
    await ann.ask('PATCH', path, { body: { name: 'still not on it' } })
    expect(await tagAt(ann, '/plants?limit=1')).toBe(before)
  })
})

const id = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'
const still = { now: () => new Date('2025-11-20T09:00:00Z'), newId: () => id }
const addresses = [`/plants/${id}`, '/plants', '/plants?tag=none']

describe('an entity tag', () => {
  it('differs between callers who have equal plants, or none', async () => {
    await using twins = await startService(still)
    const [ann, bob] = [gardener(twins, 'ann'), gardener(twins, 'bob')]
    await ann.add('Fern')
    await bob.add('Fern')
    for (const path of addresses) {
      const [one, two] = [await ann.ask('GET', path), await bob.ask('GET', path)]
      expect(one.text).toBe(two.text)
      expect(entityTagOf(one.headers), path).not.toBe(entityTagOf(two.headers))
    }
  })

  it('differs between versions of the contract, on the same data', async () => {
    const plans = await import('../../../../generated/plans.ts')
    const tagUnder = async (version: string) => {
      vi.resetModules()
      vi.doMock('../../../../generated/plans.ts', () => ({ ...plans, version }))
      const { entityTag } = await import('../../../../server/core/plants/entity-tag.ts')
      return entityTag(sha256, 'ann', '{}')
    }
    const tags = [await tagUnder('1.0.0'), await tagUnder('1.0.0'), await tagUnder('1.0.1')]
    vi.doUnmock('../../../../generated/plans.ts')
    expect(new Set(tags).size).toBe(2)
  })

  it('differs where a restored plant has had as many changes, at the same times, but others', async () => {
    await using lost = await startService(still)
    await using restored = await startService(still)
    const [before, after] = [gardener(lost), gardener(restored)]
    expect((await before.add('Fern')).tag).toBe((await after.add('Fern')).tag)
    await before.ask('PATCH', `/plants/${id}`, { body: { name: 'Bracken' } })
    await after.ask('PATCH', `/plants/${id}`, { body: { name: 'Moss' } })
    for (const path of addresses.slice(0, 2)) expect(await tagAt(before, path)).not.toBe(await tagAt(after, path))
  })

  it('tells any two answers of a random life apart, and no answer from itself', async () => {
    const seed = Math.floor(Math.random() * 2 ** 32)
    const any = randomOf(seed)
    // A clock that stands still now and then, and few names: answers often come back as they were.
    let time = Date.UTC(2025, 10, 20)
    await using life = await startService({ now: () => new Date(time), newId: uuidv7 })
    const callers = [gardener(life, 'ann'), gardener(life, 'bob')]
    const tagOfAnswer = new Map<string, string>()
    for (let step = 0; step < 60; step++) {
      const who = any(callers)
      const paths = (await who.plants()).map((plant: Plant) => `/plants/${plant.id}`)
      const body = { name: any(['a', 'b']), tag: any(['', 'x']) }
      if (paths.length === 0 || (paths.length < 4 && any([true, false]))) await who.add(body.name, body.tag)
      else await who.ask(any(['PATCH', 'PATCH', 'DELETE']), any(paths), { body })
      time += any([0, 0, 1])
      for (const path of ['/plants?limit=1', '/plants?limit=2', '/plants?limit=2&tag=x', '/plants', ...paths]) {
        const { status, headers, text } = await who.ask('GET', path)
        if (status === 404) continue
        const answer = JSON.stringify([callers.indexOf(who), text, headers.get('Link')])
        const known = tagOfAnswer.get(answer) ?? entityTagOf(headers)
        expect(headers.get('ETag'), `seed ${seed}, step ${step}, ${path}`).toBe(known)
        tagOfAnswer.set(answer, known)
      }
    }
    expect(new Set(tagOfAnswer.values()).size, `seed ${seed}`).toBe(tagOfAnswer.size)
    expect(tagOfAnswer.size).toBeGreaterThan(50)
  })
})

/** Picks at random, the same for the same seed (mulberry32). */
function randomOf(seed: number): <T>(choices: readonly T[]) => T {
  let state = seed
  return <T>(choices: readonly T[]) => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    const index = Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * choices.length)
    return choices[index] as T
  }
}
