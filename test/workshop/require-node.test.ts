// On an old Node the type-stripped .ts files fail with a riddle: npm start and npm test say in one line what to do.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderWith } from './folder.ts'
import { type Ended, root, run } from './run.ts'

it('a Node that is too old is told in one line what to do', async () => {
  const { code, stdout, stderr } = await requireNode('>=99.0.0')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^.*Node 99\.0\.0.*make start.*\n$/)
  expect(stderr).toContain(process.versions.node)
})

it('a Node that is just new enough is let through without a word', async () => {
  expect(await requireNode(`>=${process.versions.node}`)).toEqual({ code: 0, stdout: '', stderr: '' })
})

it('versions are compared as numbers, not as text', async () => {
  expect(await requireNode('>=9.99.99')).toMatchObject({ code: 0 })
})

it('npm start and npm test ask before they do anything else', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  for (const name of ['start', 'test']) expect(scripts[name]).toMatch(/^node tools\/require-node\.mjs && /)
})

async function requireNode(node: string): Promise<Ended> {
  const folder = await folderWith('tools/require-node.mjs')
  await writeFile(join(folder, 'package.json'), JSON.stringify({ engines: { node } }))
  return run('node', ['tools/require-node.mjs'], folder)
}
