import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, temporaryFolder } from '../../support/folder.ts'
import { run } from '../../support/process.ts'

// express-openapi-validator 5.6.2 by itself starts with a contract that it cannot use, and responds with 500 to everything.
it.each([
  ['another version of OpenAPI', '"openapi": "3.1.1"', '"openapi": "3.2.0"'],
  ['an operation without responses', '"responses": {', '"answers": {'],
  ['a parameter in an unknown place', '"in": "query"', '"in": "nowhere"'],
])('the service does not start with a contract with %s', async (_what, from, to) => {
  const parts = ['server', 'client', 'generated', 'data', 'openapi.yaml', 'package.json']
  await using folder = await temporaryFolder(...parts)
  await symlink(join(root, 'node_modules'), join(folder.path, 'node_modules'))
  const file = join(folder.path, 'generated/openapi.json')
  const contract = await readFile(file, 'utf8')
  expect(contract).toContain(from)
  await writeFile(file, contract.replace(from, to))
  const settings = { PORT: '0', DATA: join(folder.path, 'data-folder') }
  const ended = await run(process.execPath, ['server/main.ts'], { cwd: folder.path, settings })
  expect(ended).toMatchObject({ code: 1, stdout: '' })
})
