// Requests with an Idempotency-Key to handlers: a repeated request gets the first response, and changes nothing.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationCall } from '../../core/pipeline/pipeline.ts'
import { implementations, type Started } from '../rooms/implementations.ts'
import { databases, startApi } from '../rooms/versions.ts'
import { createCaller } from '../support/caller.ts'
import { applyEdits, type Edit, rename, set } from '../support/contract-edit.ts'
import { queryOnce } from '../support/postgres/session.ts'
import { type Product, productWith } from '../support/product.ts'

const contract = await readFile('stack/test/constructs/repeated-requests.yaml', 'utf8')

interface Context {
  items: (path: string) => {
    create: (note: object) => Promise<{ id: string }>
    update: (id: string, change: (note: object) => object) => Promise<object>
  }
  now: () => Date
}

const handlers = {
  async createBatch({ body, query }: OperationCall, { items }: Context) {
    const { texts, status } = Object(body)
    const notes: object[] = []
    for (const text of texts) notes.push(await items('/notes').create({ text: `${query.prefix}${text}` }))
    return status === 200
      ? { status, body: notes, headers: { Made: notes.length } }
      : { status, body: { text: 'full' } }
  },
  async stampNote({ path }: OperationCall, { items, now }: Context) {
    const at = now().toISOString()
    await items('/notes').create({ text: 'stamp', at })
    return { status: 200, body: await items('/notes').update(String(path.noteId), (note) => ({ ...note, at })) }
  },
  createFile: async ({ body, query }: OperationCall) => ({
    status: 200,
    body: query.size ? new Uint8Array(Number(query.size)) : body,
  }),
}

const product: Product = { ...(await productWith(contract)), handlers }

/** Returns a function that sends requests of one principal with one key. */
function createPost(target: Target, subject: string, key = 'k') {
  const token = target.token(subject)
  return async (path: string, body?: unknown, more: Record<string, string> = {}) => {
    const isBytes = body instanceof Uint8Array
    const type = isBytes ? 'application/octet-stream' : 'application/json'
    const headers = { Authorization: `Bearer ${await token}`, 'Content-Type': type, 'Idempotency-Key': key, ...more }
    const requestBody = isBytes ? new Uint8Array(body) : body === undefined ? null : JSON.stringify(body)
    const response = await target.request(path, { method: 'POST', headers, body: requestBody })
    const content = Buffer.from(await response.arrayBuffer())
    const isJson = response.headers.get('Content-Type')?.includes('json')
    const value = isJson ? JSON.parse(String(content)) : content
    return { status: response.status, headers: response.headers, value }
  }
}

type Target = Pick<Started, 'request' | 'token'>

async function getTexts(target: Target, subject: string): Promise<string[]> {
  const { body } = await createCaller(target, subject).send('GET', '/notes')
  return (body as { text: string }[]).map((note) => note.text) // the contract says so
}

