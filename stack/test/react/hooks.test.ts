// The hooks in a real browser, in StrictMode, with a real service on another origin. test/client/app/ has deletions and
// conflicts, queries.test.ts pages, and mutations.test.ts what the hooks do to the cache.
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { openPage, startBrowser } from '../support/browser.ts'
import { createCaller } from '../support/caller.ts'
import { startService } from '../support/service.ts'

const bundle = await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['page.ts'],
  bundle: true,
  format: 'esm',
  write: false,
  define: { 'process.env.NODE_ENV': '"development"' },
})

it('useLampEdit does not show its own save as newer, and can keep the lists as they are', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  let lists = 0
  await using service = await startService({
    wrap: (app) => (request, response) => {
      if (request.url?.startsWith('/lamps?') && request.headers.origin !== undefined) lists++
      if (request.method === 'PATCH') {
        const end = response.end.bind(response)
        response.end = (body) => {
          void opened.then(() => end(body))
          return response
        }
      }
      app(request, response)
    },
  })
  const caller = createCaller(service)
  await caller.create('a')
  await using browser = await startBrowser()
  const query = `?${new URLSearchParams({ url: service.url, token: await service.token() })}`
  await using page = await openPage(browser, bundle.outputFiles[0]?.text ?? '', { query })
  const expectText = (selector: string, text: string) =>
    expect.poll(() => page.locator(selector).textContent()).toBe(text)

  await page.locator('li').click()
  await expectText('h1', 'a')
  const listsBefore = lists
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(caller.lamps).toMatchObject([{ name: 'a', tag: 'mine' }])
  const read = page.waitForResponse(/\/lamps\/[^?]+$/)
  // As a browser does when the person returns to the window.
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
  await read
  await page.waitForTimeout(100)
  await expectText('h2', '')
  // The focus reads the list, and the save does not.
  expect(lists).toBe(listsBefore + 1)
  open()
  await page.locator('article[aria-busy=false]').waitFor()
  await page.waitForTimeout(100)
  await expectText('h2', '')
  await expectText('output', '')
  expect(lists).toBe(listsBefore + 1)
})
