// An old Node fails on TypeScript with a message that does not help. npm start and npm test check the version first.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../stack/test/support/folder.ts'
import { run } from '../../../stack/test/support/process.ts'

const current = process.versions.node

it.each([
  ['99.0.0', 1, new RegExp(`^This project needs Node 99\\.0\\.0 .* this is Node ${current}\\. .*make start.*\n$`)],
  // Lower only if versions are compared as numbers.
  ['9.99.99', 0, /^$/],
])('require-node checks for Node %s and exits with %i', async (required, code, stderr) => {
  await using folder = await temporaryFolder('stack/install/require-node.mjs')
  await writeFile(join(folder.path, 'stack/package.json'), JSON.stringify({ engines: { node: `>=${required}` } }))
  const ended = await run('node', ['stack/install/require-node.mjs'], { cwd: folder.path })
  expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(stderr) })
})
