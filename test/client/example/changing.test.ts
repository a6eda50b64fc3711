// The example app in a real browser: changing plants, also while somebody else changes them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
    await button('Show all').click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT')
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

  it('moves the focus to the first field that is not valid', async () => {
    const { page, button, given, editForm, stored } = example
    const id = await given('Ivy')
    await button('Edit Ivy').click()
    await editForm().getByLabel('Tag').fill('x'.repeat(201))
    await button('Save').click()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    await expect.poll(focused).toBe('tag')
    await editForm().getByLabel('Name').fill('')
    await button('Save').click()
    await expect.poll(focused).toBe('name')
    expect(await stored(id)).toMatchObject({ name: 'Ivy' })
  })

  it.each([
    ['Save my change', 'My tulip'],
    ['Keep the other change', 'Their tulip'],
  ])('says what somebody else has changed, and offers: %s', async (step, kept) => {
    const { me, page, button, given, editForm, seen, stored } = example
    const id = await given('Tulip')
    await button('Edit Tulip').click()
    await editForm().getByLabel('Name').fill('My tulip')
    await page.waitForLoadState('networkidle')
    await me.send('PATCH', `/plants/${id}`, { body: { name: 'Their tulip' } })
    await button('Save').click()
    await seen('It is now “Their tulip” with the tag “tag of Tulip”. Your change is still here.')
    expect(await editForm().getByLabel('Name').inputValue()).toBe('My tulip')
    await button(step).click()
    await button(`Edit ${kept}`).waitFor({ timeout })
    expect(await stored(id)).toMatchObject({ name: kept })
  })

  it('sends only what the person has changed after a conflict, and shows the other change in the form', async () => {
    const { me, page, button, given, editForm, seen, stored } = example
    const id = await given('Lily')
    await button('Edit Lily').click()
    await editForm().getByLabel('Name').fill('My lily')
    await page.waitForLoadState('networkidle')
    await me.send('PATCH', `/plants/${id}`, { body: { tag: 'Their tag' } })
    await button('Save').click()
    await seen('It is now “Lily” with the tag “Their tag”.')
    expect(await editForm().getByLabel('Name').inputValue()).toBe('My lily')
    expect(await editForm().getByLabel('Tag').inputValue()).toBe('Their tag')
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await button('Save my change').click()
    expect((await sent).postDataJSON()).toEqual({ name: 'My lily' })
    await button('Edit My lily').waitFor({ timeout })
    expect(await stored(id)).toMatchObject({ name: 'My lily', tag: 'Their tag' })
  })

  it('starts with the newer plant if the list is out of date', async () => {
    const { me, button, given, editForm, seen, stored } = example
    const id = await given('Iris')
    await me.send('PATCH', `/plants/${id}`, { body: { tag: 'Their tag' } })
    await button('Edit Iris').click()
    await seen('Somebody else has changed this plant. You see it as it is now.')
    expect(await editForm().getByLabel('Tag').inputValue()).toBe('Their tag')
    await editForm().getByLabel('Name').fill('Blue iris')
    await button('Save').click()
    await button('Edit Blue iris').waitFor({ timeout })
    expect(await stored(id)).toMatchObject({ name: 'Blue iris', tag: 'Their tag' })
  })

  it('says that it is saved if only the response of the first attempt was lost', async () => {
    const { me, page, button, given, editForm, seen, stored } = example
    const id = await given('Aster')
    await button('Edit Aster').click()
    await editForm().getByLabel('Name').fill('White aster')
    await page.waitForLoadState('networkidle')
    await me.send('PATCH', `/plants/${id}`, { body: { name: 'White aster' } })
    await button('Save').click()
    await seen('Saved “White aster”.')
    expect(await stored(id)).toMatchObject({ name: 'White aster' })
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

it('reported no error, and sent nothing to another origin', () => {
  expect(example.errors).toEqual([])
})
