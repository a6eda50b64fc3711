// The package of the contract tester runs in an empty folder, without this repository.
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildContractTester } from '../../../tools/package/build-contract-tester.ts'
import { startIndependentServer, tokens } from '../../proof/conformance/independent-server.ts'
import { root } from '../../support/folder.ts'
import { outputOf, run } from '../../support/process.ts'

it('the packed package tests a service', { timeout: 120_000 }, async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'contract-package-'))
  const built = join(folder.path, 'built')
  const cwd = join(folder.path, 'project')
  await buildContractTester(root, built)
  await outputOf('mkdir', [cwd])
  await writeFile(join(cwd, 'package.json'), '{}')
  const pack = ['pack', built, '--pack-destination', folder.path, '--json', '--loglevel=error']
  const [{ filename }] = JSON.parse(await outputOf('npm', pack, { timeoutMs: 60_000 }))
  const install = ['install', '--offline', '--no-audit', '--no-fund', join(folder.path, filename)]
  await outputOf('npm', install, { cwd, timeoutMs: 60_000 })
  await using server = await startIndependentServer()
  const flags = [
    '--url',
    server.url,
    '--token',
    tokens.token ?? '',
    '--write',
    '--only',
    'tag filter',
    '--requests',
    '1',
  ]
  const command = join(cwd, 'node_modules/.bin/plant-collection-contract')
  const { code, stdout } = await run(command, flags, { cwd, timeoutMs: 60_000 })
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('0 failed') })
  expect(await outputOf(command, ['--help'], { cwd, timeoutMs: 30_000 })).toContain('--other-token TOKEN')
})
