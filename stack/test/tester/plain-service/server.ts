// A correct server for openapi.yaml beside it. It knows nothing of this project, and faults.ts changes its text.
import { createServer, type IncomingMessage, type Server } from 'node:http'

type Fields = Record<string, unknown>
type Check = (value: unknown) => boolean

interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** @throws {Error} With the status and the code of a response. */
function refuse(status: number, code: string, message: string): never {
  throw Object.assign(new Error(message), { status, code })
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isBoolean: Check = (value) => typeof value === 'boolean'
const length =
  (min: number, max: number): Check =>
  (value) =>
    isText(value) && [...value].length >= min && [...value].length <= max
const integer =
  (min: number, max: number): Check =>
  (value) =>
    isNumber(value) && Number.isInteger(value) && value >= min && value <= max
const isRoom: Check = (value) => ['north', 'south', 'cellar'].some((room) => room === value)
const isHeight: Check = (value) => isNumber(value) && value >= 0.5 && value <= 4 && value % 0.5 === 0
const isPrice: Check = (value) => isNumber(value) && value > 0 && value <= 999
const isEmail: Check = (value) => isText(value) && /^[^\s@]+@[^\s@]+$/.test(value)
const isUuid: Check = (value) => isText(value) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
const isIsbn: Check = (value) => isText(value) && /^97[89]-[0-9]{10}$/.test(value)
const isDate: Check = (value) =>
  isText(value) && /^\d{4}-\d\d-\d\d$/.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value
const isTags: Check = (value) =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= 3 &&
  new Set(value).size === value.length &&
  value.every(length(1, 12))
const isSize: Check = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { width, height, ...others } = value as Fields
  return integer(1, 2 ** 53)(width) && integer(1, 2 ** 53)(height) && Object.keys(others).length === 0
}

const shelfChecks = { name: length(2, 30), room: isRoom, height: isHeight, locked: isBoolean }
const shelfInput = { ...shelfChecks, contact: isEmail, builtOn: isDate }
const bookInput = {
  ...{ title: length(1, 60), isbn: isIsbn, pages: integer(1, 5000), price: isPrice },
  ...{ tags: isTags, inPrint: isBoolean, owner: isUuid, size: isSize },
}

function checked(body: unknown, checks: Record<string, Check>, required: string[]): Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) refuse(422, 'invalid', 'not an object')
  const fields = { ...body } as Fields
  for (const name of required) if (!(name in fields)) refuse(422, 'invalid', `${name} is missing`)
  for (const [name, value] of Object.entries(fields)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined
    if (check === undefined) refuse(422, 'invalid', `${name} is unknown`)
    if (!check(value)) refuse(422, 'invalid', `${name} is wrong`)
  }
  return fields
}

function numberIn(query: URLSearchParams, name: string, [min, max]: [number, number], other: number): number {
  const text = query.get(name)
  if (text === null) return other
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max) refuse(422, 'invalid', `${name} is wrong`)
  return value
}

function choiceIn(query: URLSearchParams, name: string, choices: string[]): string | undefined {
  const text = query.get(name)
  if (text !== null && !choices.includes(text)) refuse(422, 'invalid', `${name} is wrong`)
  return text ?? undefined
}

async function getBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) refuse(415, 'unsupported', 'the body is not JSON')
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    refuse(422, 'invalid', 'the body is not JSON')
  }
}

