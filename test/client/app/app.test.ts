// The production build of the example app in a real browser: many plants, the first load, adding, unsaved edits, and accessibility.
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { product } from '../../../generated/product.ts'
import { developmentOwner } from '../../../stack/server/auth/development-issuer.ts'
import { findViolations } from '../../../stack/test/support/browser.ts'
import { newFolder } from '../../../stack/test/support/folder.ts'
import { createCaller } from '../../support/caller.ts'
import { problem } from '../../support/contract-examples.ts'
import { openExample } from '../../support/example-app.ts'
import { startService } from '../../support/service.ts'
import { openPlants, plantsKey, toPlant } from '../../support/stored-plants.ts'

const example = await openExample('production')
const { addForm, button, context, editForm, errors, exampleFolder, focusedAttribute, resetPlants, me, page, scripts } =
  example
const { waitForText, getPlant, rowWith } = example

/** Creates a data folder with `count` plants. */
async function createFolderWith(count: number): Promise<string> {
  const folder = await newFolder()
  const store = await openPlants(folder)
  const owner = developmentOwner(product, 'gardener')
  // The ids sort like the numbers.
  const plantAt = (index: number) => toPlant(String(index).padStart(4, '0'), { name: `Plant ${index}` })
  await Promise.all(Array.from({ length: count }, (_, index) => store.create(plantsKey(owner), plantAt(index))))
  await store.close()
  return folder
}

it('keeps at most 40 rows in the document while the user scrolls through 2,000 plants, and counts what is loaded', async () => {
  await using many = await startService({ exampleFolder, folder: await createFolderWith(2_000) })
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(await many.link())
  const rows = page.getByRole('listitem')
  await rows.first().waitFor()
  await page.getByText('100 of 1,000+ plants').waitFor()
  await page.getByRole('searchbox').fill('PLANT 1999')
  await page.getByText('1 plant with “PLANT 1999”').waitFor()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await page.getByText('100 of 1,000+ plants').waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await rows.count()).toBe(100)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  let maxRows = 0
  const scrollOn = async () => {
    await page.locator('main').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
    maxRows = Math.max(maxRows, await rows.count())
    return page.getByText('Plant 0', { exact: true }).count()
  }
  await expect.poll(scrollOn, { interval: 20 }).toBe(1)
  expect(maxRows).toBeLessThanOrEqual(40)
  await page.getByText('2,000 plants', { exact: true }).waitFor()
  const reads: string[] = []
  page.on('request', (request) => request.url().includes('/plants?') && reads.push(request.url()))
  await createCaller(many).create('Newest')
  await page.clock.fastForward(11_000)
  await page.getByText('2,001 plants', { exact: true }).waitFor()
  expect(reads.length).toBeLessThan(4)
  const scroller = page.locator('main')
  const getTop = () => scroller.evaluate(({ scrollTop }) => Math.round(scrollTop / 10))
  await scroller.evaluate((element) => {
    const end = new Promise((resolve) => element.addEventListener('scrollend', resolve, { once: true }))
    element.scrollTo(0, 6_000)
    return end
  })
  await page.getByLabel('Sort').selectOption('Oldest first')
  await page.getByText(/1,000\+ plants/).waitFor()
  await page.goBack()
  await expect.poll(getTop).toBe(600)
  await page.goto(`${many.url}/docs`)
  await page.goBack()
  await expect.poll(getTop).toBe(600)
  await page.close()
})

it('first shows a greeting and an empty collection, with at most 50 kB of script and no request to another origin', async () => {
  await waitForText('You have no plants yet.')
  await waitForText('This is an example app')
  expect(await findViolations(page)).toEqual([])
  const texts = await Promise.all([...scripts].map(async (url) => (await fetch(url)).text()))
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.reduce((sum, text) => sum + gzipSync(text).length, 0)).toBeLessThan(50_000)
  expect(errors).toEqual([])
})

