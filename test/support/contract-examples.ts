// Plants and problems as the examples of the contract have them.
import type { Plant, Problem } from '@plant-collection/client'

const instance = 'urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a'

export const monstera: Plant = {
  id: '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41',
  name: 'Monstera deliciosa',
  tag: 'Araceae',
  createdAt: '2025-11-20T09:00:00.000Z',
  updatedAt: '2025-11-20T09:00:00.000Z',
}

export const fern: Plant = {
  id: '019a9f3e-6068-7c02-9b1f-52d7e8a40c15',
  name: 'The fern on the stairs',
  tag: '',
  createdAt: '2025-11-20T09:00:01.000Z',
  updatedAt: '2025-11-20T09:00:01.000Z',
}

/** @param type The last segment of the problem type. */
export function problem(status: number, type: string): Problem {
  return { type: `tag:plants.example,2026:${type}`, title: 'A title', status, detail: 'A detail.', instance }
}
