// The hooks in a real browser, in StrictMode, with a real service on another origin. test/client/app/changing.test.ts has refused
// deletions and conflicts, queries.test.ts has pages, and mutations.test.ts what the hooks do to the cache.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openPage, startBrowser } from '../support/browser.ts'
import { createLampClient } from '../support/lamp-client.ts'
import { type ServiceOptions, startService } from '../support/service.ts'

let browser: Browser
let script: string

beforeAll(async () => {
  browser = await startBrowser()
  const bundle = await build({
    absWorkingDir: import.meta.dirname,
    entryPoints: ['page.ts'],
    bundle: true,
    format: 'esm',
    write: false,
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  script = bundle.outputFiles[0]?.text ?? ''
})
afterAll(() => browser?.close())

type Intercept = (request: IncomingMessage, response: ServerResponse) => unknown

/** Opens the page over a service with lamps of these names. */
async function openLamps(names: string[], intercept: Intercept, query: Record<string, string> = {}) {
  const wrap: ServiceOptions['wrap'] = (app) => async (request, response) => {
    await intercept(request, response)
    app(request, response)
  }
  const service = await startService({ wrap })
  const token = await service.token()
  const client = createLampClient({ baseUrl: service.url, token })
  for (const name of names) await client.createLamp({ body: { name } })
  const page = await openPage(browser, script, {
    query: `?${new URLSearchParams({ url: service.url, token, ...query })}`,
  })
  onTestFinished(async () => {
    await page[Symbol.asyncDispose]()
    await service[Symbol.asyncDispose]()
  })
  const text = (selector: string) => expect.poll(() => page.locator(selector).textContent())
  const list = expect.poll(() => page.locator('li span').allTextContents())
  return {
    page,
    expectList: (...names: string[]) => list.toEqual(names),
    expectTitle: (name: string) => text('h1').toBe(name),
    expectError: (error: string) => text('article output').toBe(error),
    press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
    choose: (name: string) => page.locator('li span', { hasText: name }).click(),
    /** The names in the service. */
    stored: async () => (await Array.fromAsync(client.allItems('listLamps'))).map(({ name }) => name),
    /** The tag of each name in the service. */
    storedTags: async () =>
      Object.fromEntries((await Array.fromAsync(client.allItems('listLamps'))).map(({ name, tag }) => [name, tag])),
  }
}

/** Lets a test hold requests. */
function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  return { opened, open }
}

const isList = ({ method, url }: IncomingMessage) => method === 'GET' && url?.startsWith('/lamps?') === true

it('useDeleteLamp refreshes the list after the last of two deletions, and not before', async () => {
  const deletion = gate()
  let requests = 0
  let deletions = 0
  const { expectList, press, stored } = await openLamps(['a', 'b', 'c'], async (request) => {
    if (isList(request)) requests++
    if (request.method === 'DELETE' && deletions++ === 0) await deletion.opened
  })
  await expectList('a', 'b')
  const before = requests
  await press('Delete row a')
  await expect.poll(() => deletions).toBe(1)
  await press('Delete row b')
  await expect.poll(stored).toEqual(['a', 'c'])
  deletion.open()
  await expectList('c')
  expect(requests - before).toBe(1)
})

it('useLampEdit does not show its own save as newer, and can keep the lists as they are', async () => {
  const save = gate()
  let lists = 0
  const intercept: Intercept = (request, response) => {
    if (isList(request) && request.headers.origin !== undefined) lists++
    if (request.method !== 'PATCH') return
    const end = response.end.bind(response)
    response.end = (body) => {
      void save.opened.then(() => end(body))
      return response
    }
  }
  const { page, choose, expectTitle, expectError, press, storedTags } = await openLamps(['a'], intercept, { edit: '' })
  const expectNewer = (name: string) => expect.poll(() => page.locator('h2').textContent()).toBe(name)
  await choose('a')
  await expectTitle('a')
  const listsBefore = lists
  await press('Save')
  await expect.poll(storedTags).toEqual({ a: 'mine' })
  const read = page.waitForResponse(/\/lamps\/[^?]+$/)
  // As a browser does when the person returns to the window.
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
  await read
  await page.waitForTimeout(100)
  await expectNewer('')
  // The focus reads the list, and the save does not.
  expect(lists).toBe(listsBefore + 1)
  save.open()
  await page.locator('article[aria-busy=false]').waitFor()
  await page.waitForTimeout(100)
  await expectNewer('')
  await expectError('')
  expect(lists).toBe(listsBefore + 1)
})
