// The example app in a real browser: the first load, adding, changing, importing, and accessibility.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Example, openExample, timeout } from '../../support/example-app.ts'
import { cleanUp, root } from '../../support/folder.ts'

const axe = await readFile(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')

let example: Example
beforeAll(async () => {
  example = await openExample()
}, 60_000)
afterAll(async () => {
  await example?.[Symbol.asyncDispose]()
  await cleanUp()
})

async function violations(): Promise<unknown[]> {
  // As a debugger does: the policy of the page forbids it to scripts.
  await example.page.evaluate(axe)
  const found: { violations: { id: string; nodes: { html: string }[] }[] } = await example.page.evaluate('axe.run()')
  return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

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
    await page.unroute('**/plants')
  })

  it('says that there is no connection, keeps the text, and adds one plant when it is back', async () => {
    const { context, addForm, button, rowOf, seen, me } = example
    await addForm.getByLabel('Name').fill('Offline fern')
    await context.setOffline(true)
    await seen('You are offline.')
    await button('Add').click()
    await seen(/The service cannot be reached\..*Your text is still here\./)
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

describe('changing', () => {
  it('renames and retags in place with the keyboard, and returns the focus', async () => {
    const { page, button, given, stored } = example
    const id = await given('Rose')
    await button('Edit Rose').press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
    await page.keyboard.type('Dog rose')
    await page.keyboard.press('Tab')
    await page.keyboard.type('new')
    await page.keyboard.press('Enter')
    await button('Edit Dog rose').waitFor({ timeout })
    expect(await stored(id)).toMatchObject({ name: 'Dog rose', tag: 'new' })
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(focused).toBe('Edit Dog rose')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('Edit Dog rose')
  })

  it('shows only plants with a tag, and a plant that loses it disappears', async () => {
    const { page, button, given, rowOf, editForm, seen } = example
    await given('Kalanchoe', 'Fern')
    await button('tag of Kalanchoe').click()
    await expect.poll(() => page.getByRole('listitem').count()).toBe(1)
    await button('Edit Kalanchoe').click()
    await editForm().getByLabel('Tag').fill('')
    await button('Save').click()
    await seen('No plant has the tag “tag of Kalanchoe”.')
    await button('Show all plants').click()
    await rowOf('Fern').waitFor({ timeout })
    await page.getByLabel('Show').selectOption('Without a tag')
    await rowOf('Kalanchoe').waitFor({ timeout })
    expect(await rowOf('Fern').count()).toBe(0)
    await button('Show all').click()
  })

  it('shows only plants without a tag', async () => {
    const { page, addForm, button, given, rowOf, seen } = example
    await given('Fern')
    const sent = page.waitForRequest(/[?&]tag=(?:&|$)/)
    await page.getByLabel('Show').selectOption('Without a tag')
    await sent
    await seen('Every plant has a tag.')
    await addForm.getByLabel('Name').fill('Bare moss')
    await button('Add').click()
    await rowOf('Bare moss').waitFor({ timeout })
    expect(await page.getByRole('listitem').count()).toBe(1)
    await button('Show all').click()
    await rowOf('Fern').waitFor({ timeout })
  })

  it.each([
    ['Save my text', 'My tulip'],
    ['Keep the other change', 'Their tulip'],
  ])('says what somebody else has changed, and offers: %s', async (step, kept) => {
    const { me, page, button, given, editForm, seen, stored } = example
    const id = await given('Tulip')
    await button('Edit Tulip').click()
    await editForm().getByLabel('Name').fill('My tulip')
    await page.waitForLoadState('networkidle')
    await me.send('PATCH', `/plants/${id}`, { body: { name: 'Their tulip' } })
    await button('Save').click()
    await seen('It is now “Their tulip” with the tag “tag of Tulip”. Your text is still here.')
    expect(await editForm().getByLabel('Name').inputValue()).toBe('My tulip')
    await button(step).click()
    await button(`Edit ${kept}`).waitFor({ timeout })
    expect(await stored(id)).toMatchObject({ name: kept })
  })

  it('says that somebody else has deleted the plant, and can add it again', async () => {
    const { me, page, button, given, editForm, seen } = example
    const id = await given('Orchid')
    await button('Edit Orchid').click()
    await editForm().getByLabel('Name').fill('White orchid')
    await page.waitForLoadState('networkidle')
    await me.send('DELETE', `/plants/${id}`)
    await button('Save').click()
    await seen('Somebody else has deleted this plant.')
    await button('Add it as a new plant').click()
    await button('Edit White orchid').waitFor({ timeout })
    expect(await me.plants()).toMatchObject([{ name: 'White orchid' }])
  })

  it('a second tab does not overwrite the change of the first', async () => {
    const { service, context, page, button, given, editForm, seen, stored } = example
    const id = await given('Shared')
    const other = await context.newPage()
    await other.goto(service.url)
    for (const [tab, name] of [
      [page, 'From the first tab'],
      [other, 'From the second tab'],
    ] as const) {
      await button('Edit Shared', tab).click()
      await editForm(tab).getByLabel('Name').fill(name)
      await tab.waitForLoadState('networkidle')
    }
    await button('Save').click()
    await button('Edit From the first tab').waitFor({ timeout })
    await button('Save', other).click()
    await seen('It is now “From the first tab”', other)
    expect(await stored(id)).toMatchObject({ name: 'From the first tab' })
    await other.close()
  })
})

it('imports a CSV file after a preview, and adds nothing twice', async () => {
  const { me, page, button, given } = example
  await given('Known')
  const csv = `name;tag;note\nKnown;tag of Known;\n"Imported; one";csv;x\n'=Fern;csv;\n${'x'.repeat(201)};csv;\n`
  await button('Import').click()
  const dialog = page.getByRole('dialog')
  const file = { name: 'plants.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await dialog.getByLabel('CSV file').setInputFiles(file)
  await dialog.getByText('3 rows can be added.').waitFor({ timeout })
  await dialog.getByText('Use at most 200 characters. This text has 201.').waitFor({ timeout })
  expect(await dialog.getByRole('cell').allTextContents()).toContain('Imported; one')
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: 'Add 3 plants' }).click()
  await dialog.getByText('Added 2. Already in your collection: 1. Left out: 1.').waitFor({ timeout })
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect((await me.plants()).map(({ name }) => name)).toEqual(['Known', 'Imported; one', '=Fern'])
})

it.each(['light', 'dark'] as const)(
  'has no accessibility problem that axe finds, in %s colours',
  async (colorScheme) => {
    const { page, addForm } = example
    await page.emulateMedia({ colorScheme })
    await addForm.getByLabel('Name').fill('x'.repeat(201))
    for (const width of [360, 1000]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await violations()).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  },
)

it('reported no error, and sent nothing to another origin', () => {
  expect(example.errors).toEqual([])
})
