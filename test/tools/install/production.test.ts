// A production installation has the packages that the service needs, and no others.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../stack/test/support/folder.ts'
import { getOutput, start } from '../../../stack/test/support/process.ts'

it('npm ci --omit=dev installs a service that starts', async () => {
  const manifests = ['package.json', 'package-lock.json', '.npmrc']
  await using folder = await temporaryFolder(...manifests, 'client', 'data', 'generated', 'server', 'stack')
  const cwd = folder.path
  await getOutput('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd })
  const installed = await readdir(join(cwd, 'node_modules'))
  expect(installed).toContain('express')
  for (const name of ['msw', 'react', 'typescript', 'vitest']) expect(installed).not.toContain(name)

  const service = start('npm', ['start'], { cwd, settings: { PORT: '0', LOG_LEVEL: 'error' }, detached: true })
  const [, url = ''] = await service.printed(/listens on (\S+)\n/)
  for (const path of ['/docs', '/openapi.json']) expect((await fetch(url + path)).status).toBe(200)
  const token = await getOutput(process.execPath, ['server/main.ts', 'token'], { cwd })
  const plants = await fetch(`${url}/plants?limit=1`, { headers: { Authorization: `Bearer ${token.trim()}` } })
  expect([plants.status, await plants.json()]).toEqual([200, [expect.anything()]])
  await service.end()
})