describe('adding', () => {
  it('shows markup in a name as text', async () => {
    const name = '<b>Bold</b><img src=x onerror=alert(1)> &amp; 🌵'
    await addForm.getByLabel('Name').fill(name)
    await button('Add').click()
    await rowWith(name).waitFor()
    expect(await rowWith(name).locator('.name').textContent()).toBe(name)
    expect(await addForm.getByLabel('Name').inputValue()).toBe('')
    await expect.poll(() => page.locator('.notice').textContent()).toBe(`Added “${name}”.`)
  })

  it('shows what is wrong with a name while the user types it, and moves the focus to it after Add', async () => {
    await addForm.getByLabel('Name').fill('x'.repeat(201))
    await addForm.getByText('The name must have at most 200 characters.').waitFor()
    await button('Add').click()
    expect(await focusedAttribute('name')).toBe('name')
    await addForm.getByLabel('Name').fill('fine')
    expect(await addForm.getByLabel('Name').getAttribute('aria-invalid')).toBe('false')
  })

  it('shows an error of the service beside its field, and keeps the text', async () => {
    const refused = { ...problem(400, 'invalid-request'), errors: [{ pointer: '/name', detail: 'is rude' }] }
    const contentType = 'application/problem+json'
    await page.route('**/plants', (route) => route.fulfill({ status: 400, contentType, json: refused }))
    await addForm.getByLabel('Name').fill('Stinkhorn')
    await button('Add').click()
    await addForm.getByText('The name is rude.').waitFor()
    expect(await addForm.getByLabel('Name').inputValue()).toBe('Stinkhorn')
    expect(await addForm.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
    expect(await focusedAttribute('name')).toBe('name')
    await page.unroute('**/plants')
  })

  it('says that the browser is offline until it is online, keeps the text, and adds one plant', async () => {
    await addForm.getByLabel('Name').fill('Offline fern')
    await context.setOffline(true)
    await waitForText('You are offline.')
    await button('Add').click()
    const reason =
      'You are offline. When you are connected, try again. It will not be added twice. Your text is still here.'
    await waitForText(reason)
    await context.setOffline(false)
    for (const text of ['You can read what is here', reason]) await page.getByText(text).waitFor({ state: 'detached' })
    await button('Add').click()
    await rowWith('Offline fern').waitFor()
    expect((await me.plants()).filter(({ name }) => name === 'Offline fern')).toHaveLength(1)
    const first = page.getByRole('listitem').first()
    expect(await first.textContent()).toContain('Offline fern')
    await page.reload()
    await rowWith('Offline fern').waitFor()
    expect(await first.textContent()).toContain('Offline fern')
  })
})

it('keeps unsaved texts during a search, a filter by tag and a reload, asks before it leaves the page, and detects a newer plant', async () => {
  const id = await resetPlants('Ivy', 'Fern')
  const name = editForm().getByLabel('Name')
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.accept()
  })
  await addForm.getByLabel('Name').fill('Not added yet')
  await button('Edit Ivy').click()
  await name.fill('My ivy')
  await page.getByRole('searchbox').fill('fern')
  await waitForText('1 plant with “fern”')
  expect(await name.inputValue()).toBe('My ivy')
  await button('tag of Fern').click()
  await rowWith('Fern').waitFor()
  expect(await name.inputValue()).toBe('My ivy')
  await me.send('PATCH', `/plants/${id}`, { body: { name: 'Their ivy' } })
  await page.reload()
  expect(dialogs).toEqual(['beforeunload'])
  await waitForText('Which version do you want to keep?')
  expect(await name.inputValue()).toBe('My ivy')
  expect(await addForm.getByLabel('Name').inputValue()).toBe('Not added yet')
  await addForm.getByLabel('Name').fill('')
  await button('Save my changes').click()
  await editForm().waitFor({ state: 'detached' })
  expect(await getPlant(id)).toMatchObject({ name: 'My ivy' })
  await page.getByLabel('Tag', { exact: true }).fill('')
  await page.getByRole('searchbox').fill('')
  await button('Edit My ivy').click()
  await name.fill('Cancelled')
  await name.press('Escape')
  await page.reload()
  await button('Edit My ivy').waitFor()
  expect(dialogs).toHaveLength(1)
  page.removeAllListeners('dialog')
})

it('does not lose a click while the list scrolls', async () => {
  await resetPlants('Moss', ...Array.from({ length: 20 }, (_, index) => `Fern ${index}`))
  await button('Edit Fern 19').hover()
  await page.mouse.down()
  await page.locator('main').evaluate(async (scroller) => {
    scroller.scrollBy(0, 2)
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })
  await page.mouse.up()
  await editForm().waitFor()
  await page.keyboard.press('Escape')
})

it('keeps its rows if a search fails without a connection, says why, and searches again when the connection is back', async () => {
  await resetPlants('Yucca', 'Zinnia')
  await context.setOffline(true)
  await page.getByRole('searchbox').fill('zinnia')
  const reason = page.getByText('You still see the previous list. You are offline.')
  await reason.waitFor()
  expect(await rowWith('Yucca').count()).toBe(1)
  await context.setOffline(false)
  await waitForText('1 plant with “zinnia”')
  expect(await reason.count()).toBe(0)
  expect(await rowWith('Yucca').count()).toBe(0)
  await button('Clear the search').click()
})

it('opens without a connection, and shows the plants when the connection is back', async () => {
  await resetPlants('Aloe')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await page.reload()
  await waitForText('You are offline. When you are connected, try again.')
  await context.setOffline(false)
  await rowWith('Aloe').waitFor()
  expect(await page.getByRole('alert').filter({ hasText: 'offline' }).count()).toBe(0)
})

it.each(['light', 'dark'] as const)(
  'has no accessibility problem that axe finds, in %s colours',
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    await addForm.getByLabel('Name').fill('x'.repeat(201))
    for (const width of [360, 1000, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await findViolations(page)).toEqual([])
      const boxes = await page
        .locator('.filter > :is(input, select)')
        .evaluateAll((all) =>
          all
            .map((element) => element.getBoundingClientRect())
            .map(({ bottom, right }) => [bottom, right <= innerWidth]),
        )
      expect(boxes).toEqual(Array(3).fill([boxes[0]?.[0], true]))
    }
  },
)
