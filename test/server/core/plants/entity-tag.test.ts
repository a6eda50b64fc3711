// Entity tags: equal ones mean equal responses.
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listTag, plantTag } from '../../../../server/core/plants/entity-tag.ts'

const digest = (text: string) => hash('sha256', text, 'base64url')

describe('an entity tag', () => {
  it('depends on the caller and the body, or on the caller, the revision and the query', () => {
    const tags = () => [
      plantTag(digest, 'ann', '{}'),
      plantTag(digest, 'bob', '{}'),
      plantTag(digest, 'ann', '[]'),
      listTag(digest, 'ann', 'r', { limit: 20 }),
      listTag(digest, 'bob', 'r', { limit: 20 }),
      listTag(digest, 'ann', 's', { limit: 20 }),
      listTag(digest, 'ann', 'r', { limit: 21 }),
      listTag(digest, 'ann', 'r', { limit: 20, tag: '' }),
    ]
    expect(new Set([...tags(), ...tags()]).size).toBe(8)
    const [one, other] = [
      { limit: 20, tag: 'x', after: undefined },
      { tag: 'x', limit: 20 },
    ]
    expect(listTag(digest, 'ann', 'r', one)).toBe(listTag(digest, 'ann', 'r', other))
    for (const tag of tags()) expect(tag).toMatch(/^"[A-Za-z0-9_-]{27}"$/)
  })
})
