// "Try it" in a real browser, with the service and with the mock behind the page.
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from '../../support/browser.ts'
import { sharedImplementations } from '../../support/shared-service.ts'
import { openDocs, timeout } from './open-docs.ts'

const all = await sharedImplementations()
const url = all[0]?.url ?? ''

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
}, timeout)
afterAll(() => browser.close())

/** Opens the form of `listPlants`, with a token. */
async function openForm(url: string): Promise<Locator> {
  const page = await openDocs(browser, `${url}/docs`)
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

describe('the forms of the docs page, with the service', { timeout: 2 * timeout }, () => {
  it('sends requests, and shows the responses as text', async () => {
    const requests: string[] = []
    await using page = await openDocs(browser, `${url}/docs#/other/createplant`)
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
    const form = page.locator('try-it[operation=createPlant]')
    await form.getByText('Try it').click()
    await form.getByRole('button', { name: 'Get a development token' }).click()
    await form.getByText('The token is in the field.').waitFor()
    const name = '<img src=x onerror="document.title=1"> 🌱'
    await form.getByLabel('Body').fill(JSON.stringify({ name }))
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('201 Created').waitFor()
    const created = JSON.parse(await form.getByRole('region', { name: 'Response body' }).innerText())
    expect(created.name).toBe(name)
    expect(await form.locator('img').count()).toBe(0)

    // The other forms have the token, too.
    const reading = page.locator('try-it[operation=getPlant]')
    await reading.getByText('Try it').click()
    await reading.getByLabel('id (path)').fill(created.id)
    await reading.getByRole('button', { name: 'Send' }).click()
    await reading.getByText('200 OK').waitFor()
    expect(JSON.parse(await reading.getByRole('region', { name: 'Response body' }).innerText())).toEqual(created)
    await reading.getByLabel('Token').fill('')
    await reading.getByRole('button', { name: 'Send' }).click()
    await reading.getByText('401 Unauthorized').waitFor()
    expect(requests).toEqual([
      `POST ${url}/development-token`,
      `POST ${url}/plants`,
      `GET ${url}/plants/${created.id}`,
      `GET ${url}/plants/${created.id}`,
    ])
    expect(await page.title()).not.toBe('1')
  })
})
