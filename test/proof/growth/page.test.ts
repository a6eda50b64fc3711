import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readFigures } from './figures.ts'
import { page, renderPage } from './page.ts'
import { plot, renderPlot } from './plot.ts'

it('docs/scale.md and its plot are generated from the stored figures', async () => {
  const figures = await readFigures()
  expect(await readFile(page, 'utf8')).toBe(await renderPage(figures))
  expect(await readFile(plot, 'utf8')).toBe(renderPlot(figures))
})
