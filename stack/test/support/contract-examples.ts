// The lamps of the examples in the contract, and problems and calls for them. Plain Prism returns the same lamps.
import { readFileSync } from 'node:fs'
import type { Lamp, LampClient, Problem } from './lamp-client.ts'

export const instance = 'urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a'

const { components } = JSON.parse(readFileSync(new URL('../product/generated/openapi.json', import.meta.url), 'utf8'))

export const etag = String(components.headers.ETag.example)

export const ceiling: Lamp = {
  id: '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41',
  name: 'Ceiling lamp',
  tag: 'hallway',
  createdAt: '2025-11-20T09:00:00.000Z',
  updatedAt: '2025-11-20T09:00:00.000Z',
}

export const stairs: Lamp = {
  id: '019a9f3e-6068-7c02-9b1f-52d7e8a40c15',
  name: 'The lamp on the stairs',
  tag: '',
  createdAt: '2025-11-20T09:00:01.000Z',
  updatedAt: '2025-11-20T09:00:01.000Z',
}

export const path = { id: ceiling.id }

/** @param type The last segment of the problem type. */
export function problem(status: number, type: string): Problem {
  return { type: `tag:rooms.example,2026:${type}`, title: 'A title', status, detail: 'A detail.', instance }
}

/** A valid call of each operation that the tests of the client use. */
export const calls = {
  listLamps: (client: LampClient) => client.listLamps(),
  createLamp: (client: LampClient) => client.createLamp({ body: { name: 'Desk' } }),
  getLamp: (client: LampClient) => client.getLamp({ path }),
  updateLamp: (client: LampClient) => client.updateLamp({ path, body: { name: 'Desk' } }),
  deleteLamp: (client: LampClient) => client.deleteLamp({ path }),
}

export type CalledOperation = keyof typeof calls
