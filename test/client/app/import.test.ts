// The example app in a real browser: the import of a CSV file, and actions on several plants.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { findViolations } from '../../../stack/test/support/browser.ts'
import { newFolder } from '../../../stack/test/support/folder.ts'
import { openExample } from '../../support/example-app.ts'

const { button, resetPlants, me, page, waitForText, rowWith } = await openExample()
await page.clock.install()

/** Opens the dialog and selects a file with this content. */
async function selectFile(csv: string): Promise<Locator> {
  await button('Import').click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input').setInputFiles({ name: 'plants.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  return dialog
}

const close = (dialog: Locator, label: 'Cancel' | 'Close') => dialog.getByRole('button', { name: label }).click()

it('imports a CSV file after a preview, and adds nothing that the collection has', async () => {
  await resetPlants('Known')
  const csv = `name;tag;note\nKnown;tag of Known;\n"Imported; one";csv;x\n'=Fern;csv;\n${'x'.repeat(201)};csv;\n`
  const dialog = await selectFile(csv)
  await dialog.getByText('3 rows can be imported. 1 row is not valid. It is left out, and shown first.').waitFor()
  await dialog.getByText('The name must have at most 200 characters.').waitFor()
  expect(await dialog.getByRole('cell').allTextContents()).toContain('Imported; one')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import 3 rows' }).click()
  await dialog.getByText('Added 2 plants. Already in your collection: 1. Left out: 1.').waitFor()
  expect(await page.locator('.notice').textContent()).toBe('')
  await close(dialog, 'Close')
  expect((await me.plants()).map(({ name }) => name).sort()).toEqual(['=Fern', 'Imported; one', 'Known'])
})

it('adds 6 plants at a time, stops at Escape, says how many plants were added, and can continue', async () => {
  await resetPlants('Known')
  const held = Promise.withResolvers<void>()
  let requests = 0
  await page.route('**/plants', async (route) => {
    if (++requests > 22) await held.promise
    await route.continue()
  })
  onTestFinished(() => page.unroute('**/plants'))
  const dialog = await selectFile(`name\n${Array.from({ length: 40 }, (_, index) => `Plant ${index}\n`).join('')}`)
  await dialog.getByRole('button', { name: 'Import 40 rows' }).click()
  await dialog.getByText(/^22 of 40\. .* left$/).waitFor()
  await expect.poll(() => requests).toBe(28)
  await page.keyboard.press('Escape')
  held.resolve()
  await dialog.getByText('Added 28 plants. Already in your collection: 0. Left out: 0.').waitFor()
  await dialog.getByText('Stopped after 28 of 40 plants. Import again to add the rest.').waitFor()
  expect(await me.plants()).toHaveLength(29)
  await dialog.getByRole('button', { name: 'Import again' }).click()
  await dialog.getByText('Added 12 plants. Already in your collection: 28.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

it('imports a file that is dropped, and exports the same plants', async () => {
  await resetPlants('Known')
  await button('Import').click()
  const dialog = page.getByRole('dialog')
  const path = join(await newFolder(), 'plants.csv')
  await writeFile(path, "name,tag\n'=Dropped,csv\n")
  const browser = await page.context().newCDPSession(page)
  const { x = 0, y = 0 } = (await dialog.locator('input').boundingBox()) ?? {}
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', { type, x: x + 10, y: y + 10, data })
  }
  await dialog.getByRole('button', { name: 'Import 1 row' }).click()
  await dialog.getByText('Added 1 plant.').waitFor()
  await close(dialog, 'Close')
  const download = page.waitForEvent('download')
  await button('Export').click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toBe("\ufeffname,tag\nKnown,tag of Known\n'=Dropped,csv\n")
  await page.getByText('Exported 2 plants.').waitFor()
})

it('lets the user choose the name column if no column is called name', async () => {
  const dialog = await selectFile('Botanical,Family\nFicus,Moraceae\n')
  await dialog.getByText('Choose the column that has the names.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Import 0 rows' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Name column').selectOption('Botanical')
  await dialog.getByRole('cell', { name: 'Ficus' }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Import 1 row' }).isEnabled()).toBe(true)
  await close(dialog, 'Cancel')
})

it('tags and deletes selected plants at once, says in the row of a plant why it failed, and undoes a deletion', async () => {
  const id = await resetPlants('Anise', 'Basil', 'Chive')
  await page.getByLabel('Select Chive').focus()
  await page.keyboard.press('x')
  await page.getByLabel('Select Anise').click({ modifiers: ['Shift'] })
  await waitForText('3 plants selected.')
  expect(await findViolations(page)).toEqual([])
  await page.route(`**/plants/${id}`, (route) => route.abort())
  const setTag = async (label: string) => {
    await button('Tag').click()
    await page.getByLabel(label).fill('herb')
    await page.keyboard.press('Enter')
  }
  await button('Tag').click()
  // Enter in the empty field removes no tags, so the form stays open.
  await page.getByLabel('Tag of 3 plants').press('Enter')
  await page.getByLabel('Tag of 3 plants').press('Escape')
  await setTag('Tag of 3 plants')
  await waitForText('Tagged 2 plants. 1 plant failed: see below.')
  await rowWith('Anise').getByText('Tagging failed. The service cannot be reached.').waitFor()
  await page.unroute(`**/plants/${id}`)
  await setTag('Tag of 1 plant')
  await waitForText('Tagged 1 plant.')
  expect((await me.plants()).map(({ tag }) => tag)).toEqual(['herb', 'herb', 'herb'])
  const remove = async () => {
    await page.getByLabel('Select all').check()
    await button('Delete').click()
    await waitForText('Deleted 3 plants.')
  }
  await remove()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Undo all')
  await page.keyboard.press('Enter')
  await button('Edit Anise').waitFor()
  await remove()
  await page.clock.fastForward(9_000)
  await waitForText('You have no plants yet.')
  expect(await me.plants()).toEqual([])
})
