// The client, the query options and the hooks in generated/, by the packages that a product depends on.
import { globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { generateForTest, newProduct } from '../support/product.ts'
import { findTypeErrors } from '../support/type-errors.ts'

it('generates query options and hooks for the packages in package.json, which compile without a collection', async () => {
  const folder = await newProduct(`openapi: 3.1.1
info: { title: Bells, version: 1.0.0 }
paths: { /ring: { post: { operationId: ring, responses: { '204': { description: Rung. } } } } }
`)
  for (const [manifest, folders] of [
    [{ peerDependencies: { '@tanstack/react-query': '5' } }, ['query', 'react']],
    [{ devDependencies: { '@tanstack/query-core': '5' } }, ['query']],
    [{ dependencies: { '@tanstack/solid-query': '5', '@tanstack/eslint-plugin-query': '5' } }, ['query']],
    [{ dependencies: { react: '19' } }, []],
  ] as const) {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', ...manifest }))
    await generateForTest(folder)
    const generatedFolders = globSync('*/*', { cwd: join(folder, 'generated') }).map((path) => dirname(path))
    expect([...new Set(generatedFolders)].toSorted()).toEqual(folders)
    expect(findTypeErrors(folder, ['generated'])).toBe('')
  }
})
