import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, temporaryFolder } from '../../support/folder.ts'
import { run } from '../../support/process.ts'

// express-openapi-validator 5.6.2 itself starts with a contract that it cannot use, and responds 500 to every request.
it.each([
  ['has another version of OpenAPI', '"openapi": "3.1.1"', '"openapi": "3.2.0"'],
  ['has an operation without responses', '"responses": {', '"answers": {'],
  ['has a parameter in an unknown place', '"in": "query"', '"in": "nowhere"'],
])('the service does not start if its contract %s', async (_what, from, to) => {
  await using copy = await temporaryFolder('server', 'generated', 'data', 'openapi.yaml', 'package.json')
  await symlink(join(root, 'node_modules'), join(copy.path, 'node_modules'))
  const file = join(copy.path, 'generated/openapi.json')
  const contract = await readFile(file, 'utf8')
  expect(contract).toContain(from)
  await writeFile(file, contract.replace(from, to))
  const settings = { PORT: '0', DATA: join(copy.path, 'data-folder') }
  const ended = await run(process.execPath, ['server/main.ts'], { cwd: copy.path, settings })
  expect(ended).toMatchObject({ code: 1, stdout: '' })
})
