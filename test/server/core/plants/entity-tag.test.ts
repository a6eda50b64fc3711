// Entity tags are equal if and only if two responses to one caller are equal.
import { sha256 } from '@noble/hashes/sha2.js'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { entityTag } from '../../../../server/core/plants/entity-tag.ts'
import { callerOf } from '../../../support/caller.ts'
import { seededRandom } from '../../../support/seeded-random.ts'
import { startService } from '../../../support/service.ts'

describe('an entity tag', () => {
  it('depends on the caller, the body and the link', () => {
    const tags = () => [
      entityTag(sha256, 'ann', '{}'),
      entityTag(sha256, 'bob', '{}'),
      entityTag(sha256, 'ann', '[]'),
      entityTag(sha256, 'ann', '{}', '<?a>; rel="next"'),
      entityTag(sha256, 'ann', '{}', '<?b>; rel="next"'),
    ]
    expect(new Set([...tags(), ...tags()]).size).toBe(5)
    expect(entityTag(sha256, 'ann', '{}')).toBe(entityTag(sha256, 'ann', '{}', ''))
    for (const tag of tags()) expect(tag).toMatch(/^"[A-Za-z0-9_-]{27}"$/)
  })

  it('differs for any two responses in a random history, and is equal for equal ones', async () => {
    const seed = Math.floor(Math.random() * 2 ** 32)
    const { pick } = seededRandom(seed)
    // With few names and a clock that sometimes stops, responses often repeat.
    let time = Date.UTC(2025, 10, 20)
    await using service = await startService({ now: () => new Date(time), newId: uuidv7 })
    const callers = [callerOf(service, 'ann'), callerOf(service, 'bob')]
    const tags = new Map<string, string | null>()
    for (let step = 0; step < 60; step++) {
      const caller = pick(callers)
      const paths = (await caller.plants()).map(({ id }) => `/plants/${id}`)
      const body = { name: pick(['a', 'b']), tag: pick(['', 'x']) }
      if (paths.length === 0 || (paths.length < 4 && pick([true, false]))) await caller.create(body.name, body.tag)
      else await caller.send(pick(['PATCH', 'PATCH', 'DELETE']), pick(paths), { body })
      time += pick([0, 0, 1])
      for (const path of ['/plants?limit=1', '/plants?limit=2', '/plants?limit=2&tag=x', '/plants', ...paths]) {
        const { status, headers, text } = await caller.send('GET', path)
        if (status === 404) continue
        const response = JSON.stringify([callers.indexOf(caller), text, headers.get('Link')])
        const tag = headers.get('ETag')
        expect(tags.get(response) ?? tag, `seed ${seed}, step ${step}, ${path}`).toBe(tag)
        tags.set(response, tag)
      }
    }
    expect(new Set(tags.values()).size, `seed ${seed}`).toBe(tags.size)
    expect(tags.size).toBeGreaterThan(50)
  })
})