describe.each(Object.entries(implementations))('%s', (_, start) => {
  let target: Started
  beforeAll(async () => {
    target = await start(product)
  })
  afterAll(() => target[Symbol.asyncDispose]())

  it('returns the stored response to the same request, even with its defaults and in another order', async () => {
    const post = createPost(target, 'ann')
    const first = await post('/batches', { texts: ['x', 'y', 'z'] })
    const repeated = await post(
      '/batches?prefix=a',
      { status: 200, texts: ['x', 'y', 'z'] },
      { 'Idempotency-Key': '"k"' },
    )
    expect(repeated).toMatchObject({ status: 200, value: first.value })
    expect(repeated.headers.get('Made')).toBe('3')
    expect(repeated.headers.get('Request-Id')).not.toBe(first.headers.get('Request-Id'))
    expect(await getTexts(target, 'ann')).toEqual(['ax', 'ay', 'az'])
  })

  it.each<[what: string, path: string, body: object, headers?: Record<string, string>]>([
    ['body', '/batches', { texts: ['z'] }],
    ['parameter', '/batches?prefix=b', { texts: ['x'] }],
    ['header parameter', '/batches', { texts: ['x'] }, { 'Made-By': 'ann' }],
    ['operation', '/notes', { text: 'x' }],
  ])('refuses the key with a different %s', async (subject, path, body, headers) => {
    const caller = subject.replaceAll(' ', '-')
    const post = createPost(target, caller)
    await post('/batches', { texts: ['x'] })
    expect((await post(path, body, headers)).status).toBe(422)
    expect(await getTexts(target, caller)).toEqual(['ax'])
  })

  it('returns the stored response of an action, even after its item is deleted', async () => {
    const { value: note } = await createPost(target, 'bob', 'other')('/notes', { text: 'x' })
    const post = createPost(target, 'bob')
    const first = await post(`/notes/${note.id}/stamp`)
    expect((await createCaller(target, 'bob').send('DELETE', `/notes/${note.id}`)).status).toBe(204)
    expect(await post(`/notes/${note.id}/stamp`)).toMatchObject({ status: 200, value: first.value })
  })

  it('runs once for concurrent requests', async () => {
    const post = createPost(target, 'cleo')
    const responses = await Promise.all(Array.from({ length: 5 }, () => post('/batches', { texts: ['x', 'y'] })))
    for (const response of responses) expect(response).toMatchObject({ status: 200, value: responses[0]?.value })
    expect(await getTexts(target, 'cleo')).toEqual(['ax', 'ay'])
  })

  it('keeps what a handler writes before an error response, and does not consume its key', async () => {
    const post = createPost(target, 'dan')
    expect((await post('/batches', { texts: ['x'], status: 409 })).status).toBe(409)
    expect((await post('/batches', { texts: ['x'] })).status).toBe(200)
    expect(await getTexts(target, 'dan')).toEqual(['ax', 'ax'])
  })

  it('returns stored bytes, and says that a response of more than 64 KiB is not stored', async () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, index) => index)
    const post = createPost(target, 'eve')
    await post('/files', bytes)
    expect(await post('/files', bytes)).toMatchObject({ status: 200, value: Buffer.from(bytes) })
    expect((await post('/files', bytes.fill(0))).status).toBe(422)
    const large = createPost(target, 'eve', 'large')
    // Its base64 has 66,668 bytes.
    expect((await large('/files?size=50000', bytes)).status).toBe(200)
    const refused = await large('/files?size=50000', bytes)
    expect(refused).toMatchObject({ status: 422, value: { detail: expect.stringContaining('65536 bytes') } })
  })
})

function execute(file: string, sql: string): void {
  using database = new DatabaseSync(file)
  database.exec(sql)
}

describe.each(databases)('the service over %s', (_, newSettings) => {
  it('returns the response after a restart, without properties that the contract no longer declares', async () => {
    const settings = await newSettings()
    const send = async (api: Product) => {
      await using service = await startApi({ ...api, handlers }, settings)
      const { status, value } = await createPost(service, 'ann')('/batches', { texts: ['x'] })
      expect(service.internalErrors).toEqual([])
      return { status, value }
    }
    const first = await send(product)
    expect(await send(product)).toEqual(first)
    const [{ id }] = first.value
    const renameText = rename('components schemas Note properties text', 'other')
    const changedTo = (...edits: Edit[]) => productWith(applyEdits(contract, [renameText, ...edits]))
    expect(await send(await changedTo())).toEqual({ status: 200, value: [{ id }] })
    const stricter = await send(await changedTo(set('components schemas Note required', ['id', 'other'])))
    expect(stricter).toMatchObject({ status: 422, value: { detail: expect.stringContaining('no longer fits') } })
  })

  it('returns the item of a key that the previous version of the service has stored', async () => {
    const settings = await newSettings()
    const send = async (...texts: string[]) => {
      await using service = await startApi(product, settings)
      const { status, value } = await createPost(service, 'ann')('/batches', { texts })
      return { status, value, storedTexts: await getTexts(service, 'ann') }
    }
    const first = await send('x')
    // That version stored only the row of the first creation, which both versions write during a deployment.
    const sql = "DELETE FROM item_creation WHERE collection = ''"
    if (settings.DATABASE_URL) await queryOnce(settings.DATABASE_URL, sql)
    else execute(join(settings.DATA ?? '', 'notes.db'), sql)
    expect(await send('x')).toEqual(first)
    // It did not store the other items of a batch.
    expect(await send('x', 'y')).toMatchObject({ status: 422, storedTexts: ['ax'] })
  })
})
