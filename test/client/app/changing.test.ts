// The example app in a real browser: changing and deleting plants, also while somebody else changes them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsIn } from '../../../stack/test/support/axe.ts'
import { cleanUp } from '../../../stack/test/support/folder.ts'
import { type Example, openExample } from '../../support/example-app.ts'

let example: Example
/** The URLs of requests that delete. */
const deletions: string[] = []

beforeAll(async () => {
  example = await openExample()
  await example.page.clock.install()
  example.context.on('request', (request) => {
    if (request.method() === 'DELETE') deletions.push(request.url())
  })
})
afterAll(async () => {
  await example?.[Symbol.asyncDispose]()
  await cleanUp()
})

it('searches and sorts all plants, and shows the same after a reload and Back', async () => {
  const { page, button, given, seen } = example
  await given('Élodée', 'Moss', 'Fern')
  const search = page.getByRole('searchbox')
  const expectNames = (...names: string[]) => expect.poll(() => page.locator('.name').allTextContents()).toEqual(names)
  await page.getByLabel('Sort').selectOption('Name, A to Z')
  await expectNames('Fern', 'Moss', 'Élodée')
  await search.fill('ELO')
  await seen('1 plant with “ELO”')
  await page.reload()
  await expectNames('Élodée')
  expect([await search.inputValue(), await page.getByLabel('Sort').inputValue()]).toEqual(['ELO', 'name'])
  await search.fill('xyz')
  await seen('No plant has words that begin like “xyz”.')
  expect(await violationsIn(page)).toEqual([])
  await button('Clear the search').last().click()
  await expectNames('Fern', 'Moss', 'Élodée')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
  await page.goBack()
  await seen('No plant has words that begin like “xyz”.')
  await page.goBack()
  await expectNames('Fern', 'Moss', 'Élodée')
  // A page before the last one can be empty.
  const headers = { Link: `<?q=moss&after=${crypto.randomUUID()}&afterValue=a>; rel="next"` }
  await page.route(/q=moss/, (route) => route.fulfill({ json: [], headers }), { times: 1 })
  await search.fill('moss')
  await expectNames('Moss')
  await button('Clear the search').click()
  await page.getByLabel('Sort').selectOption('Order added')
  await expectNames('Élodée', 'Moss', 'Fern')
})

describe('changing', () => {
  it('renames and retags in place with the keyboard, and returns the focus', async () => {
    const { page, button, given, editForm, stored } = example
    const id = await given('Rose')
    await button('Edit Rose').press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
    await page.keyboard.type('Dog rose')
    await page.keyboard.press('Tab')
    await page.keyboard.type('new')
    await page.keyboard.press('Enter')
    await button('Edit Dog rose').waitFor()
    expect(await stored(id)).toMatchObject({ name: 'Dog rose', tag: 'new' })
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(focused).toBe('Edit Dog rose')
    await page.keyboard.press('Enter')
    await editForm().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('Edit Dog rose')
  })

  it('shows only plants with a tag, also after a reload and Back, and a plant that loses it disappears', async () => {
    const { page, button, given, toRow, editForm, seen } = example
    await given('Kalanchoe', 'Fern')
    await button('tag of Kalanchoe').click()
    await expect.poll(() => page.getByRole('listitem').count()).toBe(1)
    await page.reload()
    await toRow('Kalanchoe').waitFor()
    expect(await toRow('Fern').count()).toBe(0)
    await page.goBack()
    await toRow('Fern').waitFor()
    const show = page.getByLabel('Show')
    await show.fill('OF KAL')
    await page.keyboard.press('Enter')
    await expect.poll(() => toRow('Fern').count()).toBe(0)
    await button('Edit Kalanchoe').click()
    await editForm().getByLabel('Tag').fill('')
    await button('Save').click()
    await seen('No plant has the tag “tag of Kalanchoe”.')
    await button('Show all').click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('combobox')
    await toRow('Fern').waitFor()
    await show.click()
    await page.getByRole('option', { name: 'Without a tag' }).click()
    await toRow('Kalanchoe').waitFor()
    expect(await toRow('Fern').count()).toBe(0)
    await button('Show all').click()
  })

  it('shows a newer plant when the person returns to the window, and leaves the focus in the field', async () => {
    const { me, page, button, given, editForm, seen, stored } = example
    const id = await given('Peony')
    await button('Edit Peony').click()
    await editForm().getByLabel('Name').fill('My peony')
    await me.send('PATCH', `/plants/${id}`, { body: { name: 'Their peony', tag: 'Their tag' } })
    // The page takes a plant as fresh for some seconds.
    await page.clock.fastForward(11_000)
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await seen('Which version do you want to keep?')
    const versions = editForm().getByRole('term').locator('xpath=..')
    expect(await versions.allTextContents()).toEqual([
      'NameTheir peony',
      'TagTheir tag',
      'NameMy peony',
      'TagTheir tag',
    ])
    expect(await violationsIn(page)).toEqual([])
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
    await page.keyboard.press('Enter')
    expect(await stored(id)).toMatchObject({ name: 'Their peony' })
    await button('Save mine').click()
    await button('Edit My peony').waitFor()
    expect(await stored(id)).toMatchObject({ name: 'My peony', tag: 'Their tag' })
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
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toContain('Somebody else has deleted this plant.')
    await button('Add it as a new plant').click()
    await button('Edit White orchid').waitFor()
    expect(await me.plants()).toMatchObject([{ name: 'White orchid' }])
  })
})

