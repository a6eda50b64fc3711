// The package as its users get it: packed, installed into an empty project, checked, compiled and run.
import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { licencesOf } from '../../../tools/package/licences.ts'
import { core, csvParser, gzippedBytes, hooks } from '../../../tools/package/size.ts'
import { importsOf } from '../../architecture/rules.ts'
import { cleanUp, newFolder, root } from '../../support/folder.ts'
import { installTimeoutMs } from '../../support/installed-packages.ts'
import { outputOf, run } from '../../support/process.ts'
import { startMock, startService } from '../../support/service.ts'
import { startProcess } from '../../support/service-process.ts'
import { consumerTool, findConsumerTool, installConsumerTools } from './consumer-tools.ts'
import { documentedRequests } from './documented-requests.ts'
import { type InstalledPackage, installPackage, linkPackages } from './installed-package.ts'

const node = process.execPath
const timeoutMs = 60_000
const inProject = () => ({ cwd: installed.project, timeoutMs })
let installed: InstalledPackage
let files: Record<string, string>
let mockFiles: Record<string, string>

beforeAll(async () => {
  await installConsumerTools()
  installed = await installPackage()
  files = await textsIn(installed.unpacked)
  mockFiles = await textsIn(installed.unpackedMock)
}, installTimeoutMs)
afterAll(cleanUp)

async function textsIn(folder: string): Promise<Record<string, string>> {
  const entries = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name))
  const read = async (path: string) => [relative(folder, path), await readFile(path, 'utf8')]
  return Object.fromEntries(await Promise.all(paths.map(read)))
}

describe('the client package', () => {
  it('contains the compiled sources of the client, the contract, and nothing else', () => {
    const sources = globSync(['client/*.ts', 'client/react/*.ts', csvFiles], { cwd: root })
    const compiled = [...sources, 'generated/operations.ts', 'generated/plant-rules.ts'].flatMap((file) => [
      ...['js', 'js.map', 'd.ts', 'd.ts.map'].map((extension) => file.replace(/ts$/, extension)),
      `src/${file}`,
    ])
    expect(Object.keys(files).toSorted()).toEqual([...compiled, ...otherFiles].toSorted())
  })

  it('has maps that lead to its sources', () => {
    const maps = Object.keys(files).filter((file) => file.endsWith('.map'))
    expect(maps.length).toBeGreaterThan(60)
    for (const file of maps) {
      const { sources } = JSON.parse(files[file] ?? '')
      expect(Object.keys(files), file).toContain(join(file, '..', sources[0]))
    }
  })

  it('imports only its own files', () => {
    const modules = Object.keys(files).filter((file) => /^(?:client|generated)\/.*\.(?:js|d\.ts)$/.test(file))
    for (const file of modules) {
      const own = importsOf(file, files[file] ?? '')
        .filter((target) => /^(?:client|generated|server)\//.test(target))
        // The declarations of x.js are in x.d.ts.
        .map((target) => (file.endsWith('.d.ts') ? target.replace(/(?<!\.d)\.js$/, '.d.ts') : target))
      expect(Object.keys(files), file).toEqual(expect.arrayContaining(own))
    }
  })

  it('contains no path of the machine that built it', () => {
    const places = ['server', 'client', 'generated', 'node_modules', 'test', 'tools'].map((name) => root + name)
    for (const [file, text] of [...Object.entries(files), ...Object.entries(mockFiles)]) {
      expect(
        places.filter((place) => text.includes(place)),
        file,
      ).toEqual([])
    }
  })

  it('is public, declares no side effects, and depends on openapi-fetch only', () => {
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
      'plant-collection-mock',
    ])
  })

  it('works in a JavaScript program', async () => {
    await using service = await startService()
    const args = ['main.js', service.url, await service.token()]
    expect(await outputOf(node, args, inProject())).toBe('Monstera adansonii\n')
  })

  it('keeps the directive of client components', () => {
    expect(files['client/react/hooks.js']).toMatch(/^'use client';?\n/)
    // A server renders with these.
    for (const name of ['index', 'keys', 'mutations', 'queries']) {
      expect(files[`client/react/${name}.js`]).not.toContain('use client')
    }
  })

  it('works in a CommonJS program: with require, and in older versions of Node with import()', async () => {
    const file = join(installed.project, 'main.cjs')
    const program = (load: string) => `(async () => {
      const { createPlantClient } = ${load}
      console.log(typeof createPlantClient({ baseUrl: 'http://plants.example', token: 't' }).listPlants)
    })()`
    await writeFile(file, program("require('@plant-collection/client')"))
    expect(await outputOf(node, [file], inProject())).toBe('function\n')
    await writeFile(file, program("await import('@plant-collection/client')"))
    const lowestNode = (await findConsumerTool('node-*/bin/node')) ?? node
    expect(await outputOf(lowestNode, [file], inProject())).toBe('function\n')
  })

  it('exports the contract as a file', async () => {
    const program = "process.stdout.write(import.meta.resolve('@plant-collection/client/openapi.yaml'))"
    const url = await outputOf(node, ['--input-type=module', '-e', program], inProject())
    expect(await readFile(new URL(url), 'utf8')).toBe(await readFile(join(root, 'openapi.yaml'), 'utf8'))
  })

  it('adds to a bundle only what the bundle imports', async () => {
    const part = await gzippedBytes(root, installed.built, "export { ProblemError } from '@plant-collection/client'")
    const whole = await gzippedBytes(root, installed.built, core)
    const withHooks = await gzippedBytes(root, installed.built, `${core}\n${hooks}`)
    const parser = await gzippedBytes(root, installed.built, csvParser)
    const cell = await gzippedBytes(root, installed.built, "export { fromCell } from '@plant-collection/client/csv'")
    console.log(
      `createPlantClient: ${whole} bytes, hooks: ${withHooks - whole} more, parseCsv: ${parser}, minified and gzipped`,
    )
    expect(part).toBeLessThan(whole / 3)
    expect(whole).toBeLessThanOrEqual(6_200)
    expect(withHooks - whole).toBeLessThanOrEqual(1_500)
    expect(parser).toBeLessThanOrEqual(15_500)
    expect(cell).toBeLessThan(200)
  })
})

