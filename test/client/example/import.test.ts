// The example app in a real browser: the import of a CSV file.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Example, openExample, timeout, violations } from '../../support/example-app.ts'
import { cleanUp } from '../../support/folder.ts'

let example: Example
beforeAll(async () => {
  example = await openExample()
}, 60_000)
afterAll(async () => {
  await example?.[Symbol.asyncDispose]()
  await cleanUp()
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
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add 3 plants' }).click()
  await dialog.getByText('Added 2. Already in your collection: 1. Left out: 1.').waitFor({ timeout })
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect((await me.plants()).map(({ name }) => name)).toEqual(['Known', 'Imported; one', '=Fern'])
})

it('reported no error, and sent nothing to another origin', () => {
  expect(example.errors).toEqual([])
})
