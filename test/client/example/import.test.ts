// The example app in a real browser: the import of a CSV file.
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

/** Opens the dialog and chooses a file with this text. */
async function choose(csv: string): Promise<Locator> {
  const { page, button } = example
  await button('Import').click()
  const dialog = page.getByRole('dialog')
  const buffer = Buffer.from(csv)
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'plants.csv', mimeType: 'text/csv', buffer })
  return dialog
}

const close = (dialog: Locator, label: 'Cancel' | 'Close') => dialog.getByRole('button', { name: label }).click()

it('imports a CSV file after a preview, and adds nothing that the collection has', async () => {
  const { me, page, given } = example
  await given('Known')
  const csv = `name;tag;note\nKnown;tag of Known;\n"Imported; one";csv;x\n'=Fern;csv;\n${'x'.repeat(201)};csv;\n`
  const dialog = await choose(csv)
  await dialog
    .getByText('3 rows can be imported. 1 row is not valid. It is left out, and shown first.')
    .waitFor({ timeout })
  await dialog.getByText('Use at most 200 characters. This text has 201.').waitFor({ timeout })
  expect(await dialog.getByRole('cell').allTextContents()).toContain('Imported; one')
  expect(await violationsIn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import 3 rows' }).click()
  await dialog.getByText('Added 2 plants. Already in your collection: 1. Left out: 1.').waitFor({ timeout })
  expect(await page.locator('.notice').textContent()).toBe('')
  await close(dialog, 'Close')
  expect((await me.plants()).map(({ name }) => name)).toEqual(['Known', 'Imported; one', '=Fern'])
})

it('adds a plant as often as the file has it, and says so before', async () => {
  const { me, given } = example
  await given('Known')
  const dialog = await choose('name,tag\nTwin,a\nTwin,a\nKnown,tag of Known\n')
  await dialog.getByText('If the file has a plant twice and you have none, it is added twice.').waitFor({ timeout })
  await dialog.getByRole('button', { name: 'Import 3 rows' }).click()
  await dialog.getByText('Added 2 plants. Already in your collection: 1. Left out: 0.').waitFor({ timeout })
  await close(dialog, 'Close')
  expect((await me.plants()).map(({ name }) => name)).toEqual(['Known', 'Twin', 'Twin'])
})

it('finds the columns also if their names have capitals and spaces', async () => {
  const dialog = await choose('Tag, Name \nFruit,Fig\n')
  await dialog.getByRole('cell', { name: 'Fig' }).waitFor({ timeout })
  expect(await dialog.getByRole('cell').allTextContents()).toEqual(['2', 'Fig', 'Fruit'])
  await close(dialog, 'Cancel')
})

it('lets the person choose the column of the name if no column has that name', async () => {
  const dialog = await choose('Botanical,Family\nFicus,Moraceae\n')
  await dialog.getByText('Choose the column that has the names.').waitFor({ timeout })
  expect(await dialog.getByRole('button', { name: 'Import 0 rows' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Name column').selectOption('Botanical')
  await dialog.getByRole('cell', { name: 'Ficus' }).waitFor({ timeout })
  expect(await dialog.getByRole('button', { name: 'Import 1 row' }).isEnabled()).toBe(true)
  await close(dialog, 'Cancel')
})

it('shows the rows that are not valid first, also those below row 100', async () => {
  const rows = Array.from({ length: 150 }, (_, index) => `Plant ${index},x`)
  const dialog = await choose(['name,tag', ...rows, 'Last,x,y', 'Very last "one",x'].join('\n'))
  await dialog.getByText('The preview shows 100 of 152 rows.').waitFor({ timeout })
  const [, ...shown] = await dialog.getByRole('row').allTextContents()
  expect(shown.slice(0, 2)).toEqual([
    '152LastThis row has 3 fields, but the header has 2.x',
    '153A field contains a quote but does not start with one. Quote the field, and write the quote twice.',
  ])
  expect(shown).toHaveLength(100)
  await close(dialog, 'Cancel')
})

it('keeps the focus in the dialog', async () => {
  const { page } = example
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  const dialog = await choose('name\nOak\n')
  const isNameColumn = () => dialog.getByLabel('Name column').evaluate((select) => select === document.activeElement)
  await expect.poll(isNameColumn).toBe(true)
  await dialog.getByRole('button', { name: 'Import 1 row' }).press('Enter')
  await dialog.getByText('Added 1 plant.').waitFor({ timeout })
  await expect.poll(focused).toBe('Import plants from a CSV file')
  await close(dialog, 'Close')
})

it('shows its buttons on a phone while the person scrolls through the preview', async () => {
  const { page } = example
  await page.setViewportSize({ width: 375, height: 667 })
  const dialog = await choose(['name,tag', ...Array.from({ length: 60 }, (_, index) => `Plant ${index},x`)].join('\n'))
  const last = dialog.getByText('Plant 59', { exact: true })
  await last.scrollIntoViewIfNeeded()
  const boxes = [dialog.getByRole('button', { name: 'Import 60 rows' }), dialog.getByRole('button', { name: 'Cancel' })]
  const [first, second] = await Promise.all(boxes.map((box) => box.boundingBox()))
  expect(first?.y).toBe(second?.y)
  expect((second?.y ?? 0) + (second?.height ?? 0)).toBeLessThan(667)
  expect(
    await dialog.getByRole('region', { name: 'Preview' }).evaluate((part) => part.scrollHeight - part.clientHeight),
  ).toBe(0)
  await close(dialog, 'Cancel')
})

it('reported no error, and sent nothing to another origin', () => {
  expect(example.errors).toEqual([])
})
