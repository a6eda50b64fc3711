// The handlers in a real browser, in a service worker: they bring their validators with them, and need no eval.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { openPage, startBrowser } from '../../support/browser.ts'

it('handlers work in a service worker, and leave the page its own files', async () => {
  const worker = await readFile(fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js')), 'utf8')
  const bundle = await build({
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  const browser = await startBrowser()
  try {
    await using page = await openPage(browser, bundle.outputFiles[0]?.text ?? '', {
      files: { '/mockServiceWorker.js': worker },
    })
    expect(await page.evaluate('walk()')).toEqual({ statuses: [201, 201, 400], names: ['Desk', 'Wall'], others: 200 })
  } finally {
    await browser.close()
  }
})