describe('plant-collection-mock', () => {
  const script = () => join(installed.project, 'node_modules/.bin/plant-collection-mock')

  it('responds like the mock of this project, with each documented response and its pages', async () => {
    const command = await startProcess({}, { script: script() })
    await using mock = await startMock()
    const paths = ['/docs', '/openapi.json', '/openapi-3.0.json', '/openapi.yaml', '/problems/not-found']
    const pages = paths.map((path) => ({ path, init: {} }))
    const requests = [...documentedRequests(), ...pages]
    expect(requests.length).toBeGreaterThan(44)
    for (const { path, init } of requests) {
      const [actual, expected] = [await fetch(command.url + path, init), await fetch(mock.url + path, init)]
      expect(await lastingParts(actual), path + JSON.stringify(init)).toEqual(await lastingParts(expected))
    }
    expect(await command.end()).toMatchObject({ code: 0, stderr: '' })
  })

  it('keeps plants and is controlled by a test in the same process', async () => {
    const program = `
      import { startMock } from 'plant-collection-mock'
      const mock = await startMock({ stateful: true, plants: [{ name: 'Fern' }] })
      const statusOf = async () => (await fetch(mock.url + '/plants', { headers: { Authorization: 'Bearer any' } })).status
      mock.control.play({ operation: 'listPlants', times: 1, responses: [{ status: 503 }] })
      console.log(await statusOf(), await statusOf(), mock.control.requests().length)
      await mock.close()`
    expect(await outputOf(node, ['--input-type=module', '-e', program], inProject())).toBe('503 200 2\n')
  })

  it('serves its control API', async () => {
    const command = await startProcess({ STATEFUL: '1', CONTROL: '1' }, { script: script() })
    expect((await fetch(`${command.url}/_mock/reset`, { method: 'POST' })).status).toBe(204)
    expect((await fetch(`${command.url}/_mock/openapi.yaml`)).status).toBe(200)
    expect(await command.end()).toMatchObject({ code: 0, stderr: '' })
  })

  it('prints one line if Node is too old', async () => {
    const file = join(installed.unpackedMock, 'package.json')
    const manifest = mockFiles['package.json'] ?? ''
    onTestFinished(() => writeFile(file, manifest))
    await writeFile(file, JSON.stringify({ ...JSON.parse(manifest), engines: { node: '>=99.1.0' } }))
    const { code, stdout, stderr } = await run(node, [script()], { settings: { PORT: '0' }, timeoutMs: 5_000 })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^.*Node 99\.1\.0 or newer.*\n$/)
    expect(stderr).toContain(process.versions.node)
  })

  it('cannot contain a package with a licence that is not on the list', async () => {
    const folder = await newFolder()
    const manifest = { name: 'strange', version: '1.0.0', license: 'SSPL-1.0' }
    await mkdir(join(folder, 'node_modules/strange'), { recursive: true })
    await writeFile(join(folder, 'node_modules/strange/package.json'), JSON.stringify(manifest))
    const licences = licencesOf(folder, ['node_modules/strange/index.js'], 'mock.js')
    await expect(licences).rejects.toThrow('strange has the licence SSPL-1.0')
  })

  it.each(['express', 'express-openapi-validator', '@stoplight/prism-http', 'ajv'])('has the licence of %s', (name) => {
    expect(mockFiles['mock/THIRD-PARTY-LICENSES.txt']).toMatch(new RegExp(`^${name} \\d\\S+ \\(\\S+\\)$`, 'm'))
  })
})

