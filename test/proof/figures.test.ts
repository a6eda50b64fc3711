import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { page, renderPage } from './figures.ts'

it('docs/proof.md is generated from the stored figures', async () => {
  expect(await readFile(page, 'utf8')).toBe(await renderPage())
})
