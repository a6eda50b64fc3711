// "Try it" in a real browser, with the service and with the mock behind the page.
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from '../../support/browser.ts'
import { sharedImplementations } from '../../support/shared-service.ts'

const timeout = 60_000
const all = await sharedImplementations()

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
}, timeout)
afterAll(() => browser.close())

/** Opens the form of `listPlants`, with a token. */
async function openForm(url: string): Promise<Locator> {
  const page = await browser.newPage()
  await page.goto(`${url}/docs`)
  const form = page.locator('try-it[operation=listPlants]')
  await form.getByText('Try it').click({ timeout })
  await form.getByRole('button', { name: 'Get a development token' }).click()
  await form.getByText('The token is in the field.').waitFor()
  return form
}

async function send(form: Locator): Promise<URL> {
  const [request] = await Promise.all([
    form.page().waitForRequest('**/plants*'),
    form.getByRole('button', { name: 'Send' }).click(),
  ])
  return new URL(request.url())
}

describe.each(all)('the form of the docs page, with $name', { timeout: 2 * timeout }, ({ url }) => {
  it('sends the values that are filled in, and empty ones only if that is chosen', async () => {
    const form = await openForm(url)
    await form.getByLabel('limit (query)').fill('2')
    expect(`${await send(form)}`).toBe(`${url}/plants?limit=2`)
    await form.getByText('200 OK').waitFor()
    expect(Array.isArray(JSON.parse(await form.getByRole('region', { name: 'Response body' }).innerText()))).toBe(true)
    await form.getByLabel('Send tag even if it is empty').check()
    expect(`${await send(form)}`).toBe(`${url}/plants?limit=2&tag=`)
    await form.getByText('200 OK').waitFor()
    await form.page().close()
  })

  it('shows a problem', async () => {
    const form = await openForm(url)
    await form.getByLabel('limit (query)').fill('many')
    await send(form)
    await form.getByText('400 Bad Request').waitFor()
    expect(await form.getByRole('region', { name: 'Response body' }).innerText()).toContain('limit')
    await form.page().close()
  })
})
