// The package as its users get it: packed, installed into a project that has nothing else, judged, compiled and run.
import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { licencesOf } from '../../../tools/package/licences.ts'
import { core, gzippedBytes } from '../../../tools/package/size.ts'
import { importsOf } from '../../architecture/rules.ts'
import { cleanUp, newFolder, root } from '../../support/folder.ts'
import { run } from '../../support/process.ts'
import { startMock, startService } from '../../support/service.ts'
import { startProcess } from '../../support/service-process.ts'
import { consumer, consumersInstalled, installDeadlineMs } from './consumers.ts'
import { documentedAnswers, lasting } from './documented-requests.ts'
import { bring, type Installed, installPackage, printed } from './installed.ts'

let installed: Installed

beforeAll(async () => {
  await consumersInstalled()
  installed = await installPackage()
}, installDeadlineMs)
afterAll(cleanUp)
afterAll(() => installed[Symbol.asyncDispose]())

describe('the package', () => {
  it('has each source of the client as JavaScript and declarations, the mock, the contract, and nothing else', () => {
    const sources = globSync('client/**/*.ts', { cwd: root }).map((file) => file.replace(/\.ts$/, ''))
    expect(filesIn(installed.unpacked)).toEqual(
      [...sources.flatMap((name) => [`${name}.js`, `${name}.d.ts`]), ...others].toSorted(),
    )
  })

  // Compilers find `./x.ts` where there is only an `x.d.ts`; other readers of declarations do not.
  it('imports only files that are in it', async () => {
    const files = filesIn(installed.unpacked)
    const modules = files.filter((file) => /^(?:client|generated)\/.*\.(?:js|d\.ts)$/.test(file))
    for (const file of modules) {
      const imported = importsOf(file, await readFile(join(installed.unpacked, file), 'utf8'))
      const own = imported.filter((target) => /^(?:client|generated)\//.test(target))
      expect(files, file).toEqual(expect.arrayContaining(own))
    }
  })

  it('tells nothing of the machine it was made on', async () => {
    const places = ['server', 'client', 'generated', 'node_modules', 'test', 'tools'].map((name) => root + name)
    for (const file of filesIn(installed.unpacked)) {
      const text = await readFile(join(installed.unpacked, file), 'utf8')
      expect(
        places.filter((place) => text.includes(place)),
        file,
      ).toEqual([])
    }
  })

  it('is public, promises bundlers to have no side effects, and depends on openapi-fetch alone', async () => {
    const manifest = JSON.parse(await readFile(join(installed.unpacked, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({ sideEffects: false, dependencies: { 'openapi-fetch': expect.any(String) } })
    expect(manifest).not.toHaveProperty('private')
    const packages = globSync('{@*/*,[!@.]*}', { cwd: join(installed.project, 'node_modules') }).toSorted()
    expect(packages).toEqual(['@plant-collection/client', 'openapi-fetch', 'openapi-typescript-helpers'])
  })

  it('serves a JavaScript program', async () => {
    await using service = await startService()
    const args = ['main.js', service.url, await service.token()]
    expect(await printed(process.execPath, args, installed.project)).toBe('Monstera adansonii\n')
  })

  it('has the contract as a file of its own', async () => {
    const ask = "process.stdout.write(import.meta.resolve('@plant-collection/client/openapi.yaml'))"
    const url = await printed(process.execPath, ['--input-type=module', '-e', ask], installed.project)
    expect(await readFile(new URL(url), 'utf8')).toBe(await readFile(join(root, 'openapi.yaml'), 'utf8'))
  })

  it('leaves out of a bundle what nobody imports', async () => {
    const part = await gzippedBytes(root, installed.built, "export { ProblemError } from '@plant-collection/client'")
    const whole = await gzippedBytes(root, installed.built, core)
    console.log(`createPlantClient: ${whole} bytes, minified and gzipped`)
    expect(part).toBeLessThan(whole / 3)
  })
})

describe('plant-collection-mock', () => {
  const script = () => join(installed.project, 'node_modules/.bin/plant-collection-mock')

  it('answers as the mock of this project does, with each documented answer', async () => {
    const command = await startProcess({}, { script: script() })
    await using mock = await startMock()
    const asked = documentedAnswers()
    expect(asked.length).toBeGreaterThan(40)
    for (const { path, init } of asked) {
      const [theirs, ours] = [await fetch(command.url + path, init), await fetch(mock.url + path, init)]
      expect(await lasting(theirs), JSON.stringify(init)).toEqual(await lasting(ours))
    }
    expect(await command.end()).toMatchObject({ code: 0, stderr: '' })
  })

  it('has the pages beside the API', async () => {
    await using mock = await startMock()
    const command = await startProcess({}, { script: script() })
    for (const page of ['docs', 'openapi.json', 'openapi.yaml', 'problems/not-found']) {
      const [theirs, ours] = await Promise.all([fetch(`${command.url}/${page}`), fetch(`${mock.url}/${page}`)])
      expect(await lasting(theirs)).toEqual(await lasting(ours))
    }
  })

  it('says in one line that a Node is too old', async () => {
    const file = join(installed.unpacked, 'package.json')
    const manifest = await readFile(file, 'utf8')
    onTestFinished(() => writeFile(file, manifest))
    await writeFile(file, JSON.stringify({ ...JSON.parse(manifest), engines: { node: '>=99.1.0' } }))
    const { code, stdout, stderr } = await run(process.execPath, [script()], {
      settings: { PORT: '0' },
      timeoutMs: 5_000,
    })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^.*Node 99\.1\.0 or newer.*\n$/)
    expect(stderr).toContain(process.versions.node)
  })

  it('is not built from a package with a licence that nobody has looked at', async () => {
    const folder = await newFolder()
    await mkdir(join(folder, 'node_modules/strange'), { recursive: true })
    const strange = { name: 'strange', version: '1.0.0', license: 'SSPL-1.0' }
    await writeFile(join(folder, 'node_modules/strange/package.json'), JSON.stringify(strange))
    await expect(licencesOf(folder, ['node_modules/strange/index.js'])).rejects.toThrow(
      'strange has the licence SSPL-1.0',
    )
  })

  it('has the licence of each package that is in it', async () => {
    const licences = await readFile(join(installed.unpacked, 'mock/THIRD-PARTY-LICENSES.txt'), 'utf8')
    for (const name of ['express', 'express-openapi-validator', '@stoplight/prism-http', 'ajv']) {
      expect(licences).toMatch(new RegExp(`^${name} \\d\\S+ \\(\\S+\\)$`, 'm'))
    }
  })
})

describe('judges of packages', () => {
  it('publint finds nothing to mend', { timeout: 60_000 }, async () => {
    const said = await printed(process.execPath, [await consumer('publint/src/cli.js'), 'built', '--strict'], above())
    expect(said).toContain('All good!')
  })

  it('attw finds types for every entry', { timeout: 60_000 }, async () => {
    // The contract is a file, not a module.
    const options = ['--profile', 'esm-only', '--exclude-entrypoints', 'openapi.yaml', '--format', 'json']
    const attw = await consumer('@arethetypeswrong/cli/dist/index.js')
    const { analysis } = JSON.parse(await printed(process.execPath, [attw, installed.tarball, ...options], above()))
    // What it holds against an entry is its exit code.
    expect(Object.keys(analysis.entrypoints)).toEqual(['.', './react', './msw', './package.json'])
  })
})

describe.each([
  ['TypeScript 5', async () => join(root, 'node_modules/typescript/bin/tsc')],
  ['TypeScript 6', () => consumer('typescript6/bin/tsc')],
  ['TypeScript 7', () => consumer('typescript7/bin/tsc')],
])('%s', (name, compiler) => {
  // What the optional entries ask of those who use them.
  beforeAll(() => bring(installed.project, 'react', '@types/react', '@tanstack/react-query', 'msw'))

  it.each(['bundler', 'nodenext'])('checks programs, resolving modules as %s', { timeout: 60_000 }, async (way) => {
    const tsc = await compiler()
    expect(await printed(process.execPath, [tsc, '--version'], installed.project)).toContain(name.replace(/\D+/, ' '))
    const config = join(installed.project, `tsconfig.${way}.json`)
    const files = ['program.ts', 'entries.ts']
    await writeFile(config, JSON.stringify({ compilerOptions: compilerOptions(way), files }))
    expect(await printed(process.execPath, [tsc, '-p', config], installed.project)).toBe('')
  })
})

function compilerOptions(moduleResolution: string) {
  return {
    module: moduleResolution === 'bundler' ? 'esnext' : moduleResolution,
    moduleResolution,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false, // the declarations of the package are what is on trial, not those of the compiler
    skipDefaultLibCheck: true,
    noEmit: true,
  }
}

function above(): string {
  return join(installed.built, '..')
}

function filesIn(folder: string): string[] {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}

/** Not made from a source of the client. */
const others = [
  'LICENSE',
  'README.md',
  'generated/api.d.ts',
  'generated/docs.html',
  'generated/exchanges.d.ts',
  'generated/exchanges.js',
  'generated/openapi.json',
  'generated/operations.d.ts',
  'generated/operations.js',
  'generated/validators.d.ts',
  'generated/validators.js',
  'mock/THIRD-PARTY-LICENSES.txt',
  'mock/command.js',
  'mock/mock.js',
  'openapi.yaml',
  'package.json',
]
