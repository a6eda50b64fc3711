// Entity tags: equal ones mean equal responses.
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { itemTag, listTag } from '../../../core/conditions/entity-tag.ts'

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
})
