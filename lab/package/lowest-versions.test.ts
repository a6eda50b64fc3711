// The client with the lowest versions that its package.json allows of React, TanStack Query and Mock Service Worker. lab/runtimes
// has the lowest Node, and test/tools/install/lock-files.test.ts its version.
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, startBrowser } from '../../stack/test/support/browser.ts'
import { cleanUp, newFolder, root } from '../../stack/test/support/folder.ts'
import { installClient } from '../../test/support/once-built.ts'
import { json, startService } from '../../test/support/service.ts'
import { consumersFolder, consumerTool, installConsumerTools } from './consumer-tools.ts'
import { compile, linkInstalledPackages, linkPackages } from './installed-package.ts'

const peers = ['@tanstack/query-core', '@tanstack/react-query', 'msw', 'react']
let project: string

beforeAll(async () => {
  await installConsumerTools()
  project = await newFolder('lowest-')
  await installClient(project)
  await linkPackages(project, 'openapi-fetch', '@types/react')
  await linkInstalledPackages(consumersFolder, project, ...peers, 'react-dom')
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
  for (const file of ['consumer/entries.ts', 'consumer/page.ts']) {
    await copyFile(join(import.meta.dirname, file), join(project, basename(file)))
  }
})
afterAll(cleanUp)

async function getVersion(name: string, folder = project): Promise<string> {
  return JSON.parse(await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version
}

describe('the lowest versions', () => {
  it('are those of package.json', async () => {
    const text = await readFile(join(project, 'node_modules/@plant-collection/client/package.json'), 'utf8')
    const { peerDependencies } = JSON.parse(text)
    for (const name of peers) {
      const ranges = peerDependencies[name].split(' || ')
      expect(ranges[0]).toBe(`^${await getVersion(name)}`)
      // All other tests use the current versions, which npm must not refuse.
      const [major] = (await getVersion(name, root)).split('.')
      expect(ranges).toContainEqual(expect.stringContaining(`^${major}.`))
    }
  })

  it('compile a program that uses every entry', async () => {
    const options = { module: 'nodenext', skipLibCheck: true }
    expect(await compile(project, await consumerTool('typescript6/bin/tsc'), ['entries.ts'], options)).toBe('')
  })

  it('run the hooks in a browser', async () => {
    const bundle = await build({
      absWorkingDir: project,
      entryPoints: ['page.ts'],
      bundle: true,
      format: 'esm',
      write: false,
      define: { 'process.env.NODE_ENV': '"development"' },
    })
    await using service = await startService()
    for (const name of ['a', 'b', 'c']) await service.request('/plants', json({ name }))
    const query = `?${new URLSearchParams({ url: service.url, token: await service.token() })}`
    await using browser = await startBrowser()
    await using page = await openPage(browser, bundle.outputFiles[0]?.text ?? '', { query })
    const expectList = (...names: string[]) => expect.poll(() => page.locator('li').allTextContents()).toEqual(names)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await expectList('a', 'b')
    await press('More')
    await expectList('a', 'b', 'c')
    await press('Rename')
    await expectList('Renamed', 'b', 'c')
    expect(await page.locator('output').textContent()).toBe('')
  })
})
