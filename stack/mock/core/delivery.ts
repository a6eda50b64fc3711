// Delivery of a response by an HTTP adapter: slowly, or only in part.

import type { Delivery } from './control.ts'

/** Yields the parts of a body, ten for each second. */
export function* toChunks(bytes: Uint8Array, { cut, bytesPerSecond = Number.POSITIVE_INFINITY }: Delivery) {
  const end = cut === 'middle' ? bytes.length >> 1 : bytes.length
  const size = Math.max(1, Math.floor(bytesPerSecond / chunksPerSecond))
  for (let start = 0; start < end; start += size) yield bytes.subarray(start, Math.min(start + size, end))
}

const chunksPerSecond = 10
export const chunkEveryMs = 1000 / chunksPerSecond
