// A caller of the service, and a model of its collection: each result is compared with what the model says.
import { call, expect, expectEqual, type Session, send } from './call.ts'
import type { Draft } from './requests/draft.ts'
import { percentEncoded } from './requests/encoding.ts'

export interface Plant {
  id: string
  name: string
  tag: string
  createdAt: string
  updatedAt: string
}

export interface Stored {
  plant: Plant
  etag: string
}

/** The two ways to find the next page: the `Link` header, and the `id` of the last plant. */
export const ways = ['Link', 'after'] as const

export interface Listing {
  limit?: number
  tag?: string
  way?: (typeof ways)[number]
  afterPage?: () => Promise<void>
}

export const ifMatch = (tag: string): Draft['headers'] => [['If-Match', tag]]

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

  send(operationId: string, options: Parameters<typeof send>[2], status: number, check: Parameters<typeof send>[4]) {
    return send(this.session, operationId, { token: this.token, ...options }, status, check)
  }

  /** @returns The plant; its fields may be `undefined` if the response is not valid. */
  async create(body: { name?: unknown; tag?: unknown }, headers: Draft['headers'] = []): Promise<Stored> {
    const result = await this.send('createPlant', { body, headers }, 201, 'positive_data_acceptance')
    const plant: Plant = Object(result.value)
    const stored = { plant, etag: result.response.headers.etag ?? '' }
    if (result.response.status !== 201) return stored
    const check = 'ensure_resource_availability'
    expectEqual(this.session, check, 'the created plant', fieldsOf(plant), { name: body.name, tag: body.tag ?? '' })
    expectEqual(this.session, check, 'header location', result.response.headers.location, `plants/${plant.id}`)
    this.#checkDates(plant, result.response.headers)
    this.plants.set(plant.id, stored)
    return stored
  }

  /** Reads a plant and compares it with the model. */
  async read(id: string): Promise<void> {
    const check = 'ensure_resource_availability'
    const stored = this.plants.get(id)
    const { response, value } = await this.send('getPlant', { id }, 200, check)
    if (response.status !== 200) return
    expectEqual(this.session, check, 'the plant', value, stored?.plant)
    expectEqual(this.session, 'entity_tag_conformance', 'header etag', response.headers.etag, stored?.etag)
    this.#checkDates(Object(value), response.headers)
  }

  async change(
    id: string,
    patch: Record<string, unknown>,
    headers: Draft['headers'] = [],
    mediaType?: string,
  ): Promise<void> {
    const { session } = this
    const before = this.plants.get(id)
    const options = { id, body: patch, headers, ...(mediaType && { mediaType }) }
    const { response, value } = await this.send('updatePlant', options, 200, 'positive_data_acceptance')
    if (response.status !== 200 || before === undefined) return
    const plant: Plant = Object(value)
    const etag = response.headers.etag ?? ''
    this.plants.set(id, { plant, etag })
    const { name = before.plant.name, tag = before.plant.tag } = patch
    const expected = { name, tag: tag ?? '' }
    expectEqual(session, 'ensure_resource_availability', 'the changed plant', fieldsOf(plant), expected)
    expectEqual(session, 'ensure_resource_availability', 'id', plant.id, id)
    expectEqual(session, 'timestamps', 'createdAt', plant.createdAt, before.plant.createdAt)
    this.#checkDates(plant, response.headers)
    const isSame = expected.name === before.plant.name && expected.tag === before.plant.tag
    if (isSame) {
      expectEqual(session, 'timestamps', 'updatedAt without a change', plant.updatedAt, before.plant.updatedAt)
      expectEqual(session, 'entity_tag_conformance', 'etag without a change', etag, before.etag)
    } else {
      const isLater = plant.updatedAt >= before.plant.updatedAt
      expect(
        session,
        'timestamps',
        isLater,
        `updatedAt: expected ${before.plant.updatedAt} or later, got ${plant.updatedAt}`,
      )
      expect(
        session,
        'entity_tag_conformance',
        etag !== before.etag,
        `etag: expected another one than ${before.etag} after a change`,
      )
    }
  }

  async remove(id: string, headers: Draft['headers'] = []): Promise<void> {
    await this.send('deletePlant', { id, headers }, 204, 'positive_data_acceptance')
    this.plants.delete(id)
    this.deleted.push(id)
  }

  /** Lists all pages from the position where the run began, and compares them with the model. Returns the plants. */
  async list({ limit = 20, tag, way = 'Link', afterPage }: Listing = {}): Promise<Plant[]> {
    const { session } = this
    const check = 'listing_conformance'
    const atStart = new Set(this.plants.keys())
    const filter = tag === undefined ? [] : [`tag=${percentEncoded(tag, 'all')}`]
    const { start } = session.target.values
    const listed: Plant[] = []
    const followed = new Set<string>()
    let query: string[] | undefined = [`limit=${limit}`, ...(start ? [`after=${start}`] : []), ...filter]
    while (query !== undefined) {
      followed.add(query.join('&'))
      const { response, value } = await this.send('listPlants', { query }, 200, 'positive_data_acceptance')
      const page = (Array.isArray(value) ? value : []).map((plant): Plant => Object(plant))
      expect(session, check, page.length <= limit, `a page: expected at most ${limit} plants, got ${page.length}`)
      listed.push(...page)
      const link = /^<\?([^>]+)>; rel="next"$/.exec(response.headers.link ?? '')?.[1]
      const isFull = link === undefined || page.length === limit
      expect(session, check, isFull, `a page that is not the last one: expected ${limit} plants, got ${page.length}`)
      const after = page.length === limit ? [`limit=${limit}`, `after=${page.at(-1)?.id}`, ...filter] : undefined
      query = way === 'Link' ? link?.split('&') : after
      if (query !== undefined && followed.has(query.join('&'))) {
        expect(session, check, false, `a page leads to an earlier page: ${query.join('&')}`)
        break
      }
      if (followed.size > 500) {
        expect(session, check, false, 'more than 500 pages, without an end')
        break
      }
      await afterPage?.()
    }
    this.#compare(listed, atStart, tag)
    return listed
  }

  #compare(listed: Plant[], atStart: ReadonlySet<string>, tag: string | undefined): void {
    const { session, plants } = this
    const check = 'listing_conformance'
    const ids = listed.map(({ id }) => id)
    expectEqual(session, check, 'the order of a list', ids, ids.toSorted())
    const start = session.target.values.start ?? ''
    const belongs = (id: string) => id > start && (tag === undefined || plants.get(id)?.plant.tag === tag)
    const missing = [...plants.keys()].filter((id) => atStart.has(id) && belongs(id) && !ids.includes(id))
    expectEqual(session, check, 'plants that the list lacks', missing, [])
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
    expectEqual(session, check, 'plants that are listed twice', twice, [])
    const gone = this.deleted.filter((id) => atStart.size > 0 && ids.includes(id) && !this.#deletedDuring.has(id))
    expectEqual(session, 'use_after_free', 'deleted plants in the list', gone, [])
    const foreign = this.others.flatMap((other) => [...other.plants.keys()]).filter((id) => ids.includes(id))
    expectEqual(session, 'ownership', "another caller's plants in the list", foreign, [])
    if (tag !== undefined) {
      const wrong = listed.filter((plant) => plant.tag !== tag).map((plant) => plant.tag)
      expectEqual(session, 'filter_conformance', `other tags in the list of the tag ${JSON.stringify(tag)}`, wrong, [])
    }
    for (const plant of listed) {
      const known = plants.get(plant.id)?.plant
      if (known !== undefined) expectEqual(session, 'ensure_resource_availability', 'a listed plant', plant, known)
    }
  }

  /** Plants that may still be on a page that was read before their deletion. */
  readonly #deletedDuring = new Set<string>()

  /** Deletes a plant while a list is read. */
  async removeDuringList(id: string): Promise<void> {
    this.#deletedDuring.add(id)
    await call(this.session.target, 'deletePlant', { id, token: this.token })
    this.plants.delete(id)
    this.deleted.push(id)
  }

  /** `Last-Modified` is `updatedAt`, and both times are in UTC. */
  #checkDates(plant: Plant, headers: Record<string, string>): void {
    const { createdAt, updatedAt } = plant
    const seconds = Math.floor(Date.parse(updatedAt) / 1000) * 1000
    if (Number.isNaN(seconds)) return
    expectEqual(
      this.session,
      'timestamps',
      'header last-modified',
      headers['last-modified'],
      new Date(seconds).toUTCString(),
    )
    const ordered = createdAt <= updatedAt
    expect(
      this.session,
      'timestamps',
      ordered,
      `updatedAt: expected ${createdAt} (createdAt) or later, got ${updatedAt}`,
    )
    // All these plants were just created. `Date` is the clock of the service (RFC 9110, 6.6.1).
    const date = Date.parse(headers.date ?? '')
    const isNow = Number.isNaN(date) || Math.abs(date - seconds) < 600_000
    expect(
      this.session,
      'timestamps',
      isNow,
      `updatedAt: expected the time of the service, ${headers.date}, got ${updatedAt}`,
    )
  }
}

function fieldsOf({ name, tag }: Plant): object {
  return { name, tag }
}
