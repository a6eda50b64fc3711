// What may import what, and that the rules which say so catch whoever breaks them.
import { describe, expect, it } from 'vitest'
import { broken, importsOf, readHouse, type Tree } from './architecture/rules.ts'

const packages: Tree = {
  'package.json': JSON.stringify({ dependencies: { '@plant-collection/client': '', ajv: '', express: '', uuid: '' } }),
  'client/package.json': JSON.stringify({ dependencies: { 'openapi-fetch': '' }, peerDependencies: { react: '' } }),
}

describe('the house', () => {
  const house = readHouse()

  it('is read whole', () => {
    expect(Object.keys(house)).toEqual(
      expect.arrayContaining([
        'package.json',
        'client/package.json',
        'server/main.ts',
        'client/index.ts',
        'tools/generate.ts',
      ]),
    )
    expect(importsOf('server/main.ts', house['server/main.ts'] ?? '')).toContain('server/http/app.ts')
  })

  it('keeps to its arrows', () => {
    expect(broken(house)).toEqual([])
  })
})

describe('the arrows', () => {
  it.each([
    ['server/main.ts', "import './contract/body.ts'; import './store/sqlite.ts'; import 'uuid'"],
    ['server/core/plants/plant-handlers.ts', "import type { PlantStore } from './store/plant-store.ts'"],
    [
      'server/store/sqlite.ts',
      "import { DatabaseSync } from 'node:sqlite'; import './plant-store.ts'; import 'node:fs'",
    ],
    ['server/contract/body.ts', "import { authenticate } from '../auth/bearer.ts'; import x from 'ajv/dist/2020.js'"],
    ['server/core/plants/plant-store.ts', "import type { Plant } from '../../generated/api.d.ts'"],
    [
      'client/index.ts',
      "export type { Plant } from '../generated/api.d.ts'; import 'openapi-fetch'; import './link.ts'",
    ],
    ['client/react/index.ts', "import '../index.ts'; import { useMemo } from 'react'"],
    [
      'test/support/raw-http.ts',
      "import '../server/http/app.ts'; import 'node:sqlite'; import 'vitest'; import '../tools/generate.ts'",
    ],
    ['server/cursor.ts', "// import './store/sqlite.ts'\nconst text = \"import './store/sqlite.ts'\""],
  ])('let %s write: %s', (path, text) => {
    expect(broken({ ...packages, [path]: text })).toEqual([])
  })

  it.each([
    ['server/core/plants/plant-handlers.ts', "import express from 'express'", 'express'],
    ['server/core/plants/plant-handlers.ts', "import { DatabaseSync } from 'node:sqlite'", 'node:sqlite'],
    ['server/core/plants/plant-handlers.ts', "import { readFile } from 'fs'", 'node:fs'],
    [
      'server/core/plants/plant-handlers.ts',
      "import { openSqliteStore } from './store/sqlite.ts'",
      'server/store/sqlite.ts',
    ],
    [
      'server/contract/body.ts',
      "import type { PlantStore } from '../store/plant-store.ts'",
      'server/core/plants/plant-store.ts',
    ],
    ['server/contract/body.ts', "import { DatabaseSync } from 'node:sqlite'", 'node:sqlite'],
    ['server/store/sqlite.ts', "import '../contract/body.ts'", 'server/contract/body.ts'],
    [
      'server/auth/access-token.ts',
      "export { document } from '../contract/document.ts'",
      'server/contract/document.ts',
    ],
    ['server/auth/access-token.ts', "await import('../store/sqlite.ts')", 'server/store/sqlite.ts'],
    ['server/auth/access-token.ts', 'await import(`../store/sqlite.ts`)', 'server/store/sqlite.ts'],
    ['server/mock/mock.ts', "import '../server/core/plants/plant-store.ts'", 'server/core/plants/plant-store.ts'],
    ['server/mock/mock.ts', "type T = typeof import('./plants.ts')", 'server/core/plants/plant-handlers.ts'],
    ['server/http/app.ts', "import './main.ts'", 'server/main.ts'],
    ['test/support/raw-http.ts', "import '../../server/main.ts'", 'server/main.ts'],
    ['server/main.ts', "import './mock.ts'", 'server/mock/mock.ts'],
    ['server/main.ts', "import '../test/support/raw-http.ts'", 'test/support/raw-http.ts'],
    ['server/main.ts', "import '../tools/generate.ts'", 'tools/generate.ts'],
    ['server/main.ts', "import '../client/index.ts'", 'client/index.ts'],
    [
      'server/main.ts',
      "createRequire(import.meta.url); require('../test/support/raw-http.ts')",
      'test/support/raw-http.ts',
    ],
    ['client/index.ts', "import '../server/core/problem.ts'", 'server/core/problem.ts'],
    ['client/index.ts', "import '../test/support/raw-http.ts'", 'test/support/raw-http.ts'],
    ['client/index.ts', "import { Buffer } from 'node:buffer'", 'node:buffer'],
    ['client/index.ts', "import { z } from 'zod'", 'zod'],
    ['client/index.ts', "export * from './react/index.ts'", 'client/react/index.ts'],
    ['client/msw/index.ts', "import '../react/index.ts'", 'client/react/index.ts'],
    ['client/index.ts', "import { useMemo } from 'react'", 'react'],
    ['tools/generate.ts', "import '../server/http/app.ts'", 'server/http/app.ts'],
    ['server/contract/body.ts', 'await import(name)', 'what `name` says'],
  ])('do not let %s write: %s', (path, text, imported) => {
    expect(broken({ ...packages, [path]: text })).toContain(`${path} must not import ${imported}`)
  })

  it('have a line for every file', () => {
    expect(broken({ ...packages, 'server/events/bus.ts': '' })).toEqual([
      'server/events/bus.ts has no line in the table of arrows',
    ])
  })

  it('want a package of the server or the client among what production installs', () => {
    const tree = { 'server/http/app.ts': "import 'express'", 'client/index.ts': "import 'openapi-fetch'" }
    expect(broken({ ...tree, ...packages })).toEqual([])
    const dev = JSON.stringify({ devDependencies: { express: '5', 'openapi-fetch': '0' } })
    expect(broken({ ...tree, 'package.json': dev, 'client/package.json': '{}' })).toEqual([
      'server/http/app.ts imports express, which is not in dependencies of package.json',
      'client/index.ts imports openapi-fetch, which is not in dependencies of client/package.json',
    ])
  })

  it.each([
    'process.env.PORT',
    "process['env']",
    'globalThis.process.env',
    'const { env } = process',
    "import { env } from 'node:process'",
  ])('let only the process and its commands read the environment: %s', (text) => {
    expect(broken({ ...packages, 'server/main.ts': text, 'server/auth/print-token.ts': text })).toEqual([])
    expect(broken({ ...packages, 'server/configuration/configuration.ts': text })).toContain(
      'server/configuration/configuration.ts must not read process.env',
    )
    expect(broken({ ...packages, 'client/token.ts': text })).toContain('client/token.ts must not read process.env')
  })

  it.each([
    'let x: any',
    'x as any',
    'type T = Record<string, any>',
    `x() // @${'ts-ignore'}`,
    `/* @${'ts-nocheck'} */`,
  ])('let nobody escape from the types: %j', (text) => {
    expect(broken({ ...packages, 'test/support/raw-http.ts': text })).toEqual([
      expect.stringMatching('test/support/raw-http.ts escapes from the types'),
    ])
  })

  it('let a text and a comment speak of any', () => {
    expect(broken({ ...packages, 'test/support/raw-http.ts': "const anyone = 'as any' // : any" })).toEqual([])
  })

  it('keep files short', () => {
    const lines = (count: number) => ({ ...packages, 'test/support/raw-http.ts': '//\n'.repeat(count) })
    expect(broken(lines(300))).toEqual([])
    expect(broken(lines(301))).toEqual(['test/support/raw-http.ts has 301 lines, more than 300'])
  })

  it.each([
    'server/utils/text.ts',
    'test/test-helpers.ts',
    'client/requestManager.ts',
    'tools/common.js',
    'test/util.ts',
  ])('refuse a name that says nothing: %s', (path) => {
    expect(broken({ ...packages, [path]: '' })).toContain(`${path} has a name that says nothing`)
  })
})
