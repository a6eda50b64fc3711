// The stack as other teams get it: packed, installed into an empty folder, and used there as docs/tutorials/own-contract.md says.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStack } from '../../stack/package/build-stack.ts'
import { cleanUp, newFolder } from '../../stack/test/support/folder.ts'
import { outputOf, type Settings, start } from '../../stack/test/support/process.ts'

/** Of the team. */
let folder: string
const command = () => join(folder, 'node_modules/.bin/contract-stack')

beforeAll(async () => {
  const place = await newFolder('stack-')
  folder = join(place, 'team')
  await mkdir(folder)
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ type: 'module', devDependencies: { '@types/node': '*' } }),
  )
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', 'generated'] }))
  const tutorial = await readFile('docs/tutorials/own-contract.md', 'utf8')
  // The first code block below the name of a file.
  for (const [, name = '', text = ''] of tutorial.matchAll(/\*\*, `([\w.]+)`.*?\n\n {3}```\w+\n(.*?)\n {3}```/gs)) {
    await writeFile(join(folder, name), text.replaceAll(/^ {3}/gm, ''))
  }
  await buildStack(join(place, 'built'))
  const pack = ['pack', join(place, 'built'), '--pack-destination', place, '--json', '--loglevel=error']
  const [{ filename }] = JSON.parse(await outputOf('npm', pack, { cwd: place }))
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await outputOf('npm', ['install', join(place, filename), ...options], { cwd: folder, timeoutMs: 600_000 })
  await outputOf(command(), ['generate'], { cwd: folder })
})
afterAll(cleanUp)

/** As strict as possible: the declarations of the package are under test too. */
const compilerOptions = {
  module: 'nodenext',
  target: 'esnext',
  lib: ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: ['node'],
  noEmit: true,
  allowImportingTsExtensions: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
}

async function withProgram(script: string, settings: Settings, use: (url: string) => Promise<void>): Promise<void> {
  const child = start('node', [script], { cwd: folder, settings: { PORT: '0', LOG_LEVEL: 'error', ...settings } })
  const [, url = ''] = await child.printed(/listens on (\S+)\n/)
  await use(url)
  expect(await child.end()).toMatchObject({ code: 0, stderr: '' })
}

/** Fails with the table of the contract tester if the target does not keep the contract. */
async function testContract(URL: string, TOKEN: string, SKIP = ''): Promise<void> {
  const settings = { URL, TOKEN, SKIP, WRITE: '1', REQUESTS: '2', SEQUENCES: '2' }
  expect(await outputOf(command(), ['test'], { cwd: folder, settings })).toMatch(/ 0 failed/)
}

it('has types, also for a compiler that checks those of libraries', async () => {
  expect(await outputOf('node', ['node_modules/typescript/bin/tsc'], { cwd: folder })).toBe('')
})

it('runs a service, which its client calls, and which keeps the contract', async () => {
  const settings = { DATA: join(folder, '.data') }
  await withProgram('main.ts', settings, async (url) => {
    const token = (await outputOf('node', ['main.ts', 'token'], { cwd: folder, settings })).trim()
    const called = await outputOf('node', ['client.ts'], { cwd: folder, settings: { URL: url, TOKEN: token } })
    expect(called).toBe('Water the fern\n')
    await testContract(url, token)
  })
})

it('runs a mock with state, which keeps the contract', async () => {
  await withProgram('mock.ts', { STATEFUL: '1' }, async (url) => {
    // It accepts any token.
    await testContract(url, 'any', 'a token that is not valid')
  })
})
