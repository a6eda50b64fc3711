// The client in projects with other packages: the lowest React, TanStack Query and Mock Service Worker that its
// package.json allows, and other frameworks. test/client/runtimes/ has the lowest Node, test/tools/install.test.ts its version.
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPage, startBrowser } from '../../stack/test/support/browser.ts'
import { root } from '../../stack/test/support/folder.ts'
import { json, startService } from '../support/service.ts'
import { compile, consumersFolder, consumerTool, newProject, sampleOptions, writeSamples } from './project.ts'

const readme = await readFile(join(root, 'client/README.md'), 'utf8')
const frameworks = ['vue', 'svelte', 'solid-js']
const peers = ['@tanstack/query-core', '@tanstack/react-query', 'msw', 'react', ...frameworks]
let project: string

beforeAll(async () => {
  project = await newProject([], [...peers, 'react-dom'])
})

const readManifest = async (folder: string) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))

describe('the lowest versions', () => {
  it('are those of peerDependencies', async () => {
    const { peerDependencies } = await readManifest(join(project, 'node_modules/@plant-collection/client'))
    const { dependencies } = await readManifest(consumersFolder)
    const { devDependencies } = await readManifest(root)
    expect(Object.keys(peerDependencies).toSorted()).toEqual(peers.toSorted())
    for (const name of peers) {
      const ranges = peerDependencies[name].split(' || ')
      expect(ranges[0]).toBe(`^${dependencies[name]}`)
      // All other tests use the current versions, which npm must not refuse.
      const [major] = devDependencies[name].split('.')
      expect(ranges).toContainEqual(expect.stringContaining(`^${major}.`))
    }
  })

  it('compile the samples of the README, which use every entry', async () => {
    const tsc = await consumerTool('typescript6/bin/tsc')
    const options = { ...sampleOptions, skipLibCheck: true }
    expect(await compile(project, tsc, await writeSamples(project, readme), options)).toBe('')
  })

  it('run the component of the README in a browser', async () => {
    await using service = await startService()
    for (const name of ['a', 'b', 'c']) await service.request('/plants', json({ name }))
    const [, sample = ''] = /^```tsx\n(.*?)^```/ms.exec(readme) ?? []
    const contents = sample.replace('http://127.0.0.1:3000', service.url).replace('limit: 50', 'limit: 2')
    const bundle = await build({
      stdin: { contents, loader: 'tsx', resolveDir: project },
      bundle: true,
      format: 'esm',
      jsx: 'automatic',
      write: false,
      define: { 'process.env.NODE_ENV': '"development"' },
    })
    const signIn = `sessionStorage.setItem('token', ${JSON.stringify(await service.token())});`
    await using browser = await startBrowser()
    await using page = await openPage(browser, signIn + bundle.outputFiles[0]?.text)
    const names = async () => (await page.locator('li').allTextContents()).map((text) => text.split(' ')[0])
    await expect.poll(names).toEqual(['a', 'b'])
    await page.getByRole('button', { name: 'More' }).click()
    await expect.poll(names).toEqual(['a', 'b', 'c'])
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})

// stack/test/query has what the options do in TanStack Query.
it.each(frameworks)('the samples of the README for %s compile', async (framework) => {
  const name = framework.replace('-js', '')
  const adapter = `@tanstack/${name}-query`
  const project = await newProject([], [adapter, framework])
  // The project has one copy of TanStack Query: the copy of the framework.
  const { resolve } = createRequire(join(consumersFolder, 'node_modules', adapter, 'package.json'))
  const core = join(project, 'node_modules/@tanstack/query-core')
  await symlink(dirname(resolve('@tanstack/query-core/package.json')), core)
  for (const block of ['options', name]) {
    const [, sample = 'a missing sample'] = new RegExp(`\`\`\`ts ${block}\n(.*?)\`\`\``, 's').exec(readme) ?? []
    await writeFile(join(project, `${block}.ts`), sample)
  }
  const options = { module: 'nodenext', allowImportingTsExtensions: true, skipLibCheck: true }
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  expect(await compile(project, tsc, [`${name}.ts`], options)).toBe('')
})
