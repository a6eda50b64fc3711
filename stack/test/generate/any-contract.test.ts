// The contract of another team (notes.yaml) generates and compiles, and our house rules are only advice for it.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { cleanUp, root } from '../support/folder.ts'
import { run } from '../support/process.ts'
import { generate, newProduct } from '../support/product.ts'

let folder: string
beforeAll(async () => {
  folder = await newProduct(await readFile('stack/test/generate/notes.yaml', 'utf8'))
  await generate(folder)
})
afterAll(cleanUp)

it('compiles', async () => {
  const config = { extends: join(root, 'tsconfig.json'), include: ['generated'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { code, stdout } = await run('tsc', [], { cwd: folder })
  expect(code, stdout).toBe(0)
})

it('breaks house rules with warnings only, and its webhooks break none', async () => {
  const { code, stdout } = await run('node', [join(root, 'stack/command.ts'), 'lint'], { cwd: folder })
  const own = stdout.split('\n').filter((line) => line.includes('(contract/'))
  expect([code, own.filter((line) => !line.includes(' warn: '))]).toEqual([0, []])
  expect(own.join('\n')).toContain('(contract/bounded)')
  const lines = (await readFile(join(folder, 'openapi.yaml'), 'utf8')).split('\n')
  const [start, end] = [lines.indexOf('webhooks:'), lines.indexOf('components:')]
  const places = own.map((line) => Number(/^openapi\.yaml:(\d+)/.exec(line)?.[1]))
  expect(places.filter((line) => line > start && line <= end)).toEqual([])
})

it('keeps its webhooks as they are written', async () => {
  const [own, complete] = await Promise.all(
    ['openapi.yaml', 'generated/openapi.yaml'].map(async (file) => parse(await readFile(join(folder, file), 'utf8'))),
  )
  expect(complete.webhooks).toEqual(own.webhooks)
})
