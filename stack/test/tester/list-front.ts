// Lists by hand, in front of a service of items with `name`, `tag` and `createdAt`: it remembers what the service creates,
// changes and deletes, and makes each page itself. A defect replaces one of its functions.
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenOn } from '../support/free-port.ts'

type Item = Record<'id' | 'name' | 'tag' | 'createdAt' | 'updatedAt', string>

export interface Entry {
  item: Item
  /** Versions before changes, the newest first. */
  earlier: Item[]
  isDeleted: boolean
  owner: string
}

export interface Query {
  tag?: string
  q?: string
  createdSince?: string
  sort?: string
  limit?: string
  after?: string
  afterValue?: string
  count?: string
}

export interface Position {
  id: string
  value: string
}

const lists = {
  query: (text: string): Query => Object.fromEntries(new URLSearchParams(text)),
  /** The items that a list can have. */
  visible: (entries: Entry[], owner: string, _query: Query) =>
    entries.filter((entry) => entry.owner === owner && !entry.isDeleted),
  /** What a search reads. */
  searched: ({ item }: Entry) => [item.name, item.tag],
  words: (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [],
  hasWord: (words: string[], word: string) => words.some((candidate) => candidate.startsWith(word)),
  isFound(entry: Entry, q: string) {
    const words = this.searched(entry).flatMap((text) => this.words(text))
    return this.words(q).every((word) => this.hasWord(words, word))
  },
  hasTag: ({ item }: Entry, tag: string) => item.tag === tag,
  isSince: ({ item }: Entry, time: string) => item.createdAt.replace('Z', '') >= toTime(time),
  /** The parameters that choose items. */
  narrow: (query: Query) => query,
  isSelected(entry: Entry, query: Query) {
    const { tag, q, createdSince } = this.narrow(query)
    return (
      (tag === undefined || this.hasTag(entry, tag)) &&
      (q === undefined || this.isFound(entry, q)) &&
      (createdSince === undefined || this.isSince(entry, createdSince))
    )
  },
  fieldOf: ({ sort, createdSince }: Query): keyof Item | undefined => {
    if (sort?.endsWith('name')) return 'name'
    return (sort ?? createdSince) === undefined ? undefined : 'createdAt'
  },
  value: ({ item }: Entry, field: keyof Item) => item[field],
  compareValues: (first: string, second: string): number => Buffer.compare(Buffer.from(first), Buffer.from(second)),
  compare(first: Position, second: Position, descends: boolean) {
    const compared =
      this.compareValues(first.value, second.value) || (first.id < second.id ? -1 : Number(first.id > second.id))
    return descends ? -compared : compared
  },
  /** @param present Value of the item after which the page begins. */
  cursorValue: (afterValue: string | undefined, present: string | undefined) => afterValue ?? present,
  isAfter(position: Position, from: Position, descends: boolean) {
    return this.compare(position, from, descends) > 0
  },
  limit: ({ limit = '20' }: Query) => Number(limit),
  hasNext: (length: number, limit: number) => length > limit,
  linked: (query: Query, position: Position, field: keyof Item | undefined): Query => {
    const { afterValue: _, ...others } = query
    return { ...others, after: position.id, ...(field && { afterValue: position.value }) }
  },
  encode: (text: string) => encodeURIComponent(text),
  /** @returns The last change of a page, and of its items. */
  finish: (items: Item[], _query: Query, _all: Item[]) => items,
  total: (all: Entry[], _listed: Entry[]) => String(all.length),
}

export type Lists = typeof lists

export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export function toTime(text: string): string {
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? []
  const time = new Date(text.replace(/\.\d+/, '')).toISOString().slice(0, 19)
  // More digits than three are later than the millisecond.
  return `${time}.${fraction.padEnd(3, '0')}`.replace(/(\.\d{3})0*$/, '$1')
}

function getPage(all: Lists, entries: Entry[], owner: string, text: string) {
  const query = all.query(text)
  const field = all.fieldOf(query)
  const descends = query.sort?.startsWith('-') === true
  const toPosition = (entry: Entry) => ({ id: entry.item.id, value: field ? all.value(entry, field) : '' })
  const visible = all.visible(entries, owner, query)
  const selected = visible
    .filter((entry) => all.isSelected(entry, query))
    .sort((first, second) => all.compare(toPosition(first), toPosition(second), descends))
  const { after, afterValue } = query
  const last = visible.find(({ item }) => item.id === after)
  const value = all.cursorValue(afterValue, last && toPosition(last).value)
  const from = after === undefined ? undefined : { id: after, value: field ? value : '' }
  const rest =
    from === undefined
      ? selected
      : selected.filter(
          (entry) =>
            from.value !== undefined && all.isAfter(toPosition(entry), { ...from, value: from.value }, descends),
        )
  const limit = all.limit(query)
  const listed = rest.slice(0, limit)
  const end = listed.at(-1)
  const pairs = end && all.hasNext(rest.length, limit) ? Object.entries(all.linked(query, toPosition(end), field)) : []
  const link = pairs.map(([name, value]) => `${name}=${all.encode(value)}`).join('&')
  const items = all.finish(
    listed.map(({ item }) => item),
    query,
    rest.map(({ item }) => item),
  )
  return {
    body: JSON.stringify(items),
    headers: {
      link: link === '' ? undefined : `<?${link}>; rel="next"`,
      'total-count': query.count === 'true' ? all.total(selected, listed) : undefined,
    },
  }
}

/** @param url The service behind it. @param defect Functions in place of those above. */
export async function startListFront(url: string, defect: Partial<Lists> = {}) {
  const all: Lists = { ...lists, ...defect }
  const entries: Entry[] = []
  const agent = new Agent({ keepAlive: true })
  const remember = (sent: IncomingMessage, status: number, body: string) => {
    const { method, url: target = '', headers } = sent
    const id = target.split('/')[2]
    const entry = entries.find((candidate) => candidate.item.id === id)
    if (method === 'POST' && status === 201) {
      const item: Item = { tag: '', ...JSON.parse(body) }
      if (entries.every((entry) => entry.item.id !== item.id))
        entries.push({ item, earlier: [], isDeleted: false, owner: headers.authorization ?? '' })
    }
    if (method === 'PATCH' && status === 200 && entry) {
      entry.earlier.unshift(entry.item)
      entry.item = { tag: '', ...JSON.parse(body) }
    }
    if (method === 'DELETE' && status === 204 && entry) entry.isDeleted = true
  }
  const server = createServer(async (req, res) => {
    const { method, headers, rawHeaders: raw } = req
    const requestBody = await buffer(req)
    const forwarded = request(url + req.url, { method, headers: raw, agent }, async (response) => {
      const body = await buffer(response)
      const { statusCode: status = 500, rawHeaders } = response
      remember(req, status, body.toString())
      const [, path = '', text = ''] = /^([^?]*)\??(.*)$/.exec(req.url ?? '') ?? []
      const isPage = method === 'GET' && status === 200 && /^\/\w+$/.test(path)
      const page = isPage ? getPage(all, entries, headers.authorization ?? '', text) : { body, headers: {} }
      const pairs = rawHeaders.flatMap((name, index) =>
        index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
      )
      const omitted = /^(?:connection|keep-alive|transfer-encoding|content-length)$/i
      for (const [name, value] of pairs)
        if (!omitted.test(name) && !(isPage && /^(?:link|total-count)$/i.test(name))) res.appendHeader(name, value)
      for (const [name, value] of Object.entries(page.headers)) if (value !== undefined) res.setHeader(name, value)
      if (status !== 204 && status !== 304 && method !== 'HEAD')
        res.setHeader('Content-Length', Buffer.byteLength(page.body))
      res.writeHead(status).end(page.body)
    })
    // The tester may be at its end.
    forwarded.on('error', () => res.destroy()).end(requestBody)
  })
  return {
    url: `http://127.0.0.1:${await listenOn(server)}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
