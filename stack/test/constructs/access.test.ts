// Collections that several callers see (x-access), in each implementation.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getResponse } from 'msw'
import { afterAll, describe, expect, it } from 'vitest'
import { type ContractTypes, createCache, createClient } from '../../client/index.ts'
import { defineContract } from '../../core/contract/contract.ts'
import type { Call } from '../../core/pipeline/pipeline.ts'
import { Problem } from '../../core/problem.ts'
import { mockHandlers } from '../../mock/msw/index.ts'
import { readContract } from '../../tester/contract/tested-contract.ts'
import { failedCases, formatFailures } from '../../tester/report.ts'
import { runSuite } from '../../tester/suite.ts'
import { implementations } from '../rooms/implementations.ts'
import { cleanUp } from '../support/folder.ts'
import { serveHandlers } from '../support/handlers-server.ts'
import { generate, loadProduct, newProduct } from '../support/product.ts'
import { startMock, startService } from '../support/service.ts'
import { waitMs } from '../support/wait.ts'
import { collection, operationOnNote, sharedContract } from './shared-contract.ts'

const folder = await newProduct(
  sharedContract(
    collection('/drafts', { name: 'Draft' }),
    collection('/notices', { name: 'Notice', access: '{ read: callers, write: scope }' }),
    operationOnNote('/notices/{noticeId}/pin', 'pin'),
    collection('/articles', {
      name: 'Article',
      access: '{ read: everybody, write: scope }',
      reads: '[]',
      isParent: true,
    }),
    collection('/articles/{articleId}/comments', { name: 'Comment', reads: '[{}, { token: [] }]' }),
  ),
)
await generate(folder)
await writeFile(join(folder, 'handlers.ts'), 'export const handlers = {}')
const handlers = {
  async pin({ path }: Call, { items }: { items: (path: string) => Items }) {
    const body = await items('/notices').update(String(path.noticeId), (note) => ({ ...note, text: 'pinned' }))
    if (body === undefined) throw new Problem('not-found', 'There is no such notice.')
    return { status: 200, body }
  },
}
const product = { ...(await loadProduct(folder)), handlers }
const contract = await readContract(join(folder, 'generated/openapi.yaml'))
afterAll(cleanUp)

const rulesOfAccess = ['/notices', '/articles', '/articles/{articleId}/comments'].flatMap((path) =>
  [
    'items that several callers see',
    ...(path === '/notices' ? [] : ['responses for every cache']),
    'changes of items of another caller',
  ].map((rule) => `${rule}: ${path}`),
)

interface Items {
  update: (id: string, change: (note: object) => object) => Promise<unknown>
}

/** Two callers, and requests without a token. */
async function callersOf({ url, token }: { url: string; token: (subject?: string) => Promise<string> }) {
  const sender = (value?: string) => async (method: string, path: string, text?: string, conditions?: object) => {
    const content = text === undefined ? {} : { 'Content-Type': 'application/json' }
    const credentials = value === undefined ? {} : { Authorization: `Bearer ${value}` }
    const init = { method, headers: { ...content, ...credentials, ...conditions } }
    const response = await fetch(url + path, text === undefined ? init : { ...init, body: JSON.stringify({ text }) })
    const body = await response.text()
    const { status, headers } = response
    return { status, headers, etag: headers.get('ETag'), body: body && JSON.parse(body) }
  }
  return { ann: sender(await token('ann')), bob: sender(await token('bob')), anyone: sender() }
}

