// Another contract (openapi.yaml): the service, the stateful mock, the handlers for Mock Service Worker and the contract tester
// need no code but what is generated, and nothing of plants.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../../../test/support/folder.ts'
import { run, start } from '../../../test/support/process.ts'
import { startService } from '../../../test/support/service.ts'
import { contract } from '../../../test/support/tested-contract.ts'
import { waitMs } from '../../../test/support/wait.ts'
import { readContract } from '../../tester/contract/tested-contract.ts'
import { formatFailures } from '../../tester/report.ts'
import { runSuite } from '../../tester/suite.ts'
import { copyWithSecondContract, withService } from './second-project.ts'

let folder: string

beforeAll(async () => {
  folder = await copyWithSecondContract()
})
afterAll(cleanUp)

async function expectSuccess(command: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(command, args, { cwd: folder })
  expect(code, stdout + stderr).toBe(0)
  return stdout
}

describe('another contract', () => {
  it('compiles without anything about plants', async () => {
    const folders = ['core', 'store', 'http', 'auth', 'configuration', 'monitoring', 'operations', '*.ts']
    const include = ['generated', 'stack/tester', ...folders.map((name) => `server/${name}`)]
    await writeFile(join(folder, 'tsconfig.any.json'), JSON.stringify({ extends: './tsconfig.json', include }))
    await expectSuccess('tsc', '-p', 'tsconfig.any.json')
  })

  it('is kept by the service over both databases and by the stateful mock, with the same responses, and by the handlers', async () => {
    // The mock without state needs examples.
    const targets = 'the (service|mock with state)|^keep the contract'
    const stdout = await expectSuccess('vitest', 'run', 'lab/contract', '-t', targets)
    expect(stdout).toMatch(/4 passed/)
  })

  it('is tested beside another contract in one process', async () => {
    const rooms = await readContract(join(folder, 'generated/openapi.yaml'))
    await using plants = await startService()
    const options = { mayWrite: true, isMock: false, timeoutMs: waitMs }
    const suite = { seed: 20251120, perFamily: 2, sequences: 1, skip: [] }
    await withService(folder, { RATE_LIMIT_PER_MINUTE: '0' }, async (url, token) => {
      const results = await Promise.all([
        runSuite({ ...options, contract: rooms, url, tokens: { token } }, suite),
        runSuite({ ...options, contract, url: plants.url, tokens: { token: await plants.token() } }, suite),
      ])
      expect(results.map((result) => formatFailures(result))).toEqual(['', ''])
      const ran = results.map(({ cases }) => new Set(cases.map(({ name }) => name)))
      expect(ran.map((names) => [names.has('filters: /rooms'), names.has('filters: /plants')])).toEqual([
        [true, false],
        [false, true],
      ])
      const wrong = runSuite({ ...options, contract, url, tokens: { token } }, suite)
      await expect(wrong).rejects.toThrow(`${url} has no /plants (404).`)
    })
  })

  it('has a mock with state that starts with the rows of a file', async () => {
    const SEED = join(folder, 'rooms.csv')
    await writeFile(SEED, 'name,seats,isOpen,closedOn,label\n7,12.5,false,2026-01-31,L\nHall,,,,\n')
    const mock = start('node', ['server/mock.ts'], { cwd: folder, settings: { PORT: '0', SEED } })
    const [, url = ''] = await mock.printed(/listens on (\S+)\n/)
    const response = await fetch(`${url}/rooms`, { headers: { Authorization: 'Bearer any' } })
    const rooms = [
      { name: '7', seats: 12.5, isOpen: false, closedOn: '2026-01-31', label: 'L' },
      { name: 'Hall', seats: 0.5, isOpen: true, closedOn: null, label: '' },
    ]
    expect(await response.json()).toMatchObject(rooms)
    expect(await mock.end()).toMatchObject({ code: 0, stderr: '' })
  })

  // What the service knows about a property is in one file. A place that forgets the property is such a fault.
  it.each([
    ['a creation forgets it', '"default":0.5,"create":true', '"default":0.5', 'key with other fields: /rooms'],
    ['its default is lost', '"default":0.5,', '', 'creations without some properties: /rooms'],
    ['a filter forgets it', '["kind","isOpen","level"]', '["kind","level"]', 'filters: /rooms'],
    ['a change does not set its time', '{"role":"updated"}', '{"role":"created"}', 'times: /rooms'],
  ])('is not kept if %s', async (_, known, faulty, rule) => {
    const file = join(folder, 'generated/resources.ts')
    const text = await readFile(file, 'utf8')
    expect(text).toContain(known)
    await writeFile(file, text.replace(known, faulty))
    const service = start('node', ['server/main.ts'], { cwd: folder, settings: { PORT: '0', DATA: folder } })
    const [, URL = ''] = await service.printed(/listens on (\S+)\n/)
    const { stdout: TOKEN } = await run('node', ['server/main.ts', 'token'], {
      cwd: folder,
      settings: { DATA: folder },
    })
    const settings = { CONTRACT: 'generated/openapi.yaml', URL, TOKEN: TOKEN.trim(), WRITE: '1', ONLY: rule }
    const { code, stdout } = await run('node', ['stack/command.ts', 'test'], { cwd: folder, settings })
    await service.end()
    await writeFile(file, text)
    expect([code, stdout]).toEqual([1, expect.stringContaining(`✗ ${rule}`)])
  })
})
