// The project follows the rules of the architecture, and the rules find each kind of violation.
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf, readProject, type Tree, violations } from './rules.ts'

const manifests: Tree = {
  'package.json': JSON.stringify({
    dependencies: { '@plant-collection/client': '', 'csv-parse': '', express: '', 'jsonc-parser': '', uuid: '' },
    devDependencies: { 'react-dom': '' },
  }),
  'client/package.json': JSON.stringify({
    dependencies: { 'openapi-fetch': '' },
    publishConfig: { peerDependencies: { react: '' } },
  }),
}
const anyFile = 'test/support/raw-http.ts'

/** @returns The violations in a project with this one file. */
function violationsIn(path: string, text: string): string[] {
  return violations({ ...manifests, [path]: text })
}

/** @returns The violations of a file that imports these files and packages. */
function importing(path: string, targets: string): string[] {
  const isFile = (target: string) => /^(?:server|client|generated|test|tools)\//.test(target)
  const relative = (target: string) => `./${posix.relative(posix.dirname(path), target)}`
  const text = targets.split(' ').map((target) => `import '${isFile(target) ? relative(target) : target}'`)
  return violationsIn(path, text.join('\n'))
}

describe('the project', () => {
  const project = readProject()

  it('is read completely', () => {
    const some = ['package.json', 'client/package.json', 'server/main.ts', 'client/index.ts', 'tools/generate/main.ts']
    expect(Object.keys(project)).toEqual(expect.arrayContaining(some))
    expect(importsOf('server/main.ts', project['server/main.ts'] ?? '')).toContain('server/service.ts')
  })

  it('imports only in the allowed directions', () => {
    expect(violations(project)).toEqual([])
  })
})

describe('the rules for imports', () => {
  it.each([
    ['server/main.ts', 'server/service.ts server/example-plants.ts'],
    ['server/service.ts', 'server/store/sqlite.ts server/http/app.ts'],
    ['server/core/plants/plant-handlers.ts', 'server/core/plants/plant-store.ts'],
    ['server/store/sqlite.ts', 'node:sqlite server/core/plants/plant-store.ts node:fs'],
    ['server/core/pipeline/body.ts', 'server/core/pipeline/http.ts jsonc-parser'],
    ['server/core/plants/plant-store.ts', 'generated/api.d.ts'],
    ['client/index.ts', 'generated/api.d.ts openapi-fetch client/link.ts'],
    ['client/react/index.ts', 'client/index.ts react'],
    ['client/msw/handlers.ts', 'server/core/pipeline/pipeline.ts'],
    ['client/csv/import.ts', 'client/index.ts node:fs csv-parse/sync'],
    ['client/csv/index.ts', 'client/csv/formula.ts'],
    [
      'client/example/app.tsx',
      'client/example/lists.ts @plant-collection/client/react @plant-collection/client/csv react-dom/client',
    ],
    [anyFile, 'server/http/app.ts node:sqlite vitest tools/generate/main.ts'],
  ])('allow %s to import %s', (path, targets) => {
    expect(importing(path, targets)).toEqual([])
  })

  it.each([
    ['server/core/plants/plant-handlers.ts', 'express node:sqlite node:fs server/store/sqlite.ts'],
    ['server/core/pipeline/body.ts', 'server/core/plants/plant-store.ts node:util'],
    ['server/core/contract/plan.ts', 'server/core/pipeline/http.ts'],
    ['server/core/contract/validator.ts', 'express-openapi-validator'],
    ['server/core/plants/digest.ts', 'node:crypto'],
    ['server/store/sqlite.ts', 'server/core/pipeline/body.ts'],
    ['server/auth/verify-access-token.ts', 'server/core/contract/plan.ts'],
    ['server/mock/mock.ts', 'server/core/plants/plant-handlers.ts'],
    ['server/http/app.ts', 'server/core/plants/plant-handlers.ts server/main.ts'],
    ['server/main.ts', `server/mock/mock.ts ${anyFile} tools/generate/main.ts client/index.ts client/csv/import.ts`],
    ['client/index.ts', `server/core/problem.ts ${anyFile} node:buffer zod react`],
    ['client/index.ts', 'client/react/index.ts client/csv/import.ts'],
    ['client/csv/import.ts', 'server/loopback.ts'],
    ['client/example/app.tsx', 'client/index.ts client/react/hooks.ts client/csv/formula.ts client/csv/index.ts'],
    [
      'client/example/app.tsx',
      'server/core/problem.ts generated/api.d.ts node:fs express @plant-collection/client/msw',
    ],
    ['client/react/index.ts', 'client/example/lists.ts'],
    ['client/msw/index.ts', 'server/http/app.ts client/react/index.ts'],
    ['tools/generate/main.ts', 'server/http/app.ts'],
    [anyFile, 'server/main.ts'],
  ])('forbid %s to import %s', (path, targets) => {
    const expected = targets.split(' ').map((target) => `${path} must not import ${target}`)
    expect(importing(path, targets)).toEqual(expect.arrayContaining(expected))
  })

  it.each([
    "import type { X } from '../store/sqlite.ts'",
    "export { x } from '../store/sqlite.ts'",
    "export * from '../store/sqlite.ts'",
    "type T = typeof import('../store/sqlite.ts')",
    "await import('../store/sqlite.ts')",
    'await import(`../store/sqlite.ts`)',
    "createRequire(import.meta.url); require('../store/sqlite.ts')",
  ])('find an import: %s', (text) => {
    const path = 'server/auth/verify-access-token.ts'
    expect(violationsIn(path, text)).toContain(`${path} must not import server/store/sqlite.ts`)
  })

  it.each([
    ["import { readFile } from 'fs'", ['server/core/caller.ts must not import node:fs']],
    ['await import(name)', ['server/core/caller.ts must not import a computed path: name']],
    ["// import 'fs'\nconst text = \"import 'fs'\"", []],
  ])('read the imports of the text %j', (text, expected) => {
    expect(violationsIn('server/core/caller.ts', text)).toEqual(expected)
  })

  it('require a line for every file', () => {
    const path = 'server/events/bus.ts'
    expect(violationsIn(path, '')).toEqual([`${path} has no line in the table of allowed imports`])
  })

  it('require that production installs the imported packages', () => {
    const tree = { 'server/http/app.ts': "import 'express'", 'client/index.ts': "import 'openapi-fetch'" }
    expect(violations({ ...tree, ...manifests })).toEqual([])
    const dev = JSON.stringify({ devDependencies: { express: '5', 'openapi-fetch': '0' } })
    expect(violations({ ...tree, 'package.json': dev, 'client/package.json': '{}' })).toEqual([
      'server/http/app.ts imports express, which is not in dependencies of package.json',
      'client/index.ts imports openapi-fetch, which is not in dependencies of client/package.json',
    ])
  })
})

