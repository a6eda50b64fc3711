// Entity tags: equal ones mean equal responses.
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { itemTag, listTag } from '../../../core/conditions/conditions.ts'

const digest = (text: string) => hash('sha256', text, 'base64url')

describe('an entity tag', () => {
  it('depends on the caller and the body, or on the list, the schema, the revision and the query', () => {
    const lamps = { owner: 'ann', collection: '/lamps' }
    const tags = () => [
      itemTag(digest, 'ann', '{}'),
      itemTag(digest, 'bob', '{}'),
      itemTag(digest, 'ann', '[]'),
      listTag(digest, lamps, 'v1', 'r', { limit: 20 }),
      listTag(digest, { ...lamps, owner: 'bob' }, 'v1', 'r', { limit: 20 }),
      listTag(digest, { ...lamps, collection: '/rooms' }, 'v1', 'r', { limit: 20 }),
      listTag(digest, lamps, 'v2', 'r', { limit: 20 }),
      listTag(digest, lamps, 'v1', 's', { limit: 20 }),
      listTag(digest, lamps, 'v1', 'r', { limit: 21 }),
      listTag(digest, lamps, 'v1', 'r', { limit: 20, tag: '' }),
    ]
    expect(new Set([...tags(), ...tags()]).size).toBe(10)
    const [one, other] = [
      { limit: 20, tag: 'x', after: undefined },
      { tag: 'x', limit: 20 },
    ]
    expect(listTag(digest, lamps, 'v1', 'r', one)).toBe(listTag(digest, lamps, 'v1', 'r', other))
    for (const tag of tags()) expect(tag).toMatch(/^"[A-Za-z0-9_-]{27}"$/)
  })
})
