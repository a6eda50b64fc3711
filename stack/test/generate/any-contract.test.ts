// The contract of another team (notes.yaml) generates and compiles, and our house rules are only advice for it.
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { copyProject } from '../../../test/support/copy-project.ts'
import { cleanUp } from '../../../test/support/folder.ts'
import { run } from '../../../test/support/process.ts'

/** The parts of the service that work for any contract. */
const include = [
  'generated',
  ...['core/contract', 'core/pipeline', 'core/problem.ts'].map((name) => `stack/${name}`),
  ...['auth', 'configuration', 'http', 'monitoring'].map((name) => `stack/server/${name}`),
]

let folder: string
beforeAll(async () => {
  folder = await copyProject()
  await copyFile('stack/test/generate/notes.yaml', join(folder, 'openapi.yaml'))
  const { code, stderr } = await run('node', ['stack/generate/main.ts'], { cwd: folder })
  expect(code, stderr).toBe(0)
})
afterAll(cleanUp)

it('compiles with the code that works for any contract', async () => {
  await writeFile(join(folder, 'tsconfig.any.json'), JSON.stringify({ extends: './tsconfig.json', include }))
  const { code, stdout } = await run('tsc', ['-p', 'tsconfig.any.json'], { cwd: folder })
  expect(code, stdout).toBe(0)
})

it('breaks house rules with warnings only, and its webhooks break none', async () => {
  // As docs/contract.md says.
  await rm(join(folder, 'redocly.yaml'))
  const { code, stdout } = await run('node', ['stack/redocly/lint.ts'], { cwd: folder })
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
