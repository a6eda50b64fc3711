// Collections that several principals see (x-access), in each implementation, and the contract tester on them.

import { join } from 'node:path'
import { getResponse } from 'msw'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Problem } from '../../core/problem.ts'
import { mockHandlers } from '../../mock/msw/index.ts'
import { readContract } from '../../tester/contract/tested-contract.ts'
import { implementations, type Started } from '../rooms/implementations.ts'
import { createCaller } from '../support/caller.ts'
import { temporaryFolder } from '../support/folder.ts'
import { productOf } from '../support/product.ts'
import { json, startService } from '../support/service.ts'
import type { HandlerInput } from './exchange.ts'
import { failedCaseNames, testServiceAndMock } from './suite.ts'

interface Items {
  create: (note: object) => Promise<unknown>
  update: (id: string, change: (note: object) => object) => Promise<unknown>
}
type AnyItems = (path: string) => Items

const pin =
  (path: string, parameter: string) =>
  async (call: HandlerInput, { items }: { items: AnyItems }) => {
    // Drafts are private.
    await items('/drafts').create({ text: `pins ${path}` })
    const body = await items(path).update(String(call.path[parameter]), (note) => ({ ...note, text: 'pinned' }))
    if (body === undefined) throw new Problem('not-found', 'There is no such note.')
    return { status: 200, body }
  }

const handlers = { pinNotice: pin('/notices', 'noticeId'), pinPost: pin('/posts', 'postId') }
const product = { ...(await productOf('stack/test/constructs/access.yaml')), handlers }

/** Sends requests of a principal, whose body is a note with this text. */
function createNoteCaller(target: Started, subject: string) {
  const { send } = createCaller(target, subject)
  return async (method: string, path: string, text?: string, headers: Record<string, string> = {}) => {
    const response = await send(method, path, { headers, ...(text !== undefined && { body: { text } }) })
    return { ...response, etag: response.headers.get('ETag'), body: Object(response.body) }
  }
}

const read = (note: object) => ({ status: 200, body: { ...note, text: 'shown' } })
const serializers = { getArticle: { read }, getComment: { read } }

describe.each(Object.entries(implementations))('in %s', (_, start) => {
  let target: Started
  beforeAll(async () => {
    target = await start({ ...product, handlers: { ...product.handlers, ...serializers } })
  })
  afterAll(() => target[Symbol.asyncDispose]())

  it('a handler sees the same items as the standard methods', async () => {
    const [ann, bob] = [createNoteCaller(target, 'ann'), createNoteCaller(target, 'bob')]
    const { body, etag } = await ann('POST', '/notices', 'one')
    const pinned = await bob('POST', `/notices/${body.id}/pin`)
    expect(pinned).toMatchObject({ status: 200, body: { text: 'pinned' } })
    const note = await ann('GET', `/notices/${body.id}`)
    expect(note.body).toEqual(pinned.body)
    expect(note.etag).not.toBe(etag)
    expect((await bob('GET', '/drafts')).body).toMatchObject([{ text: 'pins /notices' }])
    expect((await ann('GET', '/drafts')).body).toEqual([])
  })

  it.each(['/articles', '/articles/{}/comments'])('a PATCH in %s returns the ETag of its serializer', async (path) => {
    const ann = createNoteCaller(target, 'ann')
    const article = await ann('POST', '/articles', 'one')
    const { body } = await ann('POST', path.replace('{}', article.body.id), 'two')
    const item = `${path.replace('{}', article.body.id)}/${body.id}`
    const changed = await ann('PATCH', item, 'three')
    expect(await ann('GET', item)).toMatchObject({ body: { text: 'shown' }, etag: changed.etag })
    expect((await ann('DELETE', item, undefined, { 'If-Match': String(changed.etag) })).status).toBe(204)
  })

  it('every principal reads an item, and only its creator changes it: others get 403 before 412', async () => {
    const [zoe, max] = [createNoteCaller(target, 'zoe'), createNoteCaller(target, 'max')]
    const created = await zoe('POST', '/posts', 'one')
    const path = `/posts/${created.body.id}`
    const refusals = [
      ...(await Promise.all(['PATCH', 'PUT'].map((method) => max(method, path, 'two', { 'If-Match': '"x"' })))),
      await max('DELETE', path),
      await max('POST', `${path}/pin`),
    ]
    for (const refused of refusals) {
      expect(refused).toMatchObject({ status: 403, body: { title: 'Another caller created the item' } })
      expect(refused.headers.get('WWW-Authenticate')).toBeNull()
    }
    expect((await max('PATCH', '/posts/00000000-0000-7000-8000-000000000000', 'two')).status).toBe(404)
    expect(await max('GET', path)).toMatchObject({ status: 200, body: created.body, etag: created.etag })
    expect((await max('GET', '/posts?text=one')).body).toEqual([created.body])
    for (const method of ['PATCH', 'PUT']) {
      expect((await zoe(method, path, 'two', { 'If-Match': '"x"' })).status).toBe(412)
      expect((await zoe(method, path, 'three')).status).toBe(200)
    }
    expect((await zoe('DELETE', path)).status).toBe(204)
  })

  it('a handler changes the item of its caller only, and its other writes are rolled back with a 403', async () => {
    const [eve, tom] = [createNoteCaller(target, 'eve'), createNoteCaller(target, 'tom')]
    const { body } = await eve('POST', '/posts', 'one')
    expect((await tom('POST', `/posts/${body.id}/pin`)).status).toBe(403)
    expect((await tom('GET', '/drafts')).body).toEqual([])
    expect((await eve('POST', `/posts/${body.id}/pin`)).body).toMatchObject({ text: 'pinned' })
  })

  it('a repeated creation returns the shared item', async () => {
    const kim = createNoteCaller(target, 'kim')
    const created = await kim('POST', '/posts', 'one', { 'Idempotency-Key': 'k', 'If-None-Match': '"x"' })
    expect((await kim('POST', '/posts', 'one', { 'Idempotency-Key': 'k' })).body).toEqual(created.body)
  })
})

