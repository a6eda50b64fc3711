// What the README of the client shows is true: its TypeScript is one module, in order, that compiles and runs against a
// real service. Only the first request of a reader finds out otherwise.
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { run } from '../support/process.ts'
import { startService } from '../support/service.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readme-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false, typeRoots: ['node_modules/@types'] }
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['readme.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  await writeFile(join(folder, 'readme.ts'), samplesOf(await readFile(join(root, 'client/README.md'), 'utf8')))
})
afterAll(() => rm(folder, { recursive: true }))

it('the samples of the README compile', async () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  expect(await run(process.execPath, [tsc], { cwd: folder })).toMatchObject({ code: 0, stdout: '', stderr: '' })
})

it('the samples of the README run, from the first line to the last', async () => {
  await using service = await startService()
  // Node warns of what msw looks for (localStorage); that is no concern of the README.
  const settings = { NODE_NO_WARNINGS: '1', URL: service.url, TOKEN: await service.token() }
  expect(await run(process.execPath, ['readme.ts'], { cwd: folder, settings })).toMatchObject({ code: 0, stderr: '' })
})

/** The lines of the samples where they stand in the README, so that a compiler's complaint names its line. */
function samplesOf(readme: string): string {
  let isSample = false
  const lines = readme.split('\n').map((line) => {
    if (line.startsWith('```')) {
      isSample = line === '```ts'
      return ''
    }
    return isSample ? line : ''
  })
  expect(lines.filter((line) => line !== '').length).toBeGreaterThan(20)
  return lines.join('\n')
}