describe('the checkers of packages', { timeout: 60_000 }, () => {
  const run = async (tool: string, args: string[]) =>
    outputOf(node, [await consumerTool(tool), ...args], { cwd: join(installed.built, '..'), timeoutMs })

  it('publint reports nothing', async () => {
    expect(await run('publint/src/cli.js', ['built', '--strict'])).toContain('All good!')
  })

  it('attw finds types for every entry, and fails otherwise', async () => {
    // The contract is a file, not a module.
    const options = ['--profile', 'esm-only', '--exclude-entrypoints', 'openapi.yaml', '--format', 'json']
    const { analysis } = JSON.parse(await run('@arethetypeswrong/cli/dist/index.js', [installed.tarball, ...options]))
    expect(Object.keys(analysis.entrypoints)).toEqual(['.', './react', './msw', './csv', './package.json'])
  })
})

describe.each([
  ['TypeScript 5', async () => join(root, 'node_modules/typescript/bin/tsc')],
  ['TypeScript 6', () => consumerTool('typescript6/bin/tsc')],
  ['TypeScript 7', () => consumerTool('typescript7/bin/tsc')],
])('%s', (name, compiler) => {
  // The optional entries need these packages.
  beforeAll(() => linkPackages(installed.project, 'react', '@types/react', '@tanstack/react-query', 'msw'))

  it.each([
    ['bundler', 'esnext'],
    ['nodenext', 'nodenext'],
  ])('compiles programs with the resolution %s', { timeout: 60_000 }, async (moduleResolution, module) => {
    const tsc = await compiler()
    expect(await outputOf(node, [tsc, '--version'], inProject())).toContain(name.replace(/\D+/, ' '))
    const config = join(installed.project, `tsconfig.${moduleResolution}.json`)
    const compilerOptions = { ...strictOptions, module, moduleResolution }
    await writeFile(config, JSON.stringify({ compilerOptions, files: ['program.ts', 'entries.ts'] }))
    expect(await outputOf(node, [tsc, '-p', config], inProject())).toBe('')
  })
})

const strictOptions = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false, // the declarations of the package are under test
  skipDefaultLibCheck: true, // those of the compiler are not
  noEmit: true,
}

/** A response without the parts that differ each time. */
async function lastingParts(response: Response): Promise<object> {
  const { 'request-id': _, date, ...headers } = Object.fromEntries(response.headers)
  const body = (await response.text()).replace(/urn:uuid:[0-9a-f-]{36}/, 'urn:uuid:')
  return { status: response.status, headers, body }
}

/** The modules of the entry for CSV files. The others in this folder are commands. */
const csvFiles = 'client/csv/{index,format-csv,formula,missing-rows}.ts'

/** Files that are not compiled from a source of the client. */
const otherFiles = [
  'LICENSE',
  'README.md',
  ...['client/msw', 'client/csv'].map((folder) => `${folder}/THIRD-PARTY-LICENSES.txt`),
  // Only the declarations: two modules are bundles.
  ...['client/msw/index.js', 'client/csv/parse-csv.js'],
  ...[
    ...['client/msw/handlers', 'client/msw/index', 'client/msw/override', 'server/core/mock/control'],
    'client/csv/parse-csv',
  ].flatMap((name) => [`${name}.d.ts`, `${name}.d.ts.map`, `src/${name}.ts`]),
  'generated/api.d.ts',
  'openapi.yaml',
  'package.json',
]
