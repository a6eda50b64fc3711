// The docs page in a real browser, as its readers use it: with a mouse, with a keyboard, on paper, on a phone and from a disk.
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../generated/operations.ts'
import { violationsIn } from '../../support/axe.ts'
import { startBrowser } from '../../support/browser.ts'
import { root } from '../../support/folder.ts'
import { sharedService } from '../../support/shared-service.ts'
import { openDocs, timeout } from './open-docs.ts'

const service = await sharedService()
const file = `file://${join(root, 'generated/docs.html')}`
const summaries = ['List plants', 'Create a plant', 'Read a plant', 'Change a plant', 'Delete a plant']

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
}, timeout)
afterAll(() => browser.close())

describe('the docs page of the service', { timeout: 2 * timeout }, () => {
  it('has its address in the samples and in the list of servers, and shows all operations on paper', async () => {
    await using page = await openDocs(browser, `${service.url}/docs`)
    const samples = await page.locator('[data-testid=source-code] [data-language]').allTextContents()
    expect(samples.filter((text) => text.includes(`"${service.url}/plants`))).toHaveLength(summaries.length)
    await page.emulateMedia({ media: 'print' })
    const text = await page.locator('body').innerText()
    expect(text).toContain(service.url)
    expect(text).not.toContain('{base_url}')
    for (const part of [...summaries, 'If-Unmodified-Since', 'Idempotency-Key']) expect(text).toContain(part)
  })

  it('finds words, also those at the end of a line, and nothing for nonsense', async () => {
    await using page = await openDocs(browser, `${service.url}/docs`)
    await page.keyboard.press('Control+k')
    const field = page.locator('input:visible')
    const results = field.locator('xpath=ancestor::*[contains(., "to navigate")][1]')
    await field.fill('listed exactly')
    await results.getByText('is listed exactly once').waitFor()
    await field.fill('qqq')
    await results.getByText('No results').waitFor()
  })

  it('works with the keyboard', async () => {
    await using page = await openDocs(browser, `${service.url}/docs`)
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')

    await page.getByText('Skip to the content').focus()
    await page.keyboard.press('Tab')
    expect(await focused()).toMatch(/^Search/)
    await page.keyboard.press('Enter')
    await page.locator('input:visible').waitFor()
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
    await panel.getByText('createPlantClient').first().waitFor()
    expect(await focused()).toBe('TypeScript')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
  })
})

it.each(['light', 'dark'] as const)(
  'the problem pages have no accessibility problem that axe finds, in %s colours',
  async (colorScheme) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 900 } })
    const page = await context.newPage()
    for (const path of ['/problems', '/problems/invalid-request']) {
      await page.goto(service.url + path)
      expect(await violationsIn(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      expect(background).toBe(colorScheme === 'dark' ? 'rgb(26, 28, 33)' : 'rgb(255, 255, 255)')
    }
    await context.close()
  },
  timeout,
)

it('the docs page in a file has links that work, and sends no request', { timeout: 2 * timeout }, async () => {
  const requests: string[] = []
  // Without scripts, these are the links before Redoc starts.
  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({ javaScriptEnabled })
    const page = await context.newPage()
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(file)
    if (javaScriptEnabled) await page.locator('try-it').first().waitFor({ state: 'attached', timeout })
    const links = await page
      .locator('a:not([href^="https:"])')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    // Without scripts, the links to other pages stay.
    const others = links.filter((link) => !link?.startsWith('#'))
    expect(others.filter((link) => javaScriptEnabled || !/^(?:docs|openapi|problems)/.test(link ?? ''))).toEqual([])
    for (const operation of Object.keys(operations)) expect(links).toContain(`#/other/${operation.toLowerCase()}`)
    if (javaScriptEnabled) {
      expect(await page.locator('try-it').first().locator('p').textContent()).toContain('A file cannot send requests')
    }
    await context.close()
  }
  expect(requests).toEqual([file, file])
})
