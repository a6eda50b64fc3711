import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { cleanUp, newFolder, root } from '../../support/folder.ts'
import { start } from '../../support/process.ts'

afterAll(cleanUp)

/** A copy of the mock whose own node_modules is empty. The packages are one folder above it. */
async function copyOfMock(): Promise<string> {
  const folder = await newFolder()
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const cwd = join(folder, 'project')
  for (const name of ['server', 'client', 'generated', 'package.json']) {
    await cp(join(root, name), join(cwd, name), { recursive: true })
  }
  await mkdir(join(cwd, 'node_modules'))
  return cwd
}

async function startAndStop(cwd: string): Promise<void> {
  const mock = start('node', ['server/mock/main.ts'], { cwd, settings: { PORT: '0' } })
  const [, url = ''] = await mock.printed(/listens on (\S+)\n/)
  expect((await fetch(`${url}/plants`, { headers: { Authorization: 'Bearer any' } })).status).toBe(200)
  expect(await mock.end()).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Error') })
}

it('the mock starts where it cannot keep them', async () => {
  const cwd = await copyOfMock()
  // A file, because the superuser may write to every folder.
  await writeFile(join(cwd, 'node_modules/.cache'), '')
  await startAndStop(cwd)
})
