// How a response arrives: an adapter delivers it slowly, or only a part of it.

import type { Delivery } from './control.ts'

/** The parts of a body, ten for each second. */
export function* toChunks(bytes: Uint8Array, { cut, bytesPerSecond = Number.POSITIVE_INFINITY }: Delivery) {
  const end = cut === 'middle' ? bytes.length >> 1 : bytes.length
  const size = Math.max(1, Math.floor(bytesPerSecond / chunksPerSecond))
  for (let start = 0; start < end; start += size) yield bytes.subarray(start, Math.min(start + size, end))
}

const chunksPerSecond = 10
export const chunkEveryMs = 1000 / chunksPerSecond
