// The handlers for tests as a frontend uses them: the real client, and Mock Service Worker in Node and in a browser.

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPage, startBrowser } from '../../support/browser.ts'
import { ceiling } from '../../support/contract-examples.ts'
import { ConnectionError, createLampClient } from '../../support/lamp-client.ts'
import { lampHandlers, type paths } from '../../support/lamp-msw.ts'

const baseUrl = 'https://lamps.example/api'
const client = createLampClient({ baseUrl, token: 'ann', retry: { firstDelayMs: 1 } })

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  vi.restoreAllMocks()
})
afterAll(() => server.close())

const ask = (path: string, init: RequestInit = {}) =>
  fetch(baseUrl + path, { ...init, headers: { Authorization: 'Bearer ann', ...init.headers } })

it('handlers ignore requests to other paths and origins', async () => {
  server.use(...lampHandlers({ baseUrl }).handlers)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(ask('/favicon.ico')).rejects.toThrow()
  await expect(fetch('https://lamps.example/lamps')).rejects.toThrow()
  await expect(fetch('https://other.example/api/lamps')).rejects.toThrow()
})

describe('an override', () => {
  const lamps = lampHandlers({ baseUrl, mode: 'stateful' })
  beforeEach(() => server.use(...lamps.handlers))

  it('changes the response of one operation', async () => {
    server.use(lamps.override.deleteLamp({ status: 412 }))
    const created = await client.createLamp({ body: { name: 'a' } })
    const path = { id: created.ok ? created.body.id : '' }
    expect(await client.deleteLamp({ path })).toMatchObject({
      status: 412,
      problem: { detail: 'If-Match does not match the current ETag. Read again, then retry.' },
    })
    expect(await client.getLamp({ path })).toMatchObject({ status: 200 })
  })

  it('with `once` changes one more response after a reset', async () => {
    server.use(lamps.override.listLamps({ status: 503 }, { once: true }))
    const statuses = () =>
      Array.fromAsync(['/lamps?limit=0', '/lamps', '/lamps'], async (path) => (await ask(path)).status)
    expect(await statuses()).toEqual([400, 503, 200])
    lamps.control.stopScenarios()
    expect(await statuses()).toEqual([400, 200, 200])
    lamps.reset()
    expect(await statuses()).toEqual([400, 503, 200])
    expect(lamps.control.requests({ status: 503 })).toHaveLength(1)
  })

  it('can depend on the request, which has the types of its operation', async () => {
    const override = lamps.override.createLamp(async ({ body, caller }) => {
      if (body.name === 'Wall') return { status: 429, detail: 'Enough moss.' }
      return { status: 201, body: { ...ceiling, name: `${body.name} of ${caller}` } }
    })
    server.use(override)
    const refused = await client.createLamp({ body: { name: 'Wall' }, retry: false })
    expect(refused).toMatchObject({ status: 429, problem: { detail: 'Enough moss.' } })
    expect(await client.createLamp({ body: { name: 'Desk' } })).toMatchObject({ body: { name: 'Desk of ann' } })
  })

  it('can be a network error, or leave the request to the next handler', async () => {
    server.use(
      lamps.override.getLamp('network error'),
      lamps.override.listLamps(() => undefined),
    )
    await expect(client.getLamp({ path: { id: ceiling.id } })).rejects.toThrow(ConnectionError)
    server.use(lamps.override.createLamp('network error'))
    await expect(client.createLamp({ body: { name: 'Desk' } })).rejects.toThrow(ConnectionError)
    expect(await client.listLamps()).toMatchObject({ status: 200 })
  })

  it('must be a documented response, for the compiler and at run time', async () => {
    // @ts-expect-error: getLamp documents no 422.
    const undocumented = lamps.override.getLamp({ status: 422 })
    // @ts-expect-error: a lamp has a name.
    lamps.override.getLamp({ status: 200, body: { id: ceiling.id } })
    // @ts-expect-error: a problem has no header of this name.
    lamps.override.getLamp({ status: 404, headers: { ETag: '"a"' } })
    server.use(undocumented)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const response = await ask(`/lamps/${ceiling.id}`)
    expect(response.status).toBe(500)
    expect(await response.text()).toContain('getLamp documents no response 422')
  })
})

it('handlers of openapi-msw work beside the handlers for tests, with the types of the same contract', async () => {
  const http = createOpenApiHttp<paths>({ baseUrl })
  server.use(
    http.get('/lamps/{id}', ({ response }) => response(200).json({ ...ceiling, name: 'Wall' })),
    ...lampHandlers({ baseUrl }).handlers,
  )
  expect(await (await ask(`/lamps/${ceiling.id}`)).json()).toMatchObject({ name: 'Wall' })
  expect((await ask('/lamps')).status).toBe(200)
})

it('handlers work in a service worker, and ignore requests for the files of the page', async () => {
  const worker = await readFile(fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js')), 'utf8')
  const bundle = await build({
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  const browser = await startBrowser()
  try {
    await using page = await openPage(browser, bundle.outputFiles[0]?.text ?? '', {
      files: { '/mockServiceWorker.js': worker },
    })
    expect(await page.evaluate('walk()')).toEqual({ statuses: [201, 201, 400], names: ['Desk', 'Wall'], ownFile: 200 })
  } finally {
    await browser.close()
  }
})
