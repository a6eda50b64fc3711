// The docs page in a real browser, as its readers use it: with a mouse, with a keyboard, on paper, on a phone and from a disk.
// stack/test/docs/try-it.test.ts has every kind of parameter, body and credential of "Try it".
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { BrowserContextOptions, Locator } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { contract } from '../../generated/index.ts'
import { operations } from '../../generated/operations.ts'
import { listen } from '../../stack/server/sockets/http-server.ts'
import { findDeadLinks, findViolations, getLinks, openDocs, startBrowser } from '../../stack/test/support/browser.ts'
import { root } from '../../stack/test/support/folder.ts'
import { closeAfterTests } from '../../stack/test/support/shared-service.ts'
import { startService } from '../support/service.ts'

const { problemKinds } = contract

const service = closeAfterTests(await startService())
const file = `file://${join(root, 'generated/docs.html')}`
const summaries = ['List plants', 'Create a plant', 'Read a plant', 'Change a plant', 'Delete a plant']
const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'))

const browser = closeAfterTests(await startBrowser())
const openPage = (url: string, options: BrowserContextOptions = {}) =>
  openDocs(browser, url, Object.keys(operations).length, options)
/** Wide page that several tests share, because it takes seconds to render. */
const page = await openPage(`${service.url}/docs`)

const getSection = (route: string) => page.locator(`[data-section-id="${route}"]`).first()

