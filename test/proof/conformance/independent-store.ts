// Part of the independent server (independent-server.ts): plants, their entity tags and the conditions of requests.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Defect } from './defects.ts'
import { parseDate } from './independent-requests.ts'
import { json, Refusal, type Reply, success } from './independent-responses.ts'

export interface Plant {
  id: string
  name: string
  tag: string
  createdAt: string
  updatedAt: string
}

interface Collection {
  plants: Map<string, Plant>
  keys: Map<string, { plant: Plant; fields: string; at: number }>
  revision: number
  cache: Map<string, { at: number; plants: Plant[] }>
}

export const digest = (text: string) => `"${createHash('sha1').update(text).digest('base64url')}"`
const httpDate = (time: string) => new Date(Math.floor(Date.parse(time) / 1000) * 1000).toUTCString()

export class Store {
  requests = 0
  readonly defect: Defect | undefined
  readonly collections = new Map<string, Collection>()
  lastId = 0

  constructor(defect: Defect | undefined) {
    this.defect = defect
  }

  get count(): number {
    return [...this.collections.values()].reduce((sum, { plants }) => sum + plants.size, 0)
  }

  has(...defects: Defect[]): boolean {
    return defects.some((one) => one === this.defect)
  }

  of(subject: string): Collection {
    const known = this.collections.get(subject)
    if (known) return known
    const added: Collection = { plants: new Map(), keys: new Map(), revision: 0, cache: new Map() }
    this.collections.set(subject, added)
    return added
  }

  add(caller: string, { name = '', tag = '' }: Partial<Plant>): Plant {
    // Ascending identifiers, even within a millisecond.
    this.lastId = Math.max(Date.now() * 1000, this.lastId + 1)
    const hex = this.lastId.toString(16).padStart(16, '0')
    const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-8${hex.slice(15)}00-${randomBytes(6).toString('hex')}`
    const time = this.time()
    const plant = {
      id: this.has('identifiers are upper-case') ? id.toUpperCase() : id,
      name,
      tag,
      createdAt: time,
      updatedAt: time,
    }
    const collection = this.of(caller)
    collection.plants.set(plant.id, plant)
    collection.revision++
    return plant
  }

  time(): string {
    if (this.has('times in local time')) return new Date(Date.now() + 2 * 3_600_000).toISOString()
    if (this.has('times without milliseconds')) return `${new Date().toISOString().slice(0, 19)}Z`
    return new Date().toISOString()
  }

  etag(plant: Plant, caller: string): string {
    if (this.has('ETag of a plant never changes')) return digest(plant.id)
    if (this.has('ETag of a plant changes at each request')) return digest(randomUUID())
    return digest(JSON.stringify([caller, plant]))
  }

  shown(plant: Plant): string {
    return JSON.stringify(this.has('tag null without a tag') && plant.tag === '' ? { ...plant, tag: null } : plant)
  }

  withPlant(status: number, plant: Plant, caller: string, headers: Record<string, string> = {}): Reply {
    const date = this.has('Last-Modified is the time of the request')
      ? new Date(Date.now() + 1000).toISOString()
      : this.has('Last-Modified is createdAt')
        ? plant.createdAt
        : plant.updatedAt
    const tag =
      this.has('ETag of a creation differs from that of a read') && status === 201
        ? digest('201')
        : this.etag(plant, caller)
    return {
      status,
      headers: success({ ETag: tag, 'Last-Modified': httpDate(date), ...json, ...headers }),
      body: this.shown(plant),
    }
  }

  /** RFC 9110, 13.2.2. @returns Whether to send 304. */
  conditions(req: IncomingMessage, tag: string, date?: string): boolean {
    const method = req.method === 'HEAD' ? 'GET' : (req.method ?? '')
    const {
      'if-match': match,
      'if-none-match': noneMatch,
      'if-modified-since': modified,
      'if-unmodified-since': unmodified,
    } = req.headers
    const named = (list: string): string[] => list.match(/(?:W\/)?"[^"]*"/g) ?? []
    const ignoresMatch = this.has(`If-Match ignored by ${method}` as Defect)
    if (match !== undefined && !ignoresMatch) {
      const list = this.has('If-Match reads only the first tag') ? named(match).slice(0, 1) : named(match)
      const isWeak = this.has('If-Match compares weakly') && list.includes(`W/${tag}`)
      const isAny = match === '*' && !this.has('If-Match refuses *')
      if (!isAny && !list.includes(tag) && !isWeak) throw new Refusal(412)
    } else if (match === undefined && date && unmodified && !this.has('If-Unmodified-Since ignored')) {
      if (Date.parse(httpDate(date)) > parseDate(unmodified)) throw new Refusal(412)
    }
    const isSince =
      date &&
      modified &&
      method === 'GET' &&
      !this.has('If-Modified-Since ignored') &&
      Date.parse(httpDate(date)) <= parseDate(modified)
    if (noneMatch !== undefined && !this.has('If-None-Match ignored')) {
      const isWeak = named(noneMatch).includes(`W/${tag}`) && !this.has('If-None-Match compares strongly')
      if (noneMatch === '*' || named(noneMatch).includes(tag) || isWeak) {
        if (method === 'GET') return true
        throw new Refusal(412)
      }
      return Boolean(isSince && this.has('If-Modified-Since before If-None-Match'))
    }
    return Boolean(isSince && noneMatch === undefined)
  }
}
