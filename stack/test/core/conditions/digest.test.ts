import { expect, it } from 'vitest'
import { toBase64url } from '../../../core/conditions/digest.ts'

it.each([[], [0], [251, 239, 190], [255, 255, 254, 63, 191], [105, 183, 29, 121]])(
  'base64url of %j is that of Node',
  (...bytes) => {
    expect(toBase64url(Uint8Array.from(bytes))).toBe(Buffer.from(bytes).toString('base64url'))
  },
)
