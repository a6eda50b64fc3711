// StrykerJS runs the tests in a copy of the project. If a file is missing there, its first run fails and finds no mutant.

import { existsSync } from 'node:fs'
import { cp, glob, readFile, symlink } from 'node:fs/promises'
import { basename, dirname, join, matchesGlob, relative, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { cleanUp, newFolder, root } from '../../support/folder.ts'
import { start } from '../../support/process.ts'
import { usedFolder } from '../../support/service-process.ts'
import { notCopied, sandboxFolder } from './sandbox.ts'

afterAll(cleanUp)

const sandbox = join(await newFolder(), sandboxFolder)
const isCopied = (path: string) =>
  ![...notCopied, 'node_modules'].some((one) => matchesGlob(path, one) || basename(path) === one)
for (const name of ['server', 'client', 'generated', 'data', 'docs', 'tools', 'openapi.yaml', 'package.json']) {
  const filter = (path: string) => isCopied(relative(root, path))
  await cp(join(root, name), join(sandbox, name), { recursive: true, filter })
}
await symlink(join(root, 'node_modules'), join(sandbox, 'node_modules'))

it('the copy has every file that server and client name by a relative path', async () => {
  const missing: string[] = []
  let count = 0
  for await (const file of glob('{server,client}/**/*.{ts,tsx}', { cwd: root })) {
    for (const [, path = ''] of (await readFile(join(root, file), 'utf8')).matchAll(/'(\.\.?\/[^'\n]+)'/g)) {
      const named = relative(root, resolve(root, dirname(file), path))
      if (!existsSync(join(root, named))) continue
      count++
      // The built example app is optional.
      if (!existsSync(join(sandbox, named)) && !named.startsWith('dist/')) missing.push(`${file}: ${named}`)
    }
  }
  expect(missing).toEqual([])
  expect(count).toBeGreaterThan(100)
})

it.each([
  ['server/main.ts', ['/docs', '/docs.md', '/openapi.yaml', '/openapi.json', '/openapi-3.0.json']],
  ['server/mock/main.ts', ['/docs', '/openapi.yaml', '/_mock/openapi.yaml']],
])('%s serves its files from a hidden folder', { timeout: 30_000 }, async (script, paths) => {
  const settings = { PORT: '0', CONTROL: '1', LOG_LEVEL: 'error', DATA: await usedFolder() }
  const running = start(process.execPath, [script], { cwd: sandbox, settings })
  const [, url = ''] = await running.printed(/listens on (\S+)\n/)
  for (const path of paths) {
    const { status } = await fetch(url + path)
    expect({ path, status }).toEqual({ path, status: 200 })
  }
  await running.end()
})
