import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { listTag } from '../../../core/conditions/conditions.ts'

const digest = (text: string) => hash('sha256', text, 'base64url')
const place = { owner: 'ann', collection: '/lamps' }
const tag = (query: Record<string, unknown>) => listTag(digest, place, 'schema', '7', query)

it('lists with the same parameters in another order have the same entity tag', () => {
  expect(tag({ limit: 20, color: 'red', after: undefined })).toBe(tag({ color: 'red', limit: 20 }))
  expect(tag({ limit: 20, color: 'red' })).not.toBe(tag({ limit: 20, color: 'blue' }))
})
