// "Try it" in a real browser, with the service and with the mock behind the page. stack/test/docs/try-it.test.ts has every kind of
// parameter, body and credential.
import type { Locator } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { startBrowser } from '../../../stack/test/support/browser.ts'
import { sharedImplementations } from '../../support/shared-service.ts'
import { openDocs } from './open-docs.ts'

const browser = await startBrowser()
afterAll(() => browser.close())

async function send(form: Locator): Promise<string> {
  const request = form.page().waitForRequest('**/plants*')
  await form.getByRole('button', { name: 'Send' }).click()
  return (await request).url()
}

const bodyIn = (form: Locator) => form.getByRole('region', { name: 'Response body' }).innerText()

describe.each(await sharedImplementations())('the forms of the docs page, with $name', ({ url, link }) => {
  it('send the values that are filled in, empty ones only if that is chosen, and show a problem', async () => {
    await using page = await openDocs(browser, await link('/docs'))
    const form = page.locator('try-it[operation=listPlants]')
    await form.getByText('Try it').click()
    await form.getByRole('button', { name: 'Get a development token' }).click()
    await form.getByText('The token is in the field.').waitFor()
    await form.getByLabel('limit (query)').fill('2')
    expect(await send(form)).toBe(`${url}/plants?limit=2`)
    await form.getByText('200 OK').waitFor()
    expect(Array.isArray(JSON.parse(await bodyIn(form)))).toBe(true)
    await form.getByLabel('Send tag even if it is empty').check()
    expect(await send(form)).toBe(`${url}/plants?limit=2&tag=`)
    await form.getByText('200 OK').waitFor()
    await form.getByLabel('limit (query)').fill('many')
    await send(form)
    await form.getByText('400 Bad Request').waitFor()
    expect(await bodyIn(form)).toContain('limit')

    // The other forms have the token, too. They show a response as text.
    const creating = page.locator('try-it[operation=createPlant]')
    await creating.getByText('Try it').click()
    await creating.getByLabel('Body').fill(JSON.stringify({ name: '<img src=x> 🌱' }))
    await send(creating)
    await creating.getByText('201 Created').waitFor()
    expect(JSON.parse(await bodyIn(creating))).toHaveProperty('id')
    expect(await creating.locator('img').count()).toBe(0)

    await creating.getByRole('button', { name: 'Use the id and the ETag' }).click()
    await creating.getByText('Filled in: Read a plant, Change a plant, Delete a plant.').waitFor()
    const changing = page.locator('try-it[operation=updatePlant]')
    await changing.getByText('Try it').click()
    const tag = await changing.getByLabel('If-Match (header)').inputValue()
    const id = await changing.getByLabel('id (path)').inputValue()
    expect(tag).toMatch(/^"/)
    await changing.getByText('The request as curl').click()
    const curl = changing.getByRole('group', { name: 'The request as curl' })
    expect(await curl.innerText()).toContain(`curl -i -X PATCH '${url}/plants/${id}'`)
    expect(await curl.innerText()).toContain(`-H 'if-match: ${tag}'`)
    const description = changing.getByLabel('id (path)').and(changing.locator('[aria-describedby]'))
    expect(await description.count()).toBe(1)
    await page.reload()
    await form.getByText('Try it').click()
    expect(await form.getByLabel('Token').inputValue()).not.toBe('')
    await form.getByLabel('Token').fill('Bearer pasted')
    await form.getByText('The request as curl').click()
    expect(await form.getByRole('group', { name: 'The request as curl' }).innerText()).toMatch(/: Bearer pasted'/)
  })
})
