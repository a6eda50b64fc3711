// stack/test/react/page.ts in a real browser, with a real service on another origin.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { openPage, startBrowser } from '../support/browser.ts'
import { createLampClient } from '../support/lamp-client.ts'
import { type ServiceOptions, startService } from '../support/service.ts'

let browser: Browser
let script: string

/**
 * Starts the browser for the tests of a file. A function, because files in one worker share this module.
 * @param folder Of `page.ts`.
 */
export function useBrowser(folder = () => import.meta.dirname): void {
  beforeAll(async () => {
    browser = await startBrowser()
    const bundle = await build({
      absWorkingDir: folder(),
      entryPoints: ['page.ts'],
      bundle: true,
      format: 'esm',
      write: false,
      define: { 'process.env.NODE_ENV': '"development"' },
    })
    script = bundle.outputFiles[0]?.text ?? ''
  })
  afterAll(() => browser?.close())
}

export type Intercept = (request: IncomingMessage, response: ServerResponse) => unknown

/** Opens the page over a service with lamps of these names. */
export async function openLamps(
  names: string[],
  intercept: Intercept,
  { query = {}, ...options }: ServiceOptions & { query?: Record<string, string> } = {},
) {
  const wrap: ServiceOptions['wrap'] = (app) => async (request, response) => {
    await intercept(request, response)
    app(request, response)
  }
  const service = await startService({ wrap, ...options })
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
    expectError: (part: 'section' | 'article', error: string) => text(`${part} output`).toBe(error),
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
export function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  return { opened, open }
}

export const isList = ({ method, url }: IncomingMessage) => method === 'GET' && url?.startsWith('/lamps?') === true
export const conflict = '412 tag:rooms.example,2026:precondition-failed'
