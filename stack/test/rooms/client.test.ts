// The client and the React hooks of rooms: no code but what is generated.
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, expect, it } from 'vitest'
import { useClient } from '../product/use-client.ts'
import { openPage, startBrowser } from '../support/browser.ts'
import { cleanUp, root } from '../support/folder.ts'
import { rooms } from '../support/rooms.ts'
import { startService } from '../support/service.ts'
import { implementations, send } from './implementations.ts'

afterAll(cleanUp)

it.each(Object.entries(implementations))(
  'over %s, the client lists page by page, creates, changes and deletes',
  async (_, start) => {
    await using target = await start(rooms)
    expect(await useClient(target.url, await target.token())).toEqual([
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
  },
)

it('has hooks for lists, items, edits and changes, which are shown at once', async () => {
  const bundle = await build({
    entryPoints: [join(rooms.folder, 'page.tsx')],
    nodePaths: [join(root, 'node_modules')],
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    write: false,
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  const browser = await startBrowser()
  try {
    await using service = await startService({ api: rooms })
    const lab = Object((await send(service, ['POST', '/rooms', '{"name":"Lab","seats":4}'])).body)
    for (const name of ['Office', 'Hall']) await send(service, ['POST', '/rooms', JSON.stringify({ name })])
    for (const day of ['2026-02-01', '2026-02-02', '2026-02-03'])
      await send(service, ['POST', `/rooms/${lab.id}/bookings`, JSON.stringify({ day })])

    const query = `?${new URLSearchParams({ url: service.url, token: await service.token() })}`
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
    await send(service, ['PATCH', `/rooms/${lab.id}`, '{"name":"Theirs"}'])
    await press('Save')
    await title('Lab Theirs')
    await expect.poll(() => page.locator('h1').textContent()).toBe('Theirs')
    expect((await send(service, ['GET', `/rooms/${lab.id}`])).body).toMatchObject({ name: 'Theirs' })
  } finally {
    await browser.close()
  }
})
