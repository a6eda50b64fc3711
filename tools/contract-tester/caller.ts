// A caller of the service, and a model of its collection: each result is compared with what the model says.
import { itemsOf, type Session } from './call.ts'
import { percentEncoded } from './requests/values.ts'

export interface Plant {
  id: string
  name: string
  tag: string
  createdAt: string
  updatedAt: string
}

interface Stored {
  plant: Plant
  etag: string
  /** The entity tag before the last change. */
  earlier?: string
}

/** The two ways to find the next page: the `Link` header, and the `id` of the last plant. */
export const ways = ['Link', 'after'] as const

interface Listing {
  limit?: number
  tag?: string
  way?: (typeof ways)[number]
  afterPage?: () => Promise<void>
}

type Headers = Record<string, string>

export class Caller {
  readonly session: Session
  readonly token: string
  /** The plants that the service must have, besides those that were there before. */
  readonly plants = new Map<string, Stored>()
  readonly deleted: string[] = []
  /** Others whose plants this caller must not see. */
  readonly others: Caller[] = []

  constructor(session: Session, token = session.target.values.token ?? '') {
    this.session = session
    this.token = token
  }

  send(operationId: string, options: Parameters<Session['send']>[1], status: number, check = this.session.check) {
    return this.session.send(operationId, { token: this.token, ...options }, status, check)
  }

  /** @returns The plant; its fields may be `undefined` if the response is not valid. */
  async create(body: { name?: unknown; tag?: unknown }, headers: Headers = {}): Promise<Stored & { id: string }> {
    const { response, value } = await this.send('createPlant', { body, headers }, 201, 'positive_data_acceptance')
    const plant: Plant = Object(value)
    const { id, name, tag } = plant
    const stored = { plant, etag: response.headers.etag ?? '' }
    if (response.status === 201) {
      this.#expectStored('the created plant', { name, tag }, { name: body.name, tag: body.tag ?? '' })
      this.#expectStored('header location', response.headers.location, `plants/${id}`)
      this.#checkDates(plant, response.headers)
      const isNew = [...this.plants.values()].every(({ etag }) => etag !== stored.etag)
      this.session.expect(isNew, `etag of two plants: ${stored.etag}`, 'entity_tag_conformance')
      this.plants.set(id, stored)
    }
    return { ...stored, id }
  }

  /** Creates plants with the same tag; returns their identifiers in the order of lists. */
  async createSeveral(count: number, tag?: string): Promise<string[]> {
    const ids: string[] = []
    for (let left = count; left > 0; left--) ids.push((await this.create({ name: `plant ${left}`, tag })).id)
    return ids.toSorted()
  }

  /** Reads a plant and compares it with the model. */
  async read(id: string): Promise<void> {
    const stored = this.plants.get(id)
    const { response, value } = await this.send('getPlant', { id }, 200, 'ensure_resource_availability')
    if (response.status !== 200) return
    this.#expectStored('the plant', value, stored?.plant)
    this.session.expectEqual('header etag', response.headers.etag, stored?.etag, 'entity_tag_conformance')
    this.#checkDates(Object(value), response.headers)
  }

  async change(id: string, patch: Record<string, unknown>, headers: Headers = {}) {
    const { session } = this
    const before = this.plants.get(id)
    const options = { id, body: patch, headers }
    const { response, value } = await this.send('updatePlant', options, 200, 'positive_data_acceptance')
    if (response.status !== 200 || before === undefined) return
    const plant: Plant = Object(value)
    const { createdAt, updatedAt } = before.plant
    const etag = response.headers.etag ?? ''
    const isChanged = etag !== before.etag
    this.plants.set(id, { plant, etag, ...(isChanged && { earlier: before.etag }) })
    const { name = before.plant.name, tag = before.plant.tag } = patch
    const expected = { name, tag: tag ?? '' }
    this.#expectStored('the changed plant', { name: plant.name, tag: plant.tag }, expected)
    this.#expectStored('id', plant.id, id)
    session.expectEqual('createdAt', plant.createdAt, createdAt, 'timestamps')
    this.#checkDates(plant, response.headers)
    if (expected.name === before.plant.name && expected.tag === before.plant.tag) {
      session.expectEqual('updatedAt without a change', plant.updatedAt, updatedAt, 'timestamps')
      session.expectEqual('etag without a change', etag, before.etag, 'entity_tag_conformance')
    } else {
      this.#expectTime(plant.updatedAt >= updatedAt, `${updatedAt} or later`, plant.updatedAt)
      const message = `etag: expected another one than ${before.etag} after a change`
      session.expect(isChanged, message, 'entity_tag_conformance')
    }
  }

  async remove(id: string, headers: Headers = {}): Promise<void> {
    await this.send('deletePlant', { id, headers }, 204, 'positive_data_acceptance')
    this.plants.delete(id)
    this.deleted.push(id)
  }

