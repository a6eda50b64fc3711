// The app of `make start` and of `make example` in a real browser. Each command runs in a copy of the project.
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { startBrowser } from '../../stack/test/support/browser.ts'
import { freePort } from '../../stack/test/support/free-port.ts'
import { start } from '../../stack/test/support/process.ts'
import { processMs } from '../../stack/test/support/wait.ts'
import { copyProject } from '../support/copy-project.ts'
import { watchPage } from '../support/example-app.ts'
import { json, startService } from '../support/service.ts'

const folder = await copyProject()
const browser = await startBrowser()
afterAll(() => browser.close())

/** Runs a command of the Makefile. @returns The link that it prints for the browser. */
async function startCommand(name: 'start' | 'example', ...variables: string[]) {
  const args = [name, `PORT=${await freePort()}`, ...variables]
  const command = start('make', args, { cwd: folder, detached: true })
  // At the first start, make builds the app.
  const [, link = ''] = await command.waitForOutput(/(?:plants at|example app is at) (\S+)\n/, processMs)
  return { command, link }
}

/** Opens a link in a new session, and adds a plant. @returns The page and the plants that it lists. */
async function addFern(link: string): Promise<{ page: Page; names: string[] }> {
  const page = await browser.newPage()
  const errors = watchPage(page, [new URL(link).origin])
  await page.goto(link)
  const form = page.getByRole('form', { name: 'Add a plant' })
  await form.getByLabel('Name').fill('Fern of the test')
  await form.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Fern of the test' }).waitFor()
  expect(errors).toEqual([])
  return { page, names: await page.locator('li .name').allTextContents() }
}

it('make start serves the app with the example plants, and the app adds a plant', async () => {
  const { command, link } = await startCommand('start')
  const { page, names } = await addFern(link)
  expect(names.length).toBeGreaterThan(1)
  await page.close()
  await command.end()
})

it('make example serves the app with hot reload and a mock with plants, and the app adds a plant', async () => {
  const { command, link } = await startCommand('example')
  expect(link).not.toContain('#key=')
  const { page, names } = await addFern(link)
  expect(names.length).toBeGreaterThan(1)
  expect(await (await page.request.get(`${link}app.tsx`)).text()).toContain('import.meta.hot')
  await page.close()
  await command.end()
})

it('make example calls the service at URL, which signs in the page', async () => {
  await using service = await startService()
  await service.request('/plants', json({ name: 'Moss' }))
  const { command, link } = await startCommand('example', `URL=${service.url}`, `DATA=${service.folder}`)
  const { page, names } = await addFern(link)
  expect(names.toSorted()).toEqual(['Fern of the test', 'Moss'])
  await page.close()
  await command.end()
})
