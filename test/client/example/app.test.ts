// The example app in a real browser: the first load, adding, and accessibility.
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsIn } from '../../support/axe.ts'
import { type Example, openExample, timeout } from '../../support/example-app.ts'
import { cleanUp } from '../../support/folder.ts'

let example: Example
beforeAll(async () => {
  example = await openExample()
}, 60_000)
afterAll(async () => {
  await example?.[Symbol.asyncDispose]()
  await cleanUp()
})

describe('the first load', () => {
  it('shows an empty collection, with at most 100 kB of script and no request to another origin', async () => {
    const { seen, scripts, errors } = example
    await seen('You have no plants yet.')
    const texts = await Promise.all([...scripts].map(async (url) => (await fetch(url)).text()))
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.reduce((sum, text) => sum + gzipSync(text).length, 0)).toBeLessThan(100_000)
    expect(errors).toEqual([])
  })

  it('has a policy that allows only its own files and this service', async () => {
    const { headers } = await fetch(example.service.url)
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
  })
})

describe('adding', () => {
  it.each([
    ['markup', '<b>Bold</b><img src=x onerror=alert(1)> &amp;'],
    ['right-to-left text', 'نخلة التمر'],
    ['emoji', '🌵👩‍🌾 with emoji'],
    ['200 code points', `two hundred ${'𝒳'.repeat(188)}`],
  ])('shows a name with %s as text', async (_, name) => {
    const { page, addForm, button, rowOf } = example
    await addForm.getByLabel('Name').fill(name)
    await addForm.getByLabel('Tag').fill('odd')
    await button('Add').click()
    await rowOf(name).waitFor({ timeout })
    expect(await rowOf(name).locator('.name').textContent()).toBe(name)
    expect(await addForm.getByLabel('Name').inputValue()).toBe('')
    await expect.poll(() => page.locator('.notice').textContent()).toBe(`Added “${name}”.`)
  })

  it.each([
    ['that is too long', 'x'.repeat(201), 'Use at most 200 characters. This text has 201.'],
    ['of white space', '   ', 'Give the plant a name.'],
    ['with a control character', 'a\u0007b', 'Remove tabs, line breaks and other control characters.'],
    ['that is nearly too long', 'x'.repeat(195), '5 characters left'],
  ])('says while typing that a name %s', async (_, name, message) => {
    const { addForm } = example
    await addForm.getByLabel('Name').fill(name)
    await addForm.getByText(message).waitFor({ timeout })
    await addForm.getByLabel('Name').fill('fine')
    expect(await addForm.getByLabel('Name').getAttribute('aria-invalid')).toBe('false')
  })

  it('shows an error of the service beside its field, and keeps the text', async () => {
    const { page, addForm, button } = example
    const problem = {
      type: 'tag:plants.example,2026:invalid-request',
      title: 'The request is not valid',
      status: 400,
      detail: '/name: is rude',
      instance: 'urn:uuid:7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a',
      errors: [{ pointer: '/name', detail: 'is rude' }],
    }
    const contentType = 'application/problem+json'
    await page.route('**/plants', (route) => route.fulfill({ status: 400, contentType, json: problem }))
    await addForm.getByLabel('Name').fill('Stinkhorn')
    await button('Add').click()
    await addForm.getByText('The service refuses this text: it is rude.').waitFor({ timeout })
    expect(await addForm.getByLabel('Name').inputValue()).toBe('Stinkhorn')
    expect(await addForm.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
    await page.unroute('**/plants')
  })

  it('moves the focus to the first field that is not valid', async () => {
    const { page, addForm, button } = example
    await addForm.getByLabel('Name').fill('')
    await addForm.getByLabel('Tag').fill('fine')
    await button('Add').click()
    await addForm.getByText('Give the plant a name.').waitFor({ timeout })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
  })

  it('shows a long name in at most two lines of the notice on a phone', async () => {
    const { page, addForm, button } = example
    await page.setViewportSize({ width: 375, height: 667 })
    await addForm.getByLabel('Name').fill('long '.repeat(30).trim())
    await button('Add').click()
    const notice = page.locator('.notice', { hasText: 'Added “long' })
    await notice.waitFor({ timeout })
    expect((await notice.boundingBox())?.height).toBeLessThan(80)
    await page.setViewportSize({ width: 1000, height: 800 })
  })

  it('says that the oldest plants are first, and new ones on top until the list is read again', async () => {
    const { page, addForm, button, given, seen, rowOf } = example
    await given('Oldest')
    await seen('Oldest first. Plants you just added are on top.')
    await addForm.getByLabel('Name').fill('Newest')
    await button('Add').click()
    await rowOf('Newest').waitFor({ timeout })
    const names = () => page.locator('.name').allTextContents()
    expect(await names()).toEqual(['Newest', 'Oldest'])
    await page.reload()
    await expect.poll(names).toEqual(['Oldest', 'Newest'])
  })

  it('says that there is no connection, keeps the text, and adds one plant when it is back', async () => {
    const { context, addForm, button, rowOf, seen, me } = example
    await addForm.getByLabel('Name').fill('Offline fern')
    await context.setOffline(true)
    await seen('You are offline.')
    await button('Add').click()
    await seen('When you are connected, try again. It will not be added twice. Your text is still here.')
    await context.setOffline(false)
    await button('Add').click()
    await rowOf('Offline fern').waitFor({ timeout })
    expect((await me.plants()).filter(({ name }) => name === 'Offline fern')).toHaveLength(1)
  })

  it('says that it is busy on a slow network', async () => {
    const { page, addForm, button, rowOf } = example
    await page.route('**/plants', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue()
    })
    await addForm.getByLabel('Name').fill('Slow moss')
    await button('Add').click()
    await button('Adding…').waitFor({ timeout })
    await rowOf('Slow moss').waitFor({ timeout })
    await page.unroute('**/plants')
  })

  it('gets a new token when the old one has expired', async () => {
    const { page, addForm, button, rowOf, expired } = example
    const sent = page.waitForRequest('**/plants?*')
    await page.reload()
    expired.add((await (await sent).headerValue('authorization'))?.replace('Bearer ', '') ?? '')
    await addForm.getByLabel('Name').fill('Late bloomer')
    await button('Add').click()
    await rowOf('Late bloomer').waitFor({ timeout })
    expect(expired).not.toContain('')
  })
})

it.each(['light', 'dark'] as const)(
  'has no accessibility problem that axe finds, in %s colours',
  async (colorScheme) => {
    const { page, addForm } = example
    await page.emulateMedia({ colorScheme })
    await addForm.getByLabel('Name').fill('x'.repeat(201))
    const selected = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body, '::selection')
      return [color, backgroundColor]
    })
    expect(selected).toEqual(
      colorScheme === 'dark' ? ['rgb(13, 31, 20)', 'rgb(127, 211, 160)'] : ['rgb(255, 255, 255)', 'rgb(31, 111, 67)'],
    )
    for (const width of [360, 1000]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await violationsIn(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  },
)

it('reported no error, and sent nothing to another origin', () => {
  expect(example.errors).toEqual([])
})
