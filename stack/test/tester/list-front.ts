// A reverse proxy for a service whose items have `name`, `tag` and `createdAt`. It records what the service creates,
// changes and deletes, and responds with its own pages of lists. A defect replaces some of its functions.
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenOn } from '../support/free-port.ts'

type Item = Record<'id' | 'name' | 'tag' | 'createdAt' | 'updatedAt', string>

export interface Entry {
  item: Item
  /** Earlier versions, the newest first. */
  previousVersions: Item[]
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

export interface SortKey {
  id: string
  value: string
}

const correctLists = {
  parseQuery: (text: string): Query => Object.fromEntries(new URLSearchParams(text)),
  /** Returns the items that a list can have. */
  findVisible: (entries: Entry[], owner: string, _query: Query) =>
    entries.filter((entry) => entry.owner === owner && !entry.isDeleted),
  /** Returns the strings that a search searches. */
  findTexts: ({ item }: Entry) => [item.name, item.tag],
  findWords: (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [],
  hasWord: (words: string[], word: string) => words.some((candidate) => candidate.startsWith(word)),
  isFound(entry: Entry, q: string) {
    const words = this.findTexts(entry).flatMap((text) => this.findWords(text))
    return this.findWords(q).every((word) => this.hasWord(words, word))
  },
  hasTag: ({ item }: Entry, tag: string) => item.tag === tag,
  isSince: ({ item }: Entry, time: string) => item.createdAt.replace('Z', '') >= toTime(time),
  /** Returns the parameters that select items. */
  selectCriteria: (query: Query) => query,
  isSelected(entry: Entry, query: Query) {
    const { tag, q, createdSince } = this.selectCriteria(query)
    return (
      (tag === undefined || this.hasTag(entry, tag)) &&
      (q === undefined || this.isFound(entry, q)) &&
      (createdSince === undefined || this.isSince(entry, createdSince))
    )
  },
  getSortField: ({ sort, createdSince }: Query): keyof Item | undefined => {
    if (sort?.endsWith('name')) return 'name'
    return (sort ?? createdSince) === undefined ? undefined : 'createdAt'
  },
  getValue: ({ item }: Entry, field: keyof Item) => item[field],
  compareValues: (first: string, second: string): number => Buffer.compare(Buffer.from(first), Buffer.from(second)),
  compare(first: SortKey, second: SortKey, descends: boolean) {
    const compared =
      this.compareValues(first.value, second.value) || (first.id < second.id ? -1 : Number(first.id > second.id))
    return descends ? -compared : compared
  },
  /** @param present Current value of the item in the cursor. */
  getCursorValue: (afterValue: string | undefined, present: string | undefined) => afterValue ?? present,
  isAfter(position: SortKey, from: SortKey, descends: boolean) {
    return this.compare(position, from, descends) > 0
  },
  getLimit: ({ limit = '20' }: Query) => Number(limit),
  hasNext: (length: number, limit: number) => length > limit,
  link: (query: Query, position: SortKey, field: keyof Item | undefined): Query => {
    const { afterValue: _, ...others } = query
    return { ...others, after: position.id, ...(field && { afterValue: position.value }) }
  },
  encode: (text: string) => encodeURIComponent(text),
  /** Changes the items of a page before they are sent. */
  edit: (items: Item[], _query: Query) => items,
  countItems: (all: Entry[], _listed: Entry[]) => String(all.length),
}

export type Lists = typeof correctLists

export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export function toTime(text: string): string {
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? []
  const time = new Date(text.replace(/\.\d+/, '')).toISOString().slice(0, 19)
  // Keeps digits after the milliseconds, except zeros: they make the time later.
  return `${time}.${fraction.padEnd(3, '0')}`.replace(/(\.\d{3})0*$/, '$1')
}

function getPage(lists: Lists, entries: Entry[], owner: string, text: string) {
  const query = lists.parseQuery(text)
  const field = lists.getSortField(query)
  const descends = query.sort?.startsWith('-') === true
  const toKey = (entry: Entry) => ({ id: entry.item.id, value: field ? lists.getValue(entry, field) : '' })
  const visible = lists.findVisible(entries, owner, query)
  const selected = visible
    .filter((entry) => lists.isSelected(entry, query))
    .sort((first, second) => lists.compare(toKey(first), toKey(second), descends))
  const { after, afterValue } = query
  const cursorItem = visible.find(({ item }) => item.id === after)
  const value = lists.getCursorValue(afterValue, cursorItem && toKey(cursorItem).value)
  const from = after === undefined ? undefined : { id: after, value: field ? value : '' }
  const rest =
    from === undefined
      ? selected
      : selected.filter(
          (entry) => from.value !== undefined && lists.isAfter(toKey(entry), { ...from, value: from.value }, descends),
        )
  const limit = lists.getLimit(query)
  const listed = rest.slice(0, limit)
  const last = listed.at(-1)
  const pairs = last && lists.hasNext(rest.length, limit) ? Object.entries(lists.link(query, toKey(last), field)) : []
  const link = pairs.map(([name, value]) => `${name}=${lists.encode(value)}`).join('&')
  const items = lists.edit(
    listed.map(({ item }) => item),
    query,
  )
  return {
    body: JSON.stringify(items),
    headers: {
      link: link === '' ? undefined : `<?${link}>; rel="next"`,
      'total-count': query.count === 'true' ? lists.countItems(selected, listed) : undefined,
    },
  }
}

/** @param url URL of the service. @param defect Functions that replace those of `correctLists`. */
export async function startListFront(url: string, defect: Partial<Lists> = {}) {
  const lists: Lists = { ...correctLists, ...defect }
  const entries: Entry[] = []
  const agent = new Agent({ keepAlive: true })
  const recordWrite = (sent: IncomingMessage, status: number, body: string) => {
    const { method, url: target = '', headers } = sent
    const id = target.split('/')[2]
    const entry = entries.find((candidate) => candidate.item.id === id)
    if (method === 'POST' && status === 201) {
      const item: Item = { tag: '', ...JSON.parse(body) }
      if (entries.every((entry) => entry.item.id !== item.id))
        entries.push({ item, previousVersions: [], isDeleted: false, owner: headers.authorization ?? '' })
    }
    if (method === 'PATCH' && status === 200 && entry) {
      entry.previousVersions.unshift(entry.item)
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
      recordWrite(req, status, body.toString())
      const [, path = '', text = ''] = /^([^?]*)\??(.*)$/.exec(req.url ?? '') ?? []
      const isPage = method === 'GET' && status === 200 && /^\/\w+$/.test(path)
      const page = isPage ? getPage(lists, entries, headers.authorization ?? '', text) : { body, headers: {} }
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
    // The tester may have closed its connection.
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
