// "Try it" in a real browser, with the service and with the mock behind the page.
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from '../../../stack/test/support/browser.ts'
import type { Implementation } from '../../support/service.ts'
import { sharedImplementations } from '../../support/shared-service.ts'
import { openDocs } from './open-docs.ts'

const all = await sharedImplementations()
const [service] = all
const url = service?.url ?? ''

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** Opens the form of `listPlants`, with a token. */
async function openForm({ link }: Pick<Implementation, 'link'>): Promise<Locator> {
  const page = await openDocs(browser, await link('/docs'))
  const form = page.locator('try-it[operation=listPlants]')
  await form.getByText('Try it').click()
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

describe.each(all)('the form of the docs page, with $name', ({ url, link }) => {
  it('sends the values that are filled in, empty ones only if that is chosen, and shows a problem', async () => {
    const form = await openForm({ link })
    await form.getByLabel('limit (query)').fill('2')
    expect(`${await send(form)}`).toBe(`${url}/plants?limit=2`)
    await form.getByText('200 OK').waitFor()
    expect(Array.isArray(JSON.parse(await form.getByRole('region', { name: 'Response body' }).innerText()))).toBe(true)
    await form.getByLabel('Send tag even if it is empty').check()
    expect(`${await send(form)}`).toBe(`${url}/plants?limit=2&tag=`)
    await form.getByText('200 OK').waitFor()
    await form.getByLabel('limit (query)').fill('many')
    await send(form)
    await form.getByText('400 Bad Request').waitFor()
    expect(await form.getByRole('region', { name: 'Response body' }).innerText()).toContain('limit')
    await form.page().close()
  })
})

describe('the forms of the docs page, with the service', () => {
  it('are signed in by the link, send requests, and show the responses as text', async () => {
    const requests: string[] = []
    const link = (await service?.link('/docs')) ?? ''
    await using page = await openDocs(browser, link)
    expect(page.url()).toBe(`${url}/docs`)
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
    const form = page.locator('try-it[operation=createPlant]')
    await form.getByText('Try it').click()
    // The link has signed in the page.
    await expect.poll(() => form.getByLabel('Token').inputValue()).toMatch(/^eyJ/)
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
      `POST ${url}/plants`,
      `GET ${url}/plants/${created.id}`,
      `GET ${url}/plants/${created.id}`,
    ])
    expect(await page.title()).not.toBe('1')

    // The link signs in one browser.
    await using other = await openDocs(browser, link)
    const otherForm = other.locator('try-it[operation=listPlants]')
    await otherForm.getByText('Try it').click()
    await otherForm.getByRole('button', { name: 'Get a development token' }).click()
    await otherForm.getByText('This browser is not signed in. Open the last link with #key= ').waitFor()
    expect(await otherForm.getByLabel('Token').inputValue()).toBe('')
  })
})