export function createLibrary(token: string): Server {
  const shelves = new Map<number, Fields>()
  const books = new Map<number, Fields>()
  let last = 0

  const find = (items: Map<number, Fields>, id: string): Fields => {
    const item = /^[1-9]\d*$/.test(id) ? items.get(Number(id)) : undefined
    if (item === undefined) refuse(404, 'not_found', `there is no ${id}`)
    return item
  }

  function listShelves(query: URLSearchParams): Reply {
    const limit = numberIn(query, 'limit', [1, 50], 10)
    const offset = numberIn(query, 'offset', [0, 2 ** 53], 0)
    const room = choiceIn(query, 'room', ['north', 'south', 'cellar'])
    const sort = choiceIn(query, 'sort', ['name', '-name', 'id'])
    const found = [...shelves.values()].filter((one) => room === undefined || one.room === room)
    const byName = (one: Fields, other: Fields) => (String(one.name) < String(other.name) ? -1 : 1)
    if (sort === 'name') found.sort(byName)
    if (sort === '-name') found.sort((one, other) => byName(other, one))
    const items = found.slice(offset, offset + limit)
    return { status: 200, body: { items, total: found.length }, headers: { 'X-Page-Size': String(items.length) } }
  }

  function listBooks(shelf: Fields, query: URLSearchParams): Reply {
    const inPrint = choiceIn(query, 'inPrint', ['true', 'false'])
    const ids = query.getAll('ids')
    if (ids.length > 5 || !ids.every((id) => /^[1-9]\d*$/.test(id))) refuse(422, 'invalid', 'ids is wrong')
    const ofShelf = [...books.values()].filter((one) => one.shelfId === shelf.id)
    const found = ofShelf.filter((one) => inPrint === undefined || String(one.inPrint) === inPrint)
    return { status: 200, body: found.filter((one) => ids.length === 0 || ids.includes(String(one.id))) }
  }

  /** The operations at the path of a request, by their methods. */
  function operationsAt(request: IncomingMessage): Record<string, () => Reply | Promise<Reply>> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const [, root, shelfId, child, bookId, ...more] = pathname.split('/').map(decodeURIComponent)
    const isKnown = root === 'shelves' && (child === undefined || child === 'books') && more.length === 0
    if (!isKnown) refuse(404, 'not_found', 'there is no such path')
    if (request.headers.authorization !== `Bearer ${token}`) refuse(401, 'unauthorized', 'a token is needed')

    if (shelfId === undefined) {
      return {
        GET: () => listShelves(searchParams),
        async POST() {
          const fields = checked(await getBody(request), shelfInput, ['name', 'room'])
          const shelf = { id: ++last, locked: false, ...fields, createdAt: new Date().toISOString() }
          shelves.set(shelf.id, shelf)
          return { status: 201, body: shelf, headers: { Location: `/shelves/${shelf.id}` } }
        },
      }
    }
    const shelf = find(shelves, shelfId)
    if (child === undefined) {
      return {
        GET: () => ({ status: 200, body: shelf }),
        async PATCH() {
          const fields = checked(await getBody(request), shelfChecks, [])
          if (Object.keys(fields).length === 0) refuse(422, 'invalid', 'nothing to change')
          Object.assign(shelf, fields)
          return { status: 200, body: shelf }
        },
        DELETE() {
          for (const book of books.values()) if (book.shelfId === shelf.id) books.delete(Number(book.id))
          shelves.delete(Number(shelfId))
          return { status: 204 }
        },
      }
    }
    const bookFields = async () => checked(await getBody(request), bookInput, ['title', 'isbn', 'pages'])
    if (bookId === undefined) {
      return {
        GET: () => listBooks(shelf, searchParams),
        async POST() {
          const fields = await bookFields()
          const book = { id: ++last, shelfId: shelf.id, ...fields }
          books.set(book.id, book)
          return { status: 201, body: book }
        },
      }
    }
    const book = find(books, bookId)
    if (book.shelfId !== shelf.id) refuse(404, 'not_found', `there is no ${bookId} on this shelf`)
    return {
      GET: () => ({ status: 200, body: book }),
      async PUT() {
        const replaced = { id: book.id, shelfId: shelf.id, ...(await bookFields()) }
        books.set(Number(bookId), replaced)
        return { status: 200, body: replaced }
      },
      DELETE() {
        books.delete(Number(bookId))
        return { status: 204 }
      },
    }
  }

  async function respond(request: IncomingMessage): Promise<Reply> {
    const operation = operationsAt(request)[request.method ?? '']
    return operation?.() ?? { status: 405 }
  }

  return createServer(async (request, response) => {
    const { status, body, headers } = await respond(request).catch((error: unknown): Reply => {
      request.resume()
      const { status = 500, code = 'invalid', message } = Object(error)
      return { status, body: { code, message } }
    })
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
    response.writeHead(status, { ...type, ...headers }).end(body === undefined ? undefined : JSON.stringify(body))
  })
}