describe('the rules for text', () => {
  it.each([
    'process.env.PORT',
    "process['env']",
    'globalThis.process.env',
    'const { env } = process',
    "import { env } from 'node:process'",
  ])('allow only entry files to read the environment: %s', (text) => {
    for (const path of ['server/main.ts', 'server/auth/print-token.ts']) expect(violationsIn(path, text)).toEqual([])
    for (const path of ['server/configuration/read-configuration.ts', 'client/token-provider.ts']) {
      expect(violationsIn(path, text)).toContain(`${path} must not read process.env`)
    }
  })

  it.each([
    'let x: any',
    'x as any',
    'type T = Record<string, any>',
    `x() // @${'ts-ignore'}`,
    `/* @${'ts-nocheck'} */`,
  ])('forbid to bypass the type checker: %j', (text) => {
    expect(violationsIn(anyFile, text)).toEqual([expect.stringMatching(`${anyFile} bypasses the type checker`)])
  })

  it('allow the word any in strings and comments', () => {
    expect(violationsIn(anyFile, "const anyone = 'as any' // : any")).toEqual([])
  })

  it('limit the length of a file', () => {
    expect(violationsIn(anyFile, '//\n'.repeat(300))).toEqual([])
    expect(violationsIn(anyFile, '//\n'.repeat(301))).toEqual([`${anyFile} has 301 lines, more than 300`])
  })

  const names = [
    'server/utils/x.ts',
    'test/test-helpers.ts',
    'client/requestManager.ts',
    'tools/common.js',
    'test/util.ts',
  ]
  it.each(names)('forbid a meaningless name: %s', (path) => {
    expect(violationsIn(path, '')).toContain(`${path} has a meaningless name`)
  })
})