describe.each(Object.entries(implementations))('in %s', (_, start) => {
  it('a private collection stays private', async () => {
    await using target = await start(product)
    const { ann, bob } = await callersOf(target)
    const { body } = await ann('POST', '/drafts', 'mine')
    expect(await bob('GET', `/drafts/${body.id}`)).toMatchObject({
      status: 404,
      body: { detail: 'You have no such note.' },
    })
    expect((await bob('GET', '/drafts')).body).toEqual([])
  })

  it('every caller reads and changes a shared item, with one ETag', async () => {
    await using target = await start(product)
    const { ann, bob, anyone } = await callersOf(target)
    const empty = await bob('GET', '/notices')
    const made = await ann('POST', '/notices', 'one')
    const path = `/notices/${made.body.id}`
    const read = await bob('GET', path)
    expect([read.status, read.body, read.etag]).toEqual([200, made.body, made.etag])
    expect(read.headers.get('Cache-Control')).toBe('private, no-cache')
    const lists = [await ann('GET', '/notices?text=one'), await bob('GET', '/notices?text=one')]
    expect(lists.map(({ body }) => body)).toEqual([[made.body], [made.body]])
    expect(lists[0]?.etag).toBe(lists[1]?.etag)
    expect((await bob('GET', '/notices', undefined, { 'If-None-Match': empty.etag })).status).toBe(200)
    const changed = await bob('PATCH', path, 'two', { 'If-Match': made.etag })
    expect(changed).toMatchObject({ status: 200, body: { text: 'two' } })
    expect((await ann('PATCH', path, 'three', { 'If-Match': made.etag })).status).toBe(412)
    expect(await ann('GET', path)).toMatchObject({ body: changed.body, etag: changed.etag })
    expect((await anyone('GET', path)).status).toBe(401)
    expect((await bob('DELETE', path)).status).toBe(204)
    expect(await ann('GET', path)).toMatchObject({ status: 404, body: { detail: 'There is no such note.' } })
  })

  it('a handler uses the same items', async () => {
    await using target = await start(product)
    const { ann, bob } = await callersOf(target)
    const { body, etag } = await ann('POST', '/notices', 'one')
    const pinned = await bob('POST', `/notices/${body.id}/pin`)
    expect(pinned).toMatchObject({ status: 200, body: { text: 'pinned' } })
    const read = await ann('GET', `/notices/${body.id}`)
    expect(read.body).toEqual(pinned.body)
    expect(read.etag).not.toBe(etag)
  })

  it('an Idempotency-Key belongs to its caller', async () => {
    await using target = await start(product)
    const { ann, bob } = await callersOf(target)
    const key = { 'Idempotency-Key': 'monday' }
    const first = await ann('POST', '/notices', 'one', key)
    const other = await bob('POST', '/notices', 'other', key)
    expect(other).toMatchObject({ status: 201, body: { text: 'other' } })
    expect((await ann('POST', '/notices', 'one', key)).body).toEqual(first.body)
    expect((await bob('POST', '/notices', 'other', key)).body).toEqual(other.body)
    expect((await ann('GET', '/notices')).body).toEqual([first.body, other.body])
  })

  it('everybody reads what callers write, also below an item, and every cache may keep it', async () => {
    await using target = await start(product)
    const { ann, bob, anyone } = await callersOf(target)
    const article = await ann('POST', '/articles', 'news')
    const path = `/articles/${article.body.id}`
    const comment = await bob('POST', `${path}/comments`, 'nice')
    for (const [item, at] of [
      [article, path],
      [comment, `${path}/comments/${comment.body.id}`],
    ] as const) {
      for (const reader of [ann, bob, anyone]) {
        const read = await reader('GET', at)
        expect([read.status, read.body, read.etag]).toEqual([200, item.body, item.etag])
        expect(read.headers.get('Cache-Control')).toBe('public, no-cache')
        expect(read.headers.get('Vary')).toBe('Origin')
        const again = await reader('GET', at, undefined, { 'If-None-Match': item.etag })
        expect([again.status, again.headers.get('Cache-Control')]).toEqual([304, 'public, no-cache'])
      }
    }
    expect(comment.headers.get('Cache-Control')).toBe('private, no-cache')
    const pages = await Promise.all([ann, bob, anyone].map((reader) => reader('GET', `${path}/comments`)))
    expect(new Set(pages.map(({ etag }) => etag)).size).toBe(1)
    expect(pages.map(({ body }) => body)).toEqual(Array(3).fill([comment.body]))
    const refused = await anyone('DELETE', path)
    expect([refused.status, refused.headers.get('Cache-Control')]).toEqual([401, 'no-store'])
    expect((await bob('DELETE', path)).status).toBe(204)
    expect((await anyone('GET', `${path}/comments/${comment.body.id}`)).status).toBe(404)
  })

  it('the cache of a client finds the writes of others', async () => {
    await using target = await start(product)
    const { ann, bob } = await callersOf(target)
    const { contract: forClient } = await import(join(folder, 'generated/client.ts'))
    const options = { baseUrl: target.url, token: await target.token('ann'), cache: createCache() }
    const client: Record<string, AnyMethod> = createClient<AnyTypes>(forClient, options)
    const { body: note } = await ann('POST', '/notices', 'one')
    const read = async () => [await client.getNotice?.({ path: { noticeId: note.id } }), await client.listNotice?.()]
    for (const expected of [note, note]) expect(await read()).toMatchObject([{ body: expected }, { body: [expected] }])
    const { body: changed } = await bob('PATCH', `/notices/${note.id}`, 'two')
    expect(await read()).toMatchObject([{ body: changed }, { body: [changed] }])
  })
})

