// The five operations. A baseline parses and validates a request, calls one of them, and sends the result.
import { hash, randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { ListQuery, Plant } from './list.ts'
import { Problem } from './problem.ts'
import { openStore } from './store.ts'

export interface Result {
  status: number
  headers: Record<string, string>
  body?: Plant | Plant[]
}

const store = openStore(process.env.DATA ?? '')

export const plants = {
  list(owner: string, query: ListQuery): Result {
    const { limit = 20, after: _, afterValue: _before, ...filters } = query
    const listed = store.list(owner, query, limit + 1)
    const page = listed.slice(0, limit)
    const headers = responseHeaders()
    const [last, value] = (listed.length > limit && page.at(-1)) || []
    if (last) {
      const cursor = { limit: String(limit), after: last.id, ...(value && { afterValue: value }) }
      headers.Link = `<?${new URLSearchParams({ ...cursor, ...filters })}>; rel="next"`
    }
    return { status: 200, headers, body: page.map(([plant]) => plant) }
  },

  async create(owner: string, { name, tag = '' }: { name: string; tag?: string }): Promise<Result> {
    const now = new Date().toISOString()
    const plant = { id: uuidv7(), name, tag, createdAt: now, updatedAt: now }
    await store.create(owner, plant)
    return { status: 201, headers: { ...getHeaders(plant), Location: `plants/${plant.id}` }, body: plant }
  },

  get(owner: string, id: string): Result {
    const plant = store.get(owner, id) ?? throwNotFound()
    return { status: 200, headers: getHeaders(plant), body: plant }
  },

  async update(
    owner: string,
    id: string,
    patch: { name?: string; tag?: string | null },
    ifMatch: string | undefined,
  ): Promise<Result> {
    const changed = await store.update(owner, id, (plant) => {
      requireMatch(ifMatch, plant)
      const { name = plant.name, tag = plant.tag } = patch
      if (name === plant.name && (tag ?? '') === plant.tag) return plant
      return { ...plant, name, tag: tag ?? '', updatedAt: new Date().toISOString() }
    })
    const plant = changed ?? throwNotFound()
    return { status: 200, headers: getHeaders(plant), body: plant }
  },

  async delete(owner: string, id: string, ifMatch: string | undefined): Promise<Result> {
    const isDeleted = await store.delete(owner, id, (plant) => requireMatch(ifMatch, plant))
    if (!isDeleted) throwNotFound()
    return { status: 204, headers: responseHeaders() }
  },
}

export function entityTag(text: string): string {
  return `"${hash('sha1', text, 'base64url')}"`
}

export function matches(header: string, tag: string): boolean {
  return header === '*' || header.includes(tag)
}

function getHeaders(plant: Plant): Record<string, string> {
  return { ...responseHeaders(), 'Last-Modified': new Date(plant.updatedAt).toUTCString() }
}

function responseHeaders(): Record<string, string> {
  return { 'Request-Id': randomUUID(), 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Origin' }
}

function requireMatch(ifMatch: string | undefined, plant: Plant): void {
  if (ifMatch !== undefined && !matches(ifMatch, entityTag(JSON.stringify(plant)))) {
    throw new Problem(412, 'If-Match does not match the current ETag.')
  }
}

function throwNotFound(): never {
  throw new Problem(404, 'You have no such plant.')
}
