// Entity tags: equal ones mean equal responses. An unchanged plant, and an unchanged collection, keep their tags.
import { hash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { itemTag, listTag } from '../../../../server/core/conditions/entity-tag.ts'
import { callerOf } from '../../../support/caller.ts'
import { seededRandom } from '../../../support/seeded-random.ts'
import { startService } from '../../../support/service.ts'

const digest = (text: string) => hash('sha256', text, 'base64url')

describe('an entity tag', () => {
  it('depends on the caller and the body, or on the list, the schema, the revision and the query', () => {
    const plants = { owner: 'ann', collection: '/plants' }
    const tags = () => [
      itemTag(digest, 'ann', '{}'),
      itemTag(digest, 'bob', '{}'),
      itemTag(digest, 'ann', '[]'),
      listTag(digest, plants, 'v1', 'r', { limit: 20 }),
      listTag(digest, { ...plants, owner: 'bob' }, 'v1', 'r', { limit: 20 }),
      listTag(digest, { ...plants, collection: '/rooms' }, 'v1', 'r', { limit: 20 }),
      listTag(digest, plants, 'v2', 'r', { limit: 20 }),
      listTag(digest, plants, 'v1', 's', { limit: 20 }),
      listTag(digest, plants, 'v1', 'r', { limit: 21 }),
      listTag(digest, plants, 'v1', 'r', { limit: 20, tag: '' }),
    ]
    expect(new Set([...tags(), ...tags()]).size).toBe(10)
    const [one, other] = [
      { limit: 20, tag: 'x', after: undefined },
      { tag: 'x', limit: 20 },
    ]
    expect(listTag(digest, plants, 'v1', 'r', one)).toBe(listTag(digest, plants, 'v1', 'r', other))
    for (const tag of tags()) expect(tag).toMatch(/^"[A-Za-z0-9_-]{27}"$/)
  })

  it('differs for any two responses in a random history, and is equal as long as nothing changes', async () => {
    const seed = Math.floor(Math.random() * 2 ** 32)
    const { pick } = seededRandom(seed)
    // With few names and a clock that sometimes stops, responses often repeat.
    let time = Date.UTC(2025, 10, 20)
    await using service = await startService({ now: () => new Date(time), newId: uuidv7 })
    const callers = [callerOf(service, 'ann'), callerOf(service, 'bob')]
    const responses = new Map<string | null, string>()
    for (let step = 0; step < 30; step++) {
      const caller = pick(callers)
      const paths = (await caller.plants()).map(({ id }) => `/plants/${id}`)
      const body = { name: pick(['a', 'b']), tag: pick(['', 'x']) }
      if (paths.length === 0 || (paths.length < 4 && pick([true, false]))) await caller.create(body.name, body.tag)
      else await caller.send(pick(['PATCH', 'PATCH', 'DELETE']), pick(paths), { body })
      time += pick([0, 0, 1])
      for (const path of ['/plants?limit=1', '/plants?limit=2', '/plants?limit=2&tag=x', '/plants', ...paths]) {
        const { status, headers, text } = await caller.send('GET', path)
        if (status === 404) continue
        const tag = headers.get('ETag')
        const response = JSON.stringify([callers.indexOf(caller), text, headers.get('Link')])
        expect(responses.get(tag) ?? response, `seed ${seed}, step ${step}, ${path}`).toBe(response)
        responses.set(tag, response)
        const again = await caller.send('GET', path, { headers: { 'If-None-Match': tag ?? '' } })
        expect([again.status, again.headers.get('ETag')], `seed ${seed}, step ${step}, ${path}`).toEqual([304, tag])
      }
    }
    expect(responses.size, `seed ${seed}`).toBeGreaterThan(25)
  })
})
