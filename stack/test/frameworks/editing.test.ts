// The adapter of each framework, in a real browser. query/item-observers.test.ts tests the observers behind it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import type { Page } from 'playwright-core'
import { compile } from 'svelte/compiler'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { createCaller } from '../support/caller.ts'
import { sharedService } from '../support/shared-service.ts'

const service = await sharedService()
const me = createCaller(service)
const browser = await startBrowser()
afterAll(() => browser.close())

const svelte: Plugin = {
  name: 'svelte',
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      return { contents: compile(await readFile(path, 'utf8'), { filename: path }).js.code }
    })
  },
}

/** Returns the lamp as the service has it, or the status of an error. */
async function fetchLamp(path: string): Promise<unknown> {
  const { status, body } = await me.send('GET', path)
  return status === 200 ? body : status
}

describe.each(['react.tsx', 'vue.ts', 'svelte.ts', 'solid.ts'])('the page of %s', async (file) => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'pages', file)],
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    write: false,
    plugins: [svelte],
    define: {
      'process.env.NODE_ENV': '"development"',
      ...{ __VUE_OPTIONS_API__: 'false', __VUE_PROD_DEVTOOLS__: 'false' },
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
  })
  const signIn = `sessionStorage.setItem('token', ${JSON.stringify(await service.token())});`
  const html = `<!DOCTYPE html><body><script type="module">${signIn}${outputFiles[0]?.text.replaceAll('</script', '<\\/script')}</script>`
  let page: Page
  let path: string
  const errors: string[] = []

  /** Runs code in the page, where `edit` and `deletions` are the states that it shows. */
  const call = (code: string) => page.evaluate(`void (${code})`)
  const expectState = (expected: object) =>
    expect.poll(async () => JSON.parse((await page.locator('main').textContent()) || '{}')).toMatchObject(expected)
  const change = (name: string) => me.send('PATCH', path, { body: { name } })
  /** Dispatches the event that a browser dispatches when the user returns to the window. */
  const returnToWindow = () => call("dispatchEvent(new Event('visibilitychange'))")

  /** Starts a deletion, and waits until the page has read the entity tag. */
  async function startDeletion(): Promise<void> {
    const itemResponse = page.waitForResponse((response) => response.url().endsWith(path))
    await call('deletions.start(edit.seen.lamp)')
    await (await itemResponse).finished()
    await expectState({ phases: ['waiting'] })
  }

  beforeEach(async () => {
    const { lamp, path: created } = await me.create('Fern')
    path = created
    page = await browser.newPage()
    page.on('pageerror', (error) => void errors.push(String(error)))
    await page.clock.install()
    // The page needs the origin of the service.
    await page.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: html }))
    await page.goto(`${service.url}/page#${lamp.id}`)
    await expectState({ seen: 'Fern' })
    return async () => {
      await page.close()
      expect(errors.splice(0)).toEqual([])
    }
  })

  it('shows a newer version of the edited item, and accepts or overwrites it', async () => {
    await change('Theirs')
    await returnToWindow()
    await expectState({ seen: 'Fern', newer: 'Theirs' })
    await call('edit.acceptNewer()')
    await expectState({ seen: 'Theirs' })
    await change('Theirs again')
    await call("edit.save({ name: 'Mine' })")
    await expectState({ seen: 'Theirs', newer: 'Theirs again' })
    await call("edit.save({ name: 'Mine' }, edit.newer)")
    await expectState({ seen: 'Mine' })
    expect(await fetchLamp(path)).toMatchObject({ name: 'Mine' })
  })

  it('shows that the edited item no longer exists', async () => {
    await me.send('DELETE', path)
    await returnToWindow()
    await expectState({ isDeleted: true })
  })

  it('shows a deletion until it is undone, and then sends none', async () => {
    await startDeletion()
    await call('deletions.undo(edit.seen.lamp.id)')
    await expectState({ phases: [] })
    const sent: string[] = []
    page.on('request', (request) => void sent.push(request.method()))
    await page.clock.fastForward(20_000)
    // The events of earlier requests arrive before this request ends.
    await page.evaluate((url) => fetch(url).then(() => {}), path)
    expect(sent).toContain('GET')
    expect(sent).not.toContain('DELETE')
    expect(await fetchLamp(path)).toMatchObject({ name: 'Fern' })
  })

  it('sends the waiting deletions when the component unmounts', async () => {
    await startDeletion()
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    await call('leave()')
    await expect.poll(() => fetchLamp(path)).toBe(404)
  })
})
