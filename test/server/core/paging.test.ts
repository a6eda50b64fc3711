import { describe, expect, it } from 'vitest'
import { nextLink, pageStart } from '../../../server/core/paging.ts'

const id = '019a9f3e-5c80-7a11-8e5d-00ff0a6c2b9d'
/** Version 0.4.0 gave this cursor to a caller after the plant with this id. */
const cursor = 'AZqfPlyAehGOXQD_Cmwrne3JEW8Gkdd5'

describe('pageStart', () => {
  it('is undefined for the first page', () => expect(pageStart({})).toBeUndefined())

  it('is the value of `after`', () => expect(pageStart({ after: id })).toBe(id))

  it('is the id in a cursor of version 0.4.0', () => expect(pageStart({ cursor })).toBe(id))

  it('prefers `after` to `cursor`', () => expect(pageStart({ after: id, cursor: 'A'.repeat(32) })).toBe(id))

  it.each(['A', '_', '-', '0', 'z'])('is a UUID for every cursor that the contract allows: %s...', (character) => {
    expect(pageStart({ cursor: character.repeat(32) })).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/)
  })
})

describe('nextLink', () => {
  it('has the limit, the id of the last plant, and the tag', () => {
    expect(nextLink({ limit: 5 }, { id })).toBe(`<?limit=5&after=${id}>; rel="next"`)
    expect(nextLink({ limit: 5, tag: '' }, { id })).toBe(`<?limit=5&after=${id}&tag=>; rel="next"`)
    expect(nextLink({ limit: 5, tag: 'a&b>' }, { id })).toBe(`<?limit=5&after=${id}&tag=a%26b%3E>; rel="next"`)
  })
})
