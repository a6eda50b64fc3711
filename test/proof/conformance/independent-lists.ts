// Part of the independent server (independent-server.ts): lists and creations.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Defect } from './defects.ts'
import { keyOf, type Query } from './independent-requests.ts'
import { json, Refusal, type Reply, success } from './independent-responses.ts'
import { digest, type Plant, Store } from './independent-store.ts'

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

export class Lists extends Store {
  page(caller: string, { limit: asked, after, tag }: Query): { page: Plant[]; limit: number; isLast: boolean } {
    const has = (...defects: Defect[]) => this.has(...defects)
    const collection = this.of(caller)
    const standard = has('default limit is 10') ? 10 : has('default limit is 100') ? 100 : 20
    const limit = has('limit ignored')
      ? 20
      : Math.max(0, (asked ?? standard) - (has('limit is one too small') && asked && asked > 1 ? 1 : 0))
    let all = [...collection.plants.values()]
    if (has("list has another caller's plants"))
      all = [...this.collections.values()].flatMap(({ plants }) => [...plants.values()])
    if (has('list is cached for a second')) {
      const key = JSON.stringify([asked, after, tag])
      const cached = collection.cache.get(key)
      if (cached && cached.at > Date.now() - 1000) all = cached.plants
      else collection.cache.set(key, { at: Date.now(), plants: all })
    }
    all.sort((one, other) =>
      has('list in order of names') ? compare(one.name, other.name) : compare(one.id, other.id),
    )
    if (has('list in descending order')) all.reverse()
    const matches = (plant: Plant) => {
      if (tag === undefined || has('tag filter ignored') || has('tag filter applied after the page is cut')) return true
      if (tag === '' && has('tag filter ignores an empty value')) return true
      if (has('tag filter ignores case')) return plant.tag.toLowerCase() === tag.toLowerCase()
      if (has('tag filter matches a prefix')) return tag === '' ? plant.tag === '' : plant.tag.startsWith(tag)
      if (has('tag filter matches a part')) return tag === '' ? plant.tag === '' : plant.tag.includes(tag)
      if (has('tag filter normalises Unicode')) return plant.tag.normalize() === tag.normalize()
      return plant.tag === tag
    }
    let found = all.filter(matches)
    if (after !== undefined && !has('after ignored')) {
      const isUnknown = has('after of a deleted plant starts at the beginning') && !collection.plants.has(after)
      if (has('positions instead of identifiers in pages')) {
        const index = (this.positions.get(`${caller} ${after}`) ?? found.findIndex(({ id }) => id > after) - 1) + 1
        found = found.slice(index)
      } else if (!isUnknown) {
        found = found.filter(({ id }) =>
          has('after includes the plant itself')
            ? id >= after
            : has('list in descending order')
              ? id < after
              : id > after,
        )
      }
      if (has('list skips a plant at each page break')) found = found.slice(1)
    }
    const page = found.slice(0, limit)
    if (has('positions instead of identifiers in pages'))
      for (const { id } of page)
        this.positions.set(
          `${caller} ${id}`,
          all.filter(matches).findIndex((one) => one.id === id),
        )
    const isLast = found.length <= limit - (has('Link on an exactly full last page') ? 1 : 0)
    const shown =
      has('tag filter applied after the page is cut') && tag !== undefined
        ? page.filter((plant) => plant.tag === tag)
        : page
    return { page: shown, limit: asked ?? limit, isLast }
  }

  readonly positions = new Map<string, number>()

  listTag(caller: string, query: Query, page: Plant[]): string {
    const { revision, plants } = this.of(caller)
    if (this.has('ETag of a list never changes')) return digest(JSON.stringify([caller, query]))
    if (this.has('ETag of a list is equal on all pages')) return digest(`${caller} ${revision}`)
    if (this.has('ETag of a list depends on its length only'))
      return digest(JSON.stringify([caller, query, plants.size]))
    if (this.has('ETag of a list ignores changes on other pages')) return digest(JSON.stringify([caller, query, page]))
    if (this.has('ETag of a list is equal for all callers'))
      return digest(JSON.stringify([query, page, plants.size, page.length === 0 ? 0 : revision]))
    return digest(JSON.stringify([caller, query, revision, page]))
  }

