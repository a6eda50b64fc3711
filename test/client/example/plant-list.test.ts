// The list of the example app in a real browser: deletions that can be undone, and 10,000 plants.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { developmentOwner } from '../../../server/auth/development-issuer.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import { type Example, openExample, timeout } from '../../support/example-app.ts'
import { uuidOf } from '../../support/fixed-parts.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { startService } from '../../support/service.ts'

let example: Example
/** The URLs of requests that delete. */
const deletions: string[] = []

beforeAll(async () => {
  example = await openExample()
  await example.page.clock.install()
  example.context.on('request', (request) => {
    if (request.method() === 'DELETE') deletions.push(request.url())
  })
}, 60_000)
afterAll(async () => {
  await example?.[Symbol.asyncDispose]()
  await cleanUp()
})

/** A data folder with so many plants. */
async function folderWith(count: number): Promise<string> {
  const folder = await newFolder()
  const store = openSqliteStore(folder)
  const owner = developmentOwner('gardener')
  const at = new Date().toISOString()
  const plantAt = (index: number) => ({
    id: uuidOf(index),
    name: `Plant ${index}`,
    tag: `tag ${index % 150}`,
    createdAt: at,
    updatedAt: at,
  })
  await Promise.all(Array.from({ length: count }, (_, index) => store.create(owner, plantAt(index))))
  await store.close()
  return folder
}

it('keeps few rows in the document while somebody scrolls through 10,000 plants', { timeout: 60_000 }, async () => {
  const { context, exampleFolder } = example
  await using many = await startService({ exampleFolder, folder: await folderWith(10_000) })
  const page = await context.newPage()
  await page.goto(many.url)
  const rows = page.getByRole('listitem')
  await rows.first().waitFor({ timeout })
  const optgroup = page.getByLabel('Show').locator('optgroup')
  expect(await optgroup.getAttribute('label')).toBe('With the tag (scroll down to load more tags)')
  let most = 0
  const scrollOn = async () => {
    await page.locator('.scroller').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
    most = Math.max(most, await rows.count())
    return page.getByText('Plant 9999', { exact: true }).count()
  }
  await expect.poll(scrollOn, { timeout: 50_000, interval: 20 }).toBe(1)
  expect(most).toBeLessThan(100)
  expect(await optgroup.getAttribute('label')).toBe('With the tag')
  await page.close()
})

describe('deleting', () => {
  it('sends nothing if it is undone', async () => {
    const { page, button, given, seen, stored } = example
    const id = await given('Undone')
    await button('Delete Undone').click()
    await seen('Deleted “Undone”')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Undo')
    await page.keyboard.press('Enter')
    await button('Edit Undone').waitFor({ timeout })
    await page.clock.fastForward(20_000)
    expect(await stored(id)).toMatchObject({ name: 'Undone' })
    expect(deletions).toEqual([])
  })

  it('deletes after some seconds, and moves the focus to the next plant', async () => {
    const { page, button, given, rowOf, seen, stored } = example
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
    await expect.poll(() => rowOf('Gone').count()).toBe(0)
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

  it('says that a plant is not deleted, and tries again', async () => {
    const { page, button, given, stored } = example
    const id = await given('Stubborn')
    await button('Delete Stubborn').click()
    await page.waitForLoadState('networkidle')
    await page.route('**/plants/*', (route) => route.fulfill({ status: 502, body: '' }))
    await page.clock.fastForward(9_000)
    // The client waits before each of its attempts.
    const failed = async () => {
      await page.clock.fastForward(5_000)
      return page.getByText('is not deleted.').count()
    }
    await expect.poll(failed, { timeout }).toBe(1)
    await page.unroute('**/plants/*')
    await button('Try again').click()
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
    await expect.poll(() => stored(id), { timeout }).toBe(404)
  })
})

it('reported no error, and sent nothing to another origin', () => {
  expect(example.errors).toEqual([])
})
