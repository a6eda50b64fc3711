// Every workflow of the docs works on a live service: `redocly respect` runs them, as a reader can.
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { run } from '../../stack/test/support/process.ts'
import { startService } from '../support/service.ts'

const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))

it('every workflow passes all its steps and leaves no plant behind', async () => {
  await using service = await startService()
  const args = ['respect', 'docs/workflows.arazzo.yaml', '--server', `service=${service.url}`]
  // As a variable, the token does not appear in the list of processes.
  const input = `token=${await service.token()},key=${crypto.randomUUID()}`
  const settings = { REDOCLY_TELEMETRY: 'off', REDOCLY_CLI_RESPECT_INPUT: input }
  const { code, stdout, stderr } = await run(process.execPath, [cli, ...args], { env: settings })
  expect(code, stdout + stderr).toBe(0)
  expect(await (await service.request('/plants')).json()).toEqual([])
  expect(service.internalErrors).toEqual([])
})