describe('the docs page of the service', () => {
  it('works with the keyboard', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')

    const panel = page.locator('[data-section-id="/other/listplants"]').getByTestId('right-panel')
    await panel.getByRole('button', { name: 'Example: Two plants' }).focus()
    await page.keyboard.press('Enter')
    const role = () => page.evaluate(() => document.activeElement?.getAttribute('role'))
    await expect.poll(role).toBe('menuitem')
    expect(await focused()).toBe('Two plants')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('No plants')
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Example: No plants' }).waitFor()
    expect(await focused()).toBe('No plants')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
  })

  it('leads from a search with the keyboard to the heading', async () => {
    await page.keyboard.press('/')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await page.keyboard.type('exactly once')
    await dialog.getByRole('link', { name: 'is listed exactly once' }).waitFor()
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('section/paging')
    expect(page.url()).toMatch(/#\/section\/paging$/)
  })

  it('has the URL of the service in the samples, links to the contract, and the command that installs the client', async () => {
    const samples = await page.locator('try-it').getByLabel('Code sample:').allTextContents()
    expect(samples.filter((text) => text.includes(`"${service.url}/plants`))).toHaveLength(summaries.length)
    const section = getSection('/section/downloads')
    for (const path of ['openapi.yaml', 'docs.md']) expect(await getLinks(section)).toContain(path)
    // The name that npm pack gives to the file of the client.
    expect(await section.innerText()).toContain(`npm install plant-collection-client-${version}.tgz`)
  })

  it('has no link without a target', async () => {
    expect(await findDeadLinks(page)).toEqual([])
    const pages = new Set((await getLinks(page)).filter((link) => !/^(?:#|https:)/.test(link)))
    expect(pages.size).toBeGreaterThan(problemKinds.length)
    for (const link of pages) expect((await fetch(new URL(link, `${service.url}/docs`))).status, link).toBe(200)
  })

  it('scrolls to the target of a link', async () => {
    const section = getSection('/other/createplant')
    await section.getByText('All responses').click()
    await section.getByRole('link', { name: 'UnauthorizedProblem' }).click()
    const target = page.locator('[id="schemas/unauthorizedproblem"]')
    const top = () => target.evaluate((element) => element.getBoundingClientRect().top)
    await expect.poll(top).toBeLessThan(900)
    expect(await top()).toBeGreaterThanOrEqual(0)
  })

  it('shows all operations and every response on paper', async () => {
    const items = page.locator('details li')
    const hidden = () => items.evaluateAll((all) => all.filter((item) => !item.checkVisibility()).length)
    expect(await hidden()).toBeGreaterThan(0)
    await page.emulateMedia({ media: 'print' })
    expect(await hidden()).toBe(0)
    const text = await page.locator('body').innerText()
    for (const sample of await page.locator('try-it').getByLabel('Code sample:').all())
      expect(await sample.isVisible()).toBe(true)
    for (const part of [...summaries, 'If-Unmodified-Since', 'Idempotency-Key']) expect(text).toContain(part)
    await page.emulateMedia({ media: null })
  })

  it('has no accessibility problem that axe finds, on a wide screen, and in the dark on a small phone', async () => {
    await using phone = await openPage(page.url(), { colorScheme: 'dark', viewport: { width: 320, height: 800 } })
    const others = '[data-section-id^="/other/"]:not([data-section-id="/other/createplant"])'
    for (const { part, exclude } of [
      { part: phone, exclude: [others] },
      { part: page, exclude: [others, '[data-section-id="/schemas"]'] },
    ]) {
      await part.addStyleTag({ content: '* { content-visibility: visible !important }' })
      // One operation has the parts of all others. To check all of them would take a minute.
      const details = part.locator('[data-section-id="/other/createplant"] details')
      await details.evaluateAll((all) => all.map((element) => element.setAttribute('open', '')))
      expect(await findViolations(part, { exclude })).toEqual([])
      const width = part.viewportSize()?.width
      expect(await part.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width ?? 0)
    }
    // While a menu, a panel or the search is open, `main` is as before.
    const aroundMain = { exclude: ['main'] }
    const section = phone.locator('[data-section-id="/other/listplants"]')
    await section.getByRole('button', { name: 'Example' }).first().click()
    await phone.getByRole('menuitem').first().waitFor()
    expect(await findViolations(phone, aroundMain)).toEqual([])
    await phone.keyboard.press('Escape')
    await section.getByText('View security details').first().click()
    const panel = phone.getByRole('dialog', { name: 'Security details' })
    await expect.poll(() => panel.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await findViolations(phone, aroundMain)).toEqual([])
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => phone.evaluate(() => document.activeElement?.textContent)).toBe('View security details')
    await phone.getByTestId('floating-button').click()
    await phone.getByTestId('search-trigger').click()
    await phone.keyboard.type('CORS')
    await phone.getByRole('status').filter({ hasText: 'result' }).waitFor()
    expect(await findViolations(phone, aroundMain)).toEqual([])
    await phone.keyboard.press('Enter')
    const heading = phone.getByRole('heading', { name: 'CORS' })
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
    await phone.locator('.menu-content').waitFor({ state: 'hidden' })
  })
})

it('the problem pages lead to the operations that return the problem, and axe finds nothing', async () => {
  const problem = await browser.newPage({ colorScheme: 'dark', viewport: { width: 390, height: 900 } })
  for (const path of ['/problems', '/problems/not-found']) {
    await problem.goto(service.url + path)
    expect(await findViolations(problem)).toEqual([])
    expect(await problem.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  }
  const links = await problem.locator('li a').allInnerTexts()
  expect(links).toEqual(['GET /plants/{id}', 'PATCH /plants/{id}', 'DELETE /plants/{id}', 'Any request'])
  await problem.getByRole('link', { name: 'PATCH' }).click()
  const section = problem.locator('[data-section-id="/other/updateplant"]')
  await section.waitFor()
  await expect.poll(() => section.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(900)
  await problem.close()
})

it('the docs page in a file has links that work, even without scripts, and sends no request', async () => {
  const requests: string[] = []
  const openFile = async (javaScriptEnabled: boolean) => {
    const page = await browser.newPage({ javaScriptEnabled })
    page.on('request', (request) => requests.push(request.url()))
    // The policy of the page blocks the logo of Redoc.
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText === 'csp') requests.splice(requests.indexOf(request.url()), 1)
    })
    await page.goto(file)
    return page
  }
  const operationLinks = Object.keys(operations).map((operation) => `#/other/${operation.toLowerCase()}`)

  await using withScripts = await openFile(true)
  const text = withScripts.locator('try-it').first().locator('p')
  await text.waitFor({ state: 'attached' })
  await withScripts.getByRole('link', { name: 'API docs by Redocly' }).waitFor()
  expect(await text.textContent()).toContain('A file cannot send requests')
  const links = await getLinks(withScripts)
  expect(links).toEqual(expect.arrayContaining(operationLinks))
  expect(links.filter((link) => !/^(?:#|https:)/.test(link))).toEqual([])

  await using without = await openFile(false)
  expect(await without.locator('noscript p').innerText()).toMatch(/^Without JavaScript/)
  const targets = await without.locator('[id^="/"]').evaluateAll((all) => all.map((element) => `#${element.id}`))
  const menu = (await getLinks(without.locator('.menu-content'))).filter((link) => link.startsWith('#'))
  expect(targets).toEqual(expect.arrayContaining([...operationLinks, ...menu]))
  await without.locator('.menu-content a[href="#/other/deleteplant"]').click()
  const heading = without.locator('noscript h2').filter({ hasText: 'Delete a plant' })
  await expect.poll(() => heading.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(100)
  expect(requests).toEqual([file, file])
})

it('a form of the docs page gets a token, stores it, sends values, shows the response beside the request, and passes the id and the ETag to the other forms', async () => {
  await using page = await openPage(await service.link('/docs'))
  const openForm = async (operation: string) => {
    const form = page.locator(`try-it[operation=${operation}]`)
    await form.getByText('Try it').click()
    return form
  }
  const listing = await openForm('listPlants')
  await listing.getByRole('button', { name: 'Get a development token' }).click()
  await listing.getByText('The token is in the field.').waitFor()
  await listing.getByLabel('limit (query)').fill('2')
  // An empty value is sent only if its checkbox is checked.
  const request = page.waitForRequest('**/plants*')
  await listing.getByLabel('Send tag even if it is empty').check()
  await listing.getByRole('button', { name: 'Send' }).click()
  expect((await request).url()).toBe(`${service.url}/plants?limit=2&tag=`)
  await listing.getByText('200 OK').waitFor()
  const getLeft = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().left)
  expect(await getLeft(listing.getByRole('status'))).toBeGreaterThan((await getLeft(listing.locator('form'))) + 300)

  const creating = await openForm('createPlant')
  await creating.getByLabel('Body').fill(JSON.stringify({ name: '<img src=x> 🌱' }))
  await creating.getByRole('button', { name: 'Send' }).click()
  await creating.getByText('201 Created').waitFor()
  // The body is shown as text.
  expect(await creating.locator('img').count()).toBe(0)
  await creating.getByRole('button', { name: 'Use the id and the ETag' }).click()
  await creating.getByText('Filled in: Read a plant, Change a plant, Delete a plant.').waitFor()
  const changing = await openForm('updatePlant')
  const tag = await changing.getByLabel('If-Match (header)').inputValue()
  const id = await changing.getByLabel('id (path)').inputValue()
  expect(tag).toMatch(/^"/)
  await changing.getByText('The request as curl').click()
  const curl = await changing.getByRole('group', { name: 'The request as curl' }).innerText()
  expect(curl).toContain(`curl -i -X PATCH '${service.url}/plants/${id}'`)
  expect(curl).toContain(`-H 'if-match: ${tag}'`)
  await page.reload()
  expect(await (await openForm('listPlants')).getByLabel('Token').inputValue()).not.toBe('')
})

// A slow phone gets the docs page in many pieces. Its first text must be on the screen long before the last piece.
it('the docs page shows its first text with its first 64 kB', async () => {
  // A third of a second on a slow mobile network (1.6 Mbit/s), of the second that the first text may take.
  const firstBytes = 64_000
  // The body stays as it is on the wire. The event `response` of a ClientRequest has one argument, an IncomingMessage.
  const request = get(`${service.url}/docs`, { headers: { 'Accept-Encoding': 'br' } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const body = await buffer(response)
  const { 'content-type': type = '', 'content-encoding': coding = '' } = response.headers
  const server = createServer((_, res) => {
    res.writeHead(200, { 'Content-Type': type, 'Content-Encoding': coding }).write(body.subarray(0, firstBytes))
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await using page = await browser.newPage()
  await page.goto(await listen(server, '127.0.0.1', 0), { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Plant Collection Service', level: 1 }).waitFor()
  await page.getByText('collection of plants').first().waitFor()
  const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
  await expect.poll(paints).toBe(1)
  expect(await page.evaluate(() => document.readyState)).toBe('loading')
  expect(body.length).toBeGreaterThan(5 * firstBytes)
})
