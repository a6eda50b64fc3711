// docs/proof.md says what the figures on record say, and nothing else.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { page, renderPage } from './figures.ts'

it('the page of the proof is made of the figures on record', async () => {
  expect(await readFile(page, 'utf8')).toBe(await renderPage())
})
