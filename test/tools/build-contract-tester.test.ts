// The package of the contract tester runs in an empty folder, without this repository.
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { product } from '../../generated/product.ts'
import { buildContractTester } from '../../stack/package/build-programs.ts'
import { findLowestNode } from '../../stack/test/support/lowest-node.ts'
import { getOutput, run } from '../../stack/test/support/process.ts'
import { startService } from '../support/service.ts'

it('the packed package tests a service, on the lowest Node that it supports', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'contract-package-'))
  const built = join(folder.path, 'built')
  const cwd = join(folder.path, 'project')
  await buildContractTester(product, built)
  await getOutput('mkdir', [cwd])
  await writeFile(join(cwd, 'package.json'), '{}')
  const pack = ['pack', built, '--pack-destination', folder.path, '--json', '--loglevel=error']
  const [{ filename }] = JSON.parse(await getOutput('npm', pack))
  const install = ['install', '--offline', '--no-audit', '--no-fund', join(folder.path, filename)]
  await getOutput('npm', install, { cwd })
  await using service = await startService()
  const target = ['--url', service.url, '--token', await service.token()]
  const flags = [...target, '--write', '--only', 'each value', '--requests', '1']
  const command = join(cwd, 'node_modules/.bin/plant-collection-contract')
  const { code, stdout } = await run(await findLowestNode(), [command, ...flags], { cwd })
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('0 failed') })
  expect(await getOutput(command, ['--help'], { cwd })).toContain('--other-token TOKEN')

  const manifest = join(cwd, 'node_modules/plant-collection-contract/package.json')
  const text = await readFile(manifest, 'utf8')
  await writeFile(manifest, JSON.stringify({ ...JSON.parse(text), engines: { node: '>=99.1.0' } }))
  const old = await run(command, flags, { cwd })
  expect({ code: old.code, stdout: old.stdout }).toEqual({ code: 2, stdout: '' })
  expect(old.stderr).toMatch(/^plant-collection-contract needs Node 99\.1\.0 or newer, but this is Node .*\n$/)
})
