// The entry for CSV files as its users get it: in a folder that has only what npm installs with the package.
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildClient } from '../../../tools/package/build-client.ts'
import { openPage, startBrowser } from '../../support/browser.ts'
import { cleanUp, newFolder, root } from '../../support/folder.ts'
import { outputOf } from '../../support/process.ts'
import { linkPackages } from './installed-package.ts'

const text = `name;note\nMoss;old\n'=Fern;new\n"a"b;bad\n`
const expected = ['name,note', '3', "'=Fern\n", expect.stringMatching(/^4: text follows the closing quote/)]
let project: string

beforeAll(async () => {
  project = await newFolder('csv-')
  await buildClient(root, join(project, 'node_modules/@plant-collection/client'))
  await linkPackages(project, 'openapi-fetch')
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
  await copyFile(join(import.meta.dirname, 'consumer/csv.js'), join(project, 'csv.js'))
}, 60_000)
afterAll(cleanUp)

describe('the entry for CSV files', { timeout: 60_000 }, () => {
  it.each([
    ['an ES module', 'program.mjs', "const { read } = await import('./csv.js')"],
    ['a CommonJS module', 'program.cjs', "const { read } = require('./csv.js')"],
  ])('works in %s', async (_, name, load) => {
    const file = join(project, name)
    await writeFile(file, `${load}\nread(${JSON.stringify(text)}).then((found) => console.log(JSON.stringify(found)))`)
    const output = await outputOf(process.execPath, [file], { cwd: project, timeoutMs: 30_000 })
    expect(JSON.parse(output)).toEqual(expected)
  })

  it('works in a page', async () => {
    const { outputFiles } = await build({
      stdin: { contents: "import { read } from './csv.js'\nwindow.read = read", resolveDir: project },
      bundle: true,
      platform: 'browser',
      format: 'esm',
      write: false,
    })
    await using browser = await startBrowser()
    await using page = await openPage(browser, outputFiles[0]?.text ?? '')
    expect(await page.evaluate(`read(${JSON.stringify(text)})`)).toEqual(expected)
  })
})
