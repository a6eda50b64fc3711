// The built service does what the source does, with nothing installed beside it.
import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getCallers } from '../../../lab/implementations.ts'
import { cleanUp, newFolder, onCleanUp, root, temporaryFolder } from '../../../stack/test/support/folder.ts'
import { getOutput, start } from '../../../stack/test/support/process.ts'
import { waitMs } from '../../../stack/test/support/wait.ts'
import { formatFailures } from '../../../stack/tester/report.ts'
import { runSuite } from '../../../stack/tester/suite.ts'
import { contract } from '../../support/tested-contract.ts'

afterAll(cleanUp)
let cwd: string

beforeAll(async () => {
  const sources = ['server', 'client', 'stack', 'tools/build']
  const folder = await temporaryFolder('data', 'generated', 'package.json', ...sources)
  onCleanUp(() => folder.remove())
  cwd = folder.path
  await symlink(join(root, 'node_modules'), join(cwd, 'node_modules'))
  expect(await getOutput('node', ['tools/build/main.ts'], { cwd })).toBe('dist/service.cjs\ndist/example/\n')
  for (const name of ['node_modules', 'package.json', ...sources]) await rm(join(cwd, name), { recursive: true })
})

it('keeps the contract, serves the pages, and stops on a signal', async () => {
  const data = await newFolder()
  const settings = { PORT: '0', OPS_PORT: '0', DATA: data, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'info' }
  const service = start('node', ['dist/service.cjs'], { cwd, settings })
  const [, monitoring = ''] = await service.printed(/metrics are at (\S+)\n/)
  const [, url = ''] = await service.printed(/listens on (\S+)\n/)
  const paths = ['/', '/docs', '/openapi.json', '/openapi-3.0.json', '/openapi.yaml', '/problems', '/favicon.ico']
  for (const path of paths) expect((await fetch(url + path)).status).toBe(200)
  const tokens = await (await getCallers(data))()
  const target = { contract, url, tokens, timeoutMs: waitMs, mayWrite: true, isMock: false }
  expect(formatFailures(await runSuite(target, { seed: 20251120, perFamily: 1, sequences: 1, skip: [] }))).toBe('')
  expect(await (await fetch(`${monitoring}/metrics`)).text()).toContain('plants_http_responses_total')
  const { code, stderr } = await service.end()
  expect(code).toBe(0)
  expect(stderr).toContain('"operationId":"listPlants"')
  expect(stderr).not.toContain('Warning')
})
