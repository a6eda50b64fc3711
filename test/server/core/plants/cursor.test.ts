import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readCursor, writeCursor } from '../../../../server/core/plants/cursor.ts'
import { fromBase64url, toBase64url } from '../../../../server/core/plants/digest.ts'

const sha256 = (data: Uint8Array): Uint8Array => createHash('sha256').update(data).digest()
const id = '019a9f3e-5c80-7a11-8e5d-00ff0a6c2b9d'
const cursor = writeCursor(id, 'ann', sha256)

describe('a cursor', () => {
  it('is 32 characters of base64url, and is read as the id', () => {
    expect(cursor).toMatch(/^[\w-]{32}$/)
    expect(readCursor(cursor, 'ann', sha256)).toBe(id)
  })

  it('is not valid for another caller', () => {
    const errors = [{ parameter: 'cursor', detail: 'must come from a Link header that you received' }]
    expect(() => readCursor(cursor, 'bob', sha256)).toThrow(expect.objectContaining({ errors }))
  })

  it.each(Array.from({ length: 24 }, (_, index) => index))('is not valid with another byte %i', (index) => {
    const bytes = fromBase64url(cursor)
    bytes[index] = (bytes[index] ?? 0) ^ 1
    expect(() => readCursor(toBase64url(bytes), 'ann', sha256)).toThrow('cursor')
  })
})
