// Plants, problems and calls as the examples of the contract have them, so that tests and plain Prism use the same ones.
import { readFileSync } from 'node:fs'
import type { Plant, PlantClient, Problem } from '@plant-collection/client'

export const instance = 'urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a'

const { components } = JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'))

export const etag = String(components.headers.ETag.example)

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

export const path = { id: monstera.id }

/** @param type The last segment of the problem type. */
export function problem(status: number, type: string): Problem {
  return { type: `tag:plants.example,2026:${type}`, title: 'A title', status, detail: 'A detail.', instance }
}

/** A valid call of each operation that the tests of the client use. */
export const calls = {
  listPlants: (client: PlantClient) => client.listPlants(),
  createPlant: (client: PlantClient) => client.createPlant({ body: { name: 'Fern' } }),
  getPlant: (client: PlantClient) => client.getPlant({ path }),
  updatePlant: (client: PlantClient) => client.updatePlant({ path, body: { name: 'Fern' } }),
  deletePlant: (client: PlantClient) => client.deletePlant({ path }),
}

/** A new operation of the contract needs no line here. */
export type CalledOperation = keyof typeof calls
