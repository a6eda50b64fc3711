// The docs page in a real browser, as its readers use it: with a mouse, with a keyboard, on paper, on a phone and from a disk.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { contract } from '../../../generated/index.ts'
import { operations } from '../../../generated/operations.ts'
import { violationsIn } from '../../../stack/test/support/axe.ts'
import { startBrowser } from '../../../stack/test/support/browser.ts'
import { root } from '../../../stack/test/support/folder.ts'
import { deadLinks } from '../../../stack/test/support/open-docs.ts'
import { sharedService } from '../../support/shared-service.ts'
import { openDocs } from './open-docs.ts'

const { problemKinds } = contract

const service = await sharedService()
const file = `file://${join(root, 'generated/docs.html')}`
const summaries = ['List plants', 'Create a plant', 'Read a plant', 'Change a plant', 'Delete a plant']
const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'))

const browser = await startBrowser()
/** All tests of a wide page share it, because it takes seconds to render. */
const page = await openDocs(browser, `${service.url}/docs`)
afterAll(() => browser.close())

const getSection = (route: string) => page.locator(`[data-section-id="${route}"]`).first()

describe('the docs page of the service', () => {
  it('works with the keyboard', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')

    await page.getByText('Skip to the content').focus()
    await page.keyboard.press('Tab')
    expect(await focused()).toMatch(/^Search/)
    await page.keyboard.press('Enter')
    await page.getByRole('searchbox', { name: 'Search' }).waitFor()
    await page.keyboard.press('Escape')

    const panel = page.locator('[data-section-id="/other/listplants"]').getByTestId('right-panel')
    await panel.getByRole('button', { name: 'curl' }).focus()
    await page.keyboard.press('Enter')
    const role = () => page.evaluate(() => document.activeElement?.getAttribute('role'))
    await expect.poll(role).toBe('menuitem')
    expect(await focused()).toBe('curl')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('TypeScript')
    await page.keyboard.press('Enter')
    await panel.getByText('createClient').first().waitFor()
    expect(await focused()).toBe('TypeScript')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
    await panel.getByRole('button', { name: 'TypeScript' }).click()
    await page.getByRole('menuitem', { name: 'curl' }).click()
  })

  it('finds words with the keyboard, leads to the heading, and finds nothing for nonsense', async () => {
    await page.keyboard.press('/')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await page.keyboard.type('qqq')
    await dialog.getByText('No results').waitFor()
    await dialog.getByRole('searchbox').fill('exactly once')
    await dialog.getByRole('link', { name: 'is listed exactly once' }).waitFor()
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
    await dialog.waitFor({ state: 'hidden' })
    const focused = () => page.evaluate(() => document.activeElement?.id)
    await expect.poll(focused).toBe('section/paging')
    expect(page.url()).toMatch(/#\/section\/paging$/)
  })

  it('has its address in the samples, links to the contract, and the command that installs the client', async () => {
    const samples = await page.locator('[data-testid=source-code] [data-language]').allTextContents()
    expect(samples.filter((text) => text.includes(`"${service.url}/plants`))).toHaveLength(summaries.length)
    const section = getSection('/section/downloads')
    const links = section.getByRole('link').and(section.locator(':not([href^="#"])'))
    const addresses = await links.evaluateAll((all) =>
      all.map((one) => (one instanceof HTMLAnchorElement ? one.href : '')),
    )
    for (const path of ['/openapi.yaml', '/docs.md']) expect(addresses).toContain(service.url + path)
    // The name that npm pack gives to the file of the client.
    expect(await section.innerText()).toContain(`npm install plant-collection-client-${version}.tgz`)
  })

  it('has no link without a target', async () => {
    const links = await page.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    expect(await deadLinks(page)).toEqual([])
    const pages = new Set(links.filter((link) => !/^(?:#|https:)/.test(link)))
    expect(pages.size).toBeGreaterThan(problemKinds.length)
    for (const link of pages) expect((await fetch(new URL(link, `${service.url}/docs`))).status, link).toBe(200)
  })

  it('scrolls to the target of a link: a schema, a workflow and an operation', async () => {
    const isInView = (id: string) =>
      page.locator(`[id="${id}"]`).evaluate((target) => {
        const { top } = target.getBoundingClientRect()
        return top >= 0 && top < innerHeight
      })
    const section = getSection('/other/createplant')
    await section.getByText('All responses').click()
    await section.getByRole('link', { name: 'UnauthorizedProblem' }).click()
    await expect.poll(() => isInView('schemas/unauthorizedproblem')).toBe(true)
    await section.getByRole('link', { name: 'A safe retry' }).click()
    await expect.poll(() => isInView('section/workflows/a-safe-retry')).toBe(true)
    await getSection('/section/workflows/a-safe-retry').getByRole('link', { name: 'listPlants' }).click()
    await expect.poll(() => isInView('other/listplants')).toBe(true)
  })

  it('shows all operations and every response on paper', async () => {
    const items = page.locator('details li')
    const hidden = () => items.evaluateAll((all) => all.filter((one) => !one.checkVisibility()).length)
    expect(await hidden()).toBeGreaterThan(0)
    await page.emulateMedia({ media: 'print' })
    expect(await hidden()).toBe(0)
    const text = await page.locator('body').innerText()
    expect(text).toContain(service.url)
    expect(text).not.toContain('{base_url}')
    for (const part of [...summaries, 'If-Unmodified-Since', 'Idempotency-Key']) expect(text).toContain(part)
    await page.emulateMedia({ media: null })
  })

  it('has no accessibility problem that axe finds, on a wide screen, and in the dark on a phone', async () => {
    const viewport = { width: 390, height: 900 }
    await using phone = await openDocs(browser, `${service.url}/docs`, { colorScheme: 'dark', viewport })
    for (const checked of [page, phone]) {
      await checked.addStyleTag({ content: '* { content-visibility: visible !important }' })
      await checked.locator('details').evaluateAll((all) => all.map((one) => one.setAttribute('open', '')))
      expect(await violationsIn(checked)).toEqual([])
      const width = checked.viewportSize()?.width
      expect(await checked.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width ?? 0)
    }
  })

  it('has no accessibility problem while a menu, a panel or the search is open, in the dark on a small phone', async () => {
    const viewport = { width: 320, height: 800 }
    await using phone = await openDocs(browser, `${service.url}/docs`, { colorScheme: 'dark', viewport })
    await phone.addStyleTag({ content: '* { content-visibility: visible !important }' })
    const section = phone.locator('[data-section-id="/other/listplants"]')
    await phone.getByRole('group', { name: 'Table' }).first().focus()
    await section.getByRole('button', { name: 'curl' }).first().click()
    expect(await violationsIn(phone)).toEqual([])
    await phone.keyboard.press('Escape')
    await section.getByText('View security details').first().click()
    const panel = phone.getByRole('dialog', { name: 'Security details' })
    await expect.poll(() => panel.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await violationsIn(phone)).toEqual([])
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => phone.evaluate(() => document.activeElement?.textContent)).toBe('View security details')
    await phone.getByTestId('floating-button').click()
    await phone.getByTestId('search-trigger').click()
    await phone.keyboard.type('CORS')
    await phone.getByRole('status').filter({ hasText: 'result' }).waitFor()
    expect(await violationsIn(phone)).toEqual([])
    await phone.keyboard.press('Enter')
    const heading = phone.getByRole('heading', { name: 'CORS' })
    await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true)
    await phone.locator('.menu-content').waitFor({ state: 'hidden' })
  })
})

it('the problem pages lead to the operations that return the problem, and axe finds nothing', async () => {
  const problem = await browser.newPage({ colorScheme: 'dark', viewport: { width: 390, height: 900 } })
  for (const path of ['/problems', '/problems/not-found']) {
    await problem.goto(service.url + path)
    expect(await violationsIn(problem)).toEqual([])
    expect(await problem.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  }
  const links = await problem.locator('li a').allInnerTexts()
  expect(links).toEqual(['GET /plants/{id}', 'PATCH /plants/{id}', 'DELETE /plants/{id}', 'Any request'])
  await problem.getByRole('link', { name: 'PATCH' }).click()
  const section = problem.locator('[data-section-id="/other/updateplant"]')
  await section.waitFor()
  await expect.poll(() => section.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(900)
  await problem.close()
})

it('the docs page in a file has links that work, and sends no request', async () => {
  const requests: string[] = []
  // Without scripts, these are the links before Redoc starts.
  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({ javaScriptEnabled })
    const page = await context.newPage()
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(file)
    if (javaScriptEnabled) await page.locator('try-it').first().waitFor({ state: 'attached' })
    const links = await page
      .locator('a:not([href^="https:"])')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    // Without scripts, the links to other pages stay.
    const others = links.filter((link) => !link?.startsWith('#'))
    expect(others.filter((link) => javaScriptEnabled || !/^(?:docs|llms|openapi|problems)/.test(link ?? ''))).toEqual(
      [],
    )
    for (const operation of Object.keys(operations)) expect(links).toContain(`#/other/${operation.toLowerCase()}`)
    if (!javaScriptEnabled) {
      expect(await page.locator('noscript p').innerText()).toMatch(/^Without JavaScript/)
      const targets = await page.locator('[id^="/"]').evaluateAll((all) => all.map((one) => `#${one.id}`))
      const menu = page.locator('.menu-content a')
      for (const link of await menu.evaluateAll((all) => all.map((one) => one.getAttribute('href')))) {
        if (link?.startsWith('#')) expect(targets).toContain(link)
      }
      await page.locator('.menu-content a[href="#/other/deleteplant"]').click()
      const heading = page.locator('noscript h2').filter({ hasText: 'Delete a plant' })
      await expect.poll(() => heading.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(100)
    }
    if (javaScriptEnabled) {
      expect(await page.locator('try-it').first().locator('p').textContent()).toContain('A file cannot send requests')
    }
    await context.close()
  }
  expect(requests).toEqual([file, file])
})
