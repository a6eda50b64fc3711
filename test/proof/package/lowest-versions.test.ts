// The client with the lowest versions that its package.json allows: Node, React, TanStack Query and Mock Service Worker.
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPlantClient } from '@plant-collection/client'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, startBrowser } from '../../support/browser.ts'
import { cleanUp, newFolder, root } from '../../support/folder.ts'
import { installTimeoutMs } from '../../support/installed-packages.ts'
import { installClient } from '../../support/once-built.ts'
import { outputOf } from '../../support/process.ts'
import { startService } from '../../support/service.ts'
import { consumersFolder, consumerTool, findConsumerTool, installConsumerTools } from './consumer-tools.ts'
import { linkPackages, linkPackagesOf } from './installed-package.ts'

const timeoutMs = 60_000
const peers = ['@tanstack/react-query', 'msw', 'react']
let project: string

beforeAll(async () => {
  await installConsumerTools()
  project = await newFolder('lowest-')
  await installClient(project)
  await linkPackages(project, 'openapi-fetch', '@types/react')
  await linkPackagesOf(consumersFolder, project, ...peers, 'react-dom', 'happy-dom')
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
}, installTimeoutMs)
afterAll(cleanUp)

async function versionOf(name: string, folder = project): Promise<string> {
  return JSON.parse(await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version
}

describe('the lowest versions', { timeout: timeoutMs }, () => {
  it('are those of package.json', async () => {
    const text = await readFile(join(project, 'node_modules/@plant-collection/client/package.json'), 'utf8')
    const { engines, peerDependencies } = JSON.parse(text)
    for (const name of peers) {
      const ranges = peerDependencies[name].split(' || ')
      expect(ranges[0]).toBe(`^${await versionOf(name)}`)
      // All other tests use the current versions, which npm must not refuse.
      const [major] = (await versionOf(name, root)).split('.')
      expect(ranges).toContainEqual(expect.stringContaining(`^${major}.`))
    }
    const node = await findConsumerTool('node-*/bin/node')
    if (node !== undefined)
      expect(await outputOf(node, ['--version'], { cwd: project, timeoutMs })).toBe(
        `${engines.node.replace('>=', 'v')}\n`,
      )
  })

  it('are installed by Yarn 1, which refuses packages for a newer Node', async () => {
    const folder = await newFolder('yarn-')
    await writeFile(join(folder, 'package.json'), '{ "name": "app", "version": "1.0.0", "license": "MIT" }')
    const registry = (await outputOf('npm', ['config', 'get', 'registry'], { cwd: folder, timeoutMs })).trim()
    const node = (await findConsumerTool('node-*/bin/node')) ?? process.execPath
    const yarn = await consumerTool('yarn/bin/yarn.js')
    const client = `file:${join(project, 'node_modules/@plant-collection/client')}`
    // Packages of Mock Service Worker need a newer Node.
    const installed = peers.filter((name) => name !== 'msw')
    const packages = await Promise.all(installed.map(async (name) => `${name}@${await versionOf(name)}`))
    const options = ['--registry', registry, '--cache-folder', join(folder, 'cache'), '--ignore-scripts']
    await outputOf(node, [yarn, 'add', client, ...packages, '--non-interactive', ...options], {
      cwd: folder,
      timeoutMs,
    })
    const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    expect(Object.keys(dependencies).toSorted()).toEqual(['@plant-collection/client', ...installed].toSorted())
  })

  it('compile a program that uses every entry', async () => {
    await copyFile(join(import.meta.dirname, 'consumer/entries.ts'), join(project, 'entries.ts'))
    const compilerOptions = {
      ...{ target: 'es2023', module: 'nodenext', lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'] },
      ...{ types: [], strict: true, noEmit: true, skipLibCheck: true },
    }
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['entries.ts'] }))
    const tsc = await consumerTool('typescript6/bin/tsc')
    expect(await outputOf(process.execPath, [tsc], { cwd: project, timeoutMs })).toBe('')
  })

  it('run the hooks in a browser', async () => {
    await copyFile(join(root, 'test/client/react/page.ts'), join(project, 'page.ts'))
    const { outputFiles } = await build({
      ...{ absWorkingDir: project, entryPoints: ['page.ts'], bundle: true, format: 'esm', write: false },
      define: { 'process.env.NODE_ENV': '"development"' },
    })
    await using service = await startService()
    await using browser = await startBrowser()
    const token = await service.token()
    const client = createPlantClient({ baseUrl: service.url, token })
    for (const name of ['a', 'b', 'c']) await client.createPlant({ body: { name } })
    const query = `?${new URLSearchParams({ url: service.url, token })}`
    await using page = await openPage(browser, outputFiles[0]?.text ?? '', { query })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const list = expect.poll(() => page.locator('li span').allTextContents(), { timeout: 10_000 })
    await list.toEqual(['a', 'b'])
    await press('More')
    await list.toEqual(['a', 'b', 'c'])
    await page.locator('li span', { hasText: 'b' }).click()
    await press('Rename')
    await list.toEqual(['a', 'Renamed', 'c'])
    await press('Add')
    await list.toEqual(['a', 'Renamed', 'c', 'Fern'])
    await press('Delete row a')
    await list.toEqual(['Renamed', 'c', 'Fern'])
    expect(await page.locator('output').allTextContents()).toEqual(['', ''])
  })

  it('run the handlers under happy-dom, whose Headers keep the case of the names', async () => {
    await copyFile(join(import.meta.dirname, 'consumer/happy-dom.js'), join(project, 'happy-dom.js'))
    // The registry does not have the lowest Node for every machine.
    const node = (await findConsumerTool('node-*/bin/node')) ?? process.execPath
    expect(JSON.parse(await outputOf(node, ['--no-warnings', 'happy-dom.js'], { cwd: project, timeoutMs }))).toEqual({
      names: ['a', 'b', 'c'],
      cased: true,
      statuses: [200, 412, 204],
    })
  })
})
