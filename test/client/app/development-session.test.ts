// The link of `make start` signs in a browser, once. The browser then needs only the address.
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { violationsIn } from '../../../stack/test/support/axe.ts'
import { startBrowser } from '../../../stack/test/support/browser.ts'
import { cleanUp, newFolder } from '../../../stack/test/support/folder.ts'
import { freePort } from '../../../stack/test/support/free-port.ts'
import { watchPage } from '../../support/example-app.ts'
import { builtExample } from '../../support/once-built.ts'
import { startService } from '../../support/service.ts'

const settings = { PORT: String(await freePort()) }
const exampleFolder = await builtExample('development')
let folder = await newFolder()
const start = () => startService({ exampleFolder, folder, settings })
let service = await start()
const browser = await startBrowser()
afterAll(async () => {
  await browser.close()
  await service[Symbol.asyncDispose]()
  await cleanUp()
})

const signedIn = (page: Page) => page.getByText('You have no plants yet.').waitFor()

it('signs in a browser, also after a restart of the service, until the session has ended', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const errors = watchPage(page, [service.url])
  const link = await service.link()
  const key = new URL(link).hash.replace('#key=', '')
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const addresses: string[] = []
  context.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''))

  await page.goto(link)
  await signedIn(page)
  expect(page.url()).toBe(`${service.url}/`)
  await page.reload()
  await signedIn(page)
  const second = await context.newPage()
  await second.goto(service.url)
  await signedIn(second)

  await service[Symbol.asyncDispose]()
  service = await start()
  await page.reload()
  await signedIn(page)
  // The link is used, but the browser has a session.
  await second.goto(link)
  await second.waitForURL(`${service.url}/`)
  await signedIn(second)
  expect(errors).toEqual([])
  expect(addresses.join() + said.join()).not.toContain(key)

  await service[Symbol.asyncDispose]()
  // A new folder has another signing key.
  folder = await newFolder()
  service = await start()
  await page.getByLabel('Name').fill('Fern')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Open the last link with #key= that the service printed').waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Fern')
  await context.close()
})

it('says without a key what the page is, and takes the link of the service in a field', async () => {
  await using other = await startService({ exampleFolder })
  const page = await browser.newPage()
  await page.goto(other.url)
  await page.getByText('Open the last link with #key= that the service printed').waitFor()
  await page.getByText('make start').waitFor()
  expect(await violationsIn(page)).toEqual([])
  await page.getByLabel('Link or key').fill(await other.link())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await signedIn(page)
})
