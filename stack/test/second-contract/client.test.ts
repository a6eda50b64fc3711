// The client, the React hooks and the handlers for Mock Service Worker of another contract: no code but what is generated.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, startBrowser } from '../../../test/support/browser.ts'
import { cleanUp } from '../../../test/support/folder.ts'
import { outputOf, run } from '../../../test/support/process.ts'
import { copyWithSecondContract, withMock, withService } from './second-project.ts'

let folder: string
beforeAll(async () => {
  folder = await copyWithSecondContract()
})
afterAll(cleanUp)

it('compiles, with programs that use it', async () => {
  const config = {
    extends: './tsconfig.json',
    include: ['client', 'stack/test/second-contract/programs'],
    // The handlers are compiled where a test puts them.
    exclude: ['client/app', 'stack/test/second-contract/programs/rooms-handlers.ts'],
  }
  await writeFile(join(folder, 'tsconfig.client.json'), JSON.stringify(config))
  const { code, stdout } = await run('tsc', ['-p', 'tsconfig.client.json'], { cwd: folder })
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
})

it('lists page by page, creates, changes and deletes, equally over service, mock and handlers', async () => {
  const useClient = async (...args: string[]) =>
    JSON.parse(
      await outputOf('node', ['stack/test/second-contract/programs/use-client.ts', ...args], {
        cwd: folder,
        settings: { NODE_NO_WARNINGS: '1' },
      }),
    )
  const printed = await withService(folder, {}, useClient)
  expect(printed).toEqual([
    [2, 1],
    ['2026-02-01', '2026-02-02', '2026-02-03'],
    '2026-02-02',
    ['Lab', 'lab', 0.5],
    ['Office', 'office', 0.5],
    ['Ann'],
    ['hall', 0.5],
    412,
    304,
    409,
    204,
    'You have no such room booking.',
    'You have no such room.',
    'You have no such room.',
    'You have no such room.',
    'You have no such room booking.',
    'There are more than 1000 items below it. Delete some of them first.',
  ])
  expect(await withMock(folder, useClient)).toEqual(printed)
  expect(await useClient()).toEqual(printed)
})

it('has hooks for lists, items, edits and changes, which are shown at once', async () => {
  const bundle = await build({
    absWorkingDir: folder,
    entryPoints: ['stack/test/second-contract/programs/page.tsx'],
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    write: false,
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  const browser = await startBrowser()
  try {
    await withService(folder, {}, async (url, token) => {
      const send = async (method: string, path: string, body?: object) => {
        const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
        const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type }
        const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
        return response.json()
      }
      const lab = await send('POST', '/rooms', { name: 'Lab', seats: 4 })
      for (const name of ['Office', 'Hall']) await send('POST', '/rooms', { name })
      for (const day of ['2026-02-01', '2026-02-02', '2026-02-03'])
        await send('POST', `/rooms/${lab.id}/bookings`, { day })

      const query = `?${new URLSearchParams({ url, token })}`
      await using page = await openPage(browser, bundle.outputFiles[0]?.text ?? '', { query })
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const expectList = (list: string, ...texts: string[]) =>
        expect.poll(() => page.locator(`#${list} span`).allTextContents()).toEqual(texts)
      await expectList('rooms', 'Lab office 4', 'Office office 0.5')
      await press('More rooms')
      await expectList('rooms', 'Lab office 4', 'Office office 0.5', 'Hall office 0.5')

      const held = Promise.withResolvers<void>()
      await page.route('**/rooms/*', async (route) => {
        if (route.request().method() !== 'PATCH') return route.continue()
        await held.promise
        return route.abort()
      })
      await press('Change Lab')
      await expectList('rooms', 'Lab hall 0.5', 'Office office 0.5', 'Hall office 0.5')
      held.resolve()
      await expectList('rooms', 'Lab office 4', 'Office office 0.5', 'Hall office 0.5')
      await page.unroute('**/rooms/*')

      await press('Open Lab')
      await expectList('bookings', '2026-02-01', '2026-02-02')
      await press('More bookings')
      await expectList('bookings', '2026-02-01', '2026-02-02', '2026-02-03')
      await press('Book')
      await expectList('bookings', '2026-12-24', '2026-02-01', '2026-02-02', '2026-02-03')
      await press('Delete 2026-02-02')
      await expectList('bookings', '2026-02-01', '2026-02-03', '2026-12-24')

      const title = (text: string) => expect.poll(() => page.locator('h2').textContent()).toBe(text)
      await title('Lab ')
      await send('PATCH', `/rooms/${lab.id}`, { name: 'Theirs' })
      await press('Save')
      await title('Lab Theirs')
      await expect.poll(() => page.locator('h1').textContent()).toBe('Theirs')
      expect((await send('GET', `/rooms/${lab.id}`)).name).toBe('Theirs')
    })
  } finally {
    await browser.close()
  }
})