type AnyMethod = (input?: object) => Promise<unknown>

/** Of a contract that the compiler does not know. */
interface AnyTypes extends ContractTypes {
  operations: Record<string, object>
}

it('the control of a mock resets and restores shared items for all callers', async () => {
  const baseUrl = 'http://notes.test'
  const mocked = { ...product, validators: product.server.validators }
  const { handlers, control } = mockHandlers(mocked, { baseUrl, mode: 'stateful' })
  const send = async (token: string, path: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    return (await getResponse(handlers, new Request(baseUrl + path, { ...init, headers })))?.json()
  }
  const texts = async () => [await send('ann', '/notices'), await send('bob', '/notices'), await send('ann', '/drafts')]
  const post = (token: string, path: string) => send(token, path, { method: 'POST', body: '{"text":"one"}' })
  const notice = await post('ann', '/notices')
  const draft = await post('ann', '/drafts')
  const snapshot = control.snapshot()
  const second = await post('bob', '/notices')
  expect(await texts()).toEqual([[notice, second], [notice, second], [draft]])
  control.reset({ caller: 'ann' })
  expect(await texts()).toEqual([[notice, second], [notice, second], []])
  control.restore(snapshot)
  expect(await texts()).toEqual([[notice], [notice], [draft]])
  control.reset()
  expect(await texts()).toEqual([[], [], []])
})

describe('the contract tester', () => {
  const suite = { seed: 1, perFamily: 2, sequences: 1, skip: ['a token that is not valid'] }
  const options = { contract, mayWrite: true, isMock: false, timeoutMs: waitMs }

  it('finds nothing wrong with the service and the mock', async () => {
    await using service = await startService({ api: product, settings: { RATE_LIMIT_PER_MINUTE: '9999999' } })
    await using mock = await startMock({ stateful: true }, { api: product })
    const tokens = { token: await service.token('ann'), neighbourToken: await service.token('bob') }
    const result = await runSuite({ ...options, url: service.url, compare: mock.url, tokens }, suite)
    expect(formatFailures(result)).toBe('')
    const rules = new Set(result.cases.flatMap(({ phase, name }) => (phase === 'rules' ? [name] : [])))
    expect(rulesOfAccess.filter((name) => !rules.has(name))).toEqual([])
  })

  it('finds nothing wrong with the handlers', async () => {
    await using target = await serveHandlers({ ...product, validators: product.server.validators }, contract)
    const only = [...rulesOfAccess, 'callers', 'an item that does not exist']
    expect(formatFailures(await runSuite({ ...options, ...target }, { ...suite, only }))).toBe('')
  })

  it('finds a service that keeps shared items private', async () => {
    const collections = product.data.collections.map(({ access: _, ...one }) => one)
    const faulty = { ...product, contract: defineContract({ ...product.data, collections }) }
    await using service = await startService({ api: faulty })
    const tokens = { token: await service.token('ann'), neighbourToken: await service.token('bob') }
    const result = await runSuite({ ...options, url: service.url, tokens }, { ...suite, only: rulesOfAccess })
    expect(failedCases(result).map(({ name }) => name)).toEqual(
      expect.arrayContaining(rulesOfAccess.filter((name) => !name.startsWith('responses'))),
    )
  })
})

it('the complete contract says who sees and who changes the items', async () => {
  const docs = await readFile(join(folder, 'generated/docs.md'), 'utf8')
  const sentences = [
    'Every caller sees the same items.',
    'Everybody sees the same items, also without a token.',
    'Every caller sees the new item.',
    'Everybody sees the new item, also without a token.',
    'This works for every item, whichever caller created it.',
  ]
  expect(sentences.filter((sentence) => !docs.includes(sentence))).toEqual([])
  const { paths } = JSON.parse(await readFile(join(folder, 'generated/openapi.json'), 'utf8'))
  expect(paths['/drafts'].get.description).toBe('listDraft')
  expect(paths['/notices']['x-access']).toEqual({ read: 'callers', write: 'scope' })
})
