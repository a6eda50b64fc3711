// Problems of the contract, with a made-up title and detail.
import type { Problem } from '@plant-collection/client'

const instance = 'urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a'

/** @param type The last segment of the problem type. */
export function problem(status: number, type: string): Problem {
  return { type: `tag:plants.example,2026:${type}`, title: 'A title', status, detail: 'A detail.', instance }
}