  /** Reads one page. */
  async page(query: string[]): Promise<{ plants: Plant[]; ids: string[]; etag: string; headers: Headers }> {
    const { value, response } = await this.send('listPlants', { query }, 200, 'positive_data_acceptance')
    const plants = itemsOf(value).map((plant): Plant => Object(plant))
    const { headers } = response
    return { plants, ids: plants.map(({ id }) => id), etag: headers.etag ?? '', headers }
  }

  /** Lists all pages from the position where the run began, and compares them with the model. */
  async list({ limit = 20, tag, way = 'Link', afterPage }: Listing = {}): Promise<Plant[]> {
    const expect = (isMet: boolean, message: string) => this.session.expect(isMet, message, 'listing_conformance')
    const atStart = { plants: [...this.plants.keys()], deleted: [...this.deleted] }
    const filter = tag === undefined ? [] : [tagQuery(tag)]
    const { start } = this.session.target.values
    const listed: Plant[] = []
    let query: string[] | undefined = [`limit=${limit}`, ...(start ? [`after=${start}`] : []), ...filter]
    while (query !== undefined) {
      const page = await this.page(query)
      const { length } = page.plants
      expect(length <= limit, `a page: expected at most ${limit} plants, got ${length}`)
      // A list that does not advance is reported below, but never ends.
      const isAdvancing = (page.ids[0] ?? '') > (listed.at(-1)?.id ?? '')
      listed.push(...page.plants)
      const link = /^<\?([^>]+)>; rel="next"$/.exec(page.headers.link ?? '')?.[1]
      const isFull = length === limit
      const message = `a page that is not the last one: expected ${limit} plants, got ${length}`
      expect(link === undefined || isFull, message)
      const after = isFull ? [`limit=${limit}`, `after=${page.ids.at(-1)}`, ...filter] : undefined
      query = way === 'Link' ? link?.split('&') : after
      if (!isAdvancing) break
      await afterPage?.()
    }
    this.#compare(listed, atStart, tag)
    return listed
  }

  /** Plants that were created or deleted while the list was read may be in it, or not. */
  #compare(listed: Plant[], atStart: { plants: string[]; deleted: string[] }, tag: string | undefined): void {
    const { session, plants } = this
    const check = 'listing_conformance'
    const ids = listed.map(({ id }) => id)
    session.expectEqual('the order of a list', ids, ids.toSorted(), check)
    const start = session.target.values.start ?? ''
    const missing = atStart.plants.filter((id) => {
      const known = plants.get(id)?.plant
      const belongs = known !== undefined && id > start && (tag === undefined || known.tag === tag)
      return belongs && !ids.includes(id)
    })
    session.expectEqual('plants that the list lacks', missing, [], check)
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
    session.expectEqual('plants that are listed twice', twice, [], check)
    const gone = atStart.deleted.filter((id) => ids.includes(id))
    session.expectEqual('deleted plants in the list', gone, [], 'use_after_free')
    const foreign = this.others.flatMap((other) => [...other.plants.keys()]).filter((id) => ids.includes(id))
    session.expectEqual("another caller's plants in the list", foreign, [], 'ownership')
    if (tag !== undefined) {
      const wrong = listed.filter((plant) => plant.tag !== tag).map((plant) => plant.tag)
      const what = `other tags in the list of the tag ${JSON.stringify(tag)}`
      session.expectEqual(what, wrong, [], 'filter_conformance')
    }
    for (const plant of listed) {
      const known = plants.get(plant.id)?.plant
      if (known !== undefined) this.#expectStored('a listed plant', plant, known)
    }
  }

  #expectStored(what: string, actual: unknown, expected: unknown): void {
    this.session.expectEqual(what, actual, expected, 'ensure_resource_availability')
  }

  #expectTime(isMet: boolean, expected: string, updatedAt: string): void {
    this.session.expect(isMet, `updatedAt: expected ${expected}, got ${updatedAt}`, 'timestamps')
  }

  /** `Last-Modified` is `updatedAt`, and both times are in UTC. */
  #checkDates({ createdAt, updatedAt }: Plant, headers: Headers): void {
    const seconds = wholeSeconds(updatedAt)
    if (Number.isNaN(seconds)) return
    const expected = new Date(seconds).toUTCString()
    this.session.expectEqual('header last-modified', headers['last-modified'], expected, 'timestamps')
    this.#expectTime(createdAt <= updatedAt, `${createdAt} (createdAt) or later`, updatedAt)
    // All these plants were just created. `Date` is the clock of the service (RFC 9110, 6.6.1).
    const date = Date.parse(headers.date ?? '')
    const isNow = Number.isNaN(date) || Math.abs(date - seconds) < 600_000
    this.#expectTime(isNow, `the time of the service, ${headers.date}`, updatedAt)
  }
}

/** The time in milliseconds, without the fraction of a second, which dates in headers do not have. */
export function wholeSeconds(time = ''): number {
  return Math.floor(Date.parse(time) / 1000) * 1000
}

export function tagQuery(tag: string): string {
  return `tag=${percentEncoded(tag, 'all')}`
}