describe('deleting', () => {
  it('sends nothing if it is undone', async () => {
    const { page, button, given, seen, stored } = example
    const id = await given('Undone', 'Next')
    await button('Delete Undone').click()
    await seen('Deleted “Undone”')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Undo')
    await page.keyboard.press('Enter')
    await button('Edit Undone').waitFor()
    await page.clock.fastForward(20_000)
    expect(await stored(id)).toMatchObject({ name: 'Undone' })
    expect(deletions).toEqual([])
  })

  it('deletes after some seconds, and moves the focus to the next plant', async () => {
    const { page, button, given, toRow, seen, stored } = example
    const id = await given('Gone', 'Next')
    await button('Delete Gone').click()
    await page.waitForLoadState('networkidle')
    expect(await stored(id)).toMatchObject({ name: 'Gone' })
    // Timers stand still, so the lists change later than the page learns of the deletion.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 9_000))
    await expect.poll(() => stored(id)).toBe(404)
    await seen('Deleted “Gone”.')
    // The row vanishes in front of the person, so only screen readers get the text.
    const text = page.locator('.visually-hidden', { hasText: 'Deleted “Gone”.' })
    expect(await text.boundingBox()).toMatchObject({ width: 1, height: 1 })
    await page.clock.resume()
    await expect.poll(() => toRow('Gone').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.closest('li')?.textContent)).toContain('Next')
  })

  it('does not delete what somebody else has changed, unless the person says so', async () => {
    const { me, page, button, given, seen, stored } = example
    const id = await given('Changing')
    await button('Delete Changing').click()
    await page.waitForLoadState('networkidle')
    await me.send('PATCH', `/plants/${id}`, { body: { name: 'Changed' } })
    await page.clock.fastForward(9_000)
    await seen('it is now “Changed” with the tag “tag of Changing”. It is not deleted.')
    expect(await stored(id)).toMatchObject({ name: 'Changed' })
    await button('Delete it anyway').click()
    await expect.poll(() => stored(id)).toBe(404)
  })

  it('is sent when the page closes', async () => {
    const { service, context, button, given, seen, stored } = example
    const id = await given('Last')
    const other = await context.newPage()
    await other.goto(service.url)
    await button('Delete Last', other).click()
    await seen('Deleted “Last”', other)
    await other.close({ runBeforeUnload: true })
    await expect.poll(() => stored(id)).toBe(404)
  })
})

it('has a skip link, arrow keys for the rows, and shortcuts that are listed and can be switched off', async () => {
  const { page, button, given, editForm, seen } = example
  await given('First', 'Second', 'Third')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('your-plants')
  await button('Edit First').focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe('Edit Second')
  await page.keyboard.press('ArrowUp')
  await expect.poll(focused).toBe('Edit First')
  await page.keyboard.press('e')
  await editForm().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(focused).toBe('Edit First')
  await page.keyboard.press('Delete')
  await seen('Deleted “First”')
  await page.keyboard.press('Enter')
  await page.keyboard.press('/')
  await page.keyboard.type('/')
  expect(await page.getByRole('searchbox').inputValue()).toBe('/')
  await page.getByRole('searchbox').fill('')
  await button('Edit Second').focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Use the shortcuts of one key').uncheck()
  expect(await violationsIn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.keyboard.press('?')
  await page.keyboard.press('n')
  expect(await dialog.count()).toBe(0)
  expect(await focused()).toBe('Edit Second')
})

it('reported no error, and sent nothing to another origin', () => {
  expect(example.errors).toEqual([])
})