  list(caller: string, query: Query, req: IncomingMessage): Reply {
    const { page, limit, isLast } = this.page(caller, query)
    const tag = this.listTag(caller, query, page)
    if (this.conditions(req, tag)) return { status: 304, headers: success({ ETag: tag }), body: '' }
    const next = new URLSearchParams(this.has('limit lost in Link') ? {} : { limit: String(limit) })
    next.set('after', page.at(-1)?.id ?? '')
    if (query.tag !== undefined && !this.has('tag filter lost in Link')) next.set('tag', query.tag)
    const isLinked = !this.has('Link missing') && page.length > 0 && (!isLast || this.has('Link on the last page'))
    const isDeprecated =
      this.has('Deprecation on every list') || (query.cursor !== undefined && !this.has('cursor without Deprecation'))
    const headers = success({
      ...json,
      ETag: tag,
      ...(isLinked && { Link: `<?${next}>; rel="next"` }),
      ...(isDeprecated && { Deprecation: '@1795305600', Sunset: 'Mon, 22 Nov 2027 00:00:00 GMT' }),
    })
    const rows = this.has('PATCH changes the list only later')
      ? page.map((plant) => this.stale.get(plant.id) ?? plant)
      : page
    return { status: 200, headers, body: `[${rows.map((plant) => this.shown(plant)).join()}]` }
  }

  readonly stale = new Map<string, Plant>()

  async create(caller: string, fields: Partial<Plant>, req: IncomingMessage): Promise<Reply> {
    const has = (...defects: Defect[]) => this.has(...defects)
    const key = has('Idempotency-Key ignored') ? undefined : keyOf(req, has)
    const keys = this.of(has('Idempotency-Key shared between callers') ? 'all' : caller).keys
    if (
      key !== undefined &&
      has('Idempotency-Key used up by a false condition') &&
      (req.headers['if-match'] || req.headers['if-none-match'])
    )
      keys.set(key, { plant: { id: '', name: '', tag: '', createdAt: '', updatedAt: '' }, fields: '', at: Date.now() })
    const first = this.page(caller, {})
    this.conditions(req, this.listTag(caller, {}, first.page))
    const text = JSON.stringify([fields.name, fields.tag ?? ''])
    const earlier = key === undefined ? undefined : keys.get(key)
    const isKept = earlier && !(has('Idempotency-Key expires after 1 s') && earlier.at < Date.now() - 1000)
    const isForgotten =
      has('Idempotency-Key forgotten with the plant') && earlier && !this.of(caller).plants.has(earlier.plant.id)
    if (isKept && !isForgotten) {
      if (
        (earlier.fields !== text && !has('Idempotency-Key ignores other fields')) ||
        has('Idempotency-Key refuses every retry')
      )
        throw new Refusal(422)
      const now = has('Idempotency-Key returns the plant as it is now')
        ? this.of(caller).plants.get(earlier.plant.id)
        : undefined
      return this.withPlant(has('Idempotency-Key returns 200 for a retry') ? 200 : 201, now ?? earlier.plant, caller, {
        Location: `plants/${earlier.plant.id}`,
      })
    }
    if (has('Idempotency-Key races')) await wait(20)
    const plant = this.add(caller, fields)
    if (key !== undefined) keys.set(key, { plant, fields: text, at: Date.now() })
    const location = has('Location is absolute')
      ? `/plants/${plant.id}`
      : has('Location of another plant')
        ? `plants/${randomUUID()}`
        : `plants/${plant.id}`
    return this.withPlant(201, plant, caller, { Location: location })
  }
}