it('the service counts items that no principal sees after a change of the contract', async () => {
  await using data = await temporaryFolder()
  const collections = product.contract.collections.map(({ access, ...collection }) =>
    collection.path === '/notices' ? collection : { ...collection, ...(access && { access }) },
  )
  const olderProduct = { ...product, contract: { ...product.contract, collections: collections } }
  {
    await using service = await startService({ api: olderProduct, folder: data.path })
    await service.request('/notices', json({ text: 'one' }))
    await service.request('/posts', json({ text: 'one' }))
    await service.checkItems()
    expect(service.log.filter(({ level }) => level !== 30)).toEqual([])
  }
  await using service = await startService({ api: product, folder: data.path })
  expect(await (await service.request('/notices')).json()).toEqual([])
  await service.checkItems()
  const msg = 'no principal sees stored items: the contract changes their owner'
  expect(service.log).toContainEqual(expect.objectContaining({ path: '/notices', count: 1, msg }))
})

it('in the handlers for tests, the reset of one caller keeps shared items, and that of all or a restore does not', async () => {
  const baseUrl = 'http://notes.test'
  const mocked = { ...product, validators: product.server.validators }
  const { handlers, control } = mockHandlers(mocked, { baseUrl, mode: 'stateful' })
  const send = async (token: string, path: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    return (await getResponse(handlers, new Request(baseUrl + path, { ...init, headers })))?.json()
  }
  const list = async () => [await send('ann', '/notices'), await send('bob', '/notices'), await send('ann', '/drafts')]
  const post = (token: string, path: string) => send(token, path, { method: 'POST', body: '{"text":"one"}' })
  const notice = await post('ann', '/notices')
  const draft = await post('ann', '/drafts')
  const snapshot = control.snapshot()
  const second = await post('bob', '/notices')
  expect(await list()).toEqual([[notice, second], [notice, second], [draft]])
  control.reset({ caller: 'ann' })
  expect(await list()).toEqual([[notice, second], [notice, second], []])
  control.restore(snapshot)
  expect(await list()).toEqual([[notice], [notice], [draft]])
  control.reset()
  expect(await list()).toEqual([[], [], []])
})

const contract = await readContract(join(product.folder, 'generated/openapi.yaml'))

const histories = ['/notices', '/posts', '/articles', '/articles/{articleId}/comments'].map(
  (path) => `random histories: ${path}`,
)

describe('the contract tester', () => {
  const suite = { seed: 1, perCategory: 1, statefulTests: 1, skip: ['a token that is not valid'] }

  it('finds no violation in the service, and no difference from the mock', async () => {
    // These categories depend on the access of a principal. The tests of the other constructs run the rest.
    const only = ['valid requests', 'does not exist', 'tokens', 'change', 'creation', 'random histories']
    const result = await testServiceAndMock(product, contract, { ...suite, only }, ['ann', 'bob'])
    const tested = new Set(result.cases.map(({ name }) => name))
    expect(histories.filter((name) => !tested.has(name))).toEqual([])
  })

  it('finds a service that lets each principal change items', async () => {
    const changeable = product.contract.collections.map(({ access, ...collection }) => ({
      ...collection,
      ...(access && { access: { ...access, write: 'scope' as const } }),
    }))
    const served = { ...product.contract, collections: changeable }
    const failures = await failedCaseNames(served, product, contract, { ...suite, only: histories })
    expect(failures).toEqual(expect.arrayContaining(histories.filter((name) => /posts|comments/.test(name))))
  })
})
