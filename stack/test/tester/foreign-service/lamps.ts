// The lamps of all callers, in memory.
import { createHash, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { v7 as uuidv7 } from 'uuid'
import { isNotModified, requireConditions, type Validators } from './conditions.ts'
import { Problem } from './problem.ts'

interface Lamp {
  id: string
  name: string
  tag: string
  createdAt: string
  updatedAt: string
}

export interface Query {
  limit: number
  after: string
  tag: string | undefined
}

export interface Result {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

const firstPage: Query = { limit: 20, after: '', tag: undefined }

/** The lamps of one caller. */
export class Collection {
  readonly #lamps = new Map<string, Lamp>()
  readonly #created = new Map<string, { draft: string; lamp: Lamp }>()
  #revision = randomUUID()

  list(query: Query, headers: IncomingHttpHeaders): Result {
    const { limit, after, tag } = query
    const etag = this.#tagOf(query)
    if (isNotModified(headers, { etag })) return { status: 304, headers: { ETag: etag } }
    const fitting = [...this.#lamps.values()].filter((one) => one.id > after && (tag ?? one.tag) === one.tag)
    const page = fitting.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit)
    const next = new URLSearchParams({ limit: String(limit), after: page.at(-1)?.id ?? '' })
    const filter = tag === undefined ? '' : `&tag=${encodeURIComponent(tag)}`
    const link = fitting.length > limit && { Link: `<?${next}${filter}>; rel="next"` }
    return { status: 200, headers: { ETag: etag, ...link }, body: page }
  }

  create({ name, tag = '' }: Record<string, unknown>, key: string | undefined, headers: IncomingHttpHeaders): Result {
    requireConditions(headers, { etag: this.#tagOf(firstPage) })
    const draft = JSON.stringify([name, tag])
    const known = key === undefined ? undefined : this.#created.get(key)
    if (known && known.draft !== draft) throw new Problem('idempotency-key-reused', 'The key has other fields.')
    const now = new Date().toISOString()
    const lamp = known?.lamp ?? { id: uuidv7(), name: String(name), tag: String(tag), createdAt: now, updatedAt: now }
    if (!known) this.#store(lamp)
    if (key !== undefined) this.#created.set(key, { draft, lamp })
    const result = found(lamp)
    return { ...result, status: 201, headers: { ...result.headers, Location: `lamps/${lamp.id}` } }
  }

  get(id: string, headers: IncomingHttpHeaders): Result {
    const lamp = this.#find(id)
    const result = found(lamp)
    return isNotModified(headers, validatorsOf(lamp)) ? { status: 304, headers: result.headers } : result
  }

  update(id: string, patch: Record<string, unknown>, headers: IncomingHttpHeaders): Result {
    const lamp = this.#find(id)
    requireConditions(headers, validatorsOf(lamp))
    const { name = lamp.name, tag = lamp.tag } = patch
    const changed = { ...lamp, name: String(name), tag: String(tag ?? '') }
    if (changed.name === lamp.name && changed.tag === lamp.tag) return found(lamp)
    changed.updatedAt = new Date().toISOString()
    this.#store(changed)
    return found(changed)
  }

  delete(id: string, headers: IncomingHttpHeaders): Result {
    requireConditions(headers, validatorsOf(this.#find(id)))
    this.#lamps.delete(id)
    this.#revision = randomUUID()
    return { status: 204 }
  }

  #find(id: string): Lamp {
    const lamp = this.#lamps.get(id)
    if (lamp === undefined) throw new Problem('not-found', 'You have no such lamp.')
    return lamp
  }

  #store(lamp: Lamp): void {
    this.#lamps.set(lamp.id, lamp)
    this.#revision = randomUUID()
  }

  #tagOf({ limit, after, tag }: Query): string {
    return tagOf([this.#revision, limit, after, tag])
  }
}

function validatorsOf(lamp: Lamp): Validators {
  return { etag: tagOf(lamp), modified: Math.floor(Date.parse(lamp.updatedAt) / 1000) * 1000 }
}

function found(lamp: Lamp) {
  const headers = { ETag: tagOf(lamp), 'Last-Modified': new Date(lamp.updatedAt).toUTCString() }
  return { status: 200, headers, body: lamp }
}

function tagOf(value: unknown): string {
  return `"${createHash('sha1').update(JSON.stringify(value)).digest('base64url')}"`
}
