import { expect, it } from 'vitest'
import type { Delivery } from '../../../mock/core/control.ts'
import { chunksOf, isSpecial } from '../../../mock/core/delivery.ts'

it.each<[Delivery, boolean, number[]]>([
  [{}, false, [50]],
  [{ bytesPerSecond: 250 }, true, [25, 25]],
  [{ bytesPerSecond: 200 }, true, [20, 20, 10]],
  [{ cut: 'middle' }, true, [25]],
])('a delivery %j is special: %j, and has parts of %j bytes', (delivery, special, sizes) => {
  expect(isSpecial(delivery)).toBe(special)
  expect(Array.from(chunksOf(new Uint8Array(50), delivery), ({ length }) => length)).toEqual(sizes)
})
