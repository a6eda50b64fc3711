import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// express-openapi-validator 5.6.2 by itself starts with a contract it cannot use, and answers every request with 500.
describe('a contract that cannot be used', () => {
  let copy: string
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'plants-'))
    for (const part of ['server', 'client', 'generated', 'data', 'openapi.yaml', 'package.json']) {
      await cp(part, join(copy, part), { recursive: true })
    }
    await symlink(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  })
  afterAll(() => rm(copy, { recursive: true }))

  it.each([
    ['is of another version of OpenAPI', '"openapi": "3.1.1"', '"openapi": "3.2.0"'],
    ['has an operation without responses', '"responses": {', '"answers": {'],
    ['has a parameter that is nowhere', '"in": "query"', '"in": "nowhere"'],
  ])('stops the start when it %s', async (_what, from, to) => {
    const file = join(copy, 'generated/openapi.json')
    const contract = await readFile('generated/openapi.json', 'utf8')
    expect(contract).toContain(from)
    await writeFile(file, contract.replace(from, to))
    const env = { ...process.env, PORT: '0', DATA: join(copy, 'data-folder') }
    const start = promisify(execFile)(process.execPath, ['server/main.ts'], { cwd: copy, env, timeout: 10_000 })
    const { code, killed, stdout } = await start.then(
      () => ({ code: 0, killed: false, stdout: '' }),
      (error) => error,
    )
    expect({ code, killed, stdout }).toEqual({ code: 1, killed: false, stdout: '' })
  })
})
