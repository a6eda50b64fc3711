// make is the front door for people: it says what it can do, and what ends make ends what it started.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderWith } from './folder.ts'
import { root, run, withoutMake } from './run.ts'

it('make alone lists every command', async () => {
  const makefile = await readFile(join(root, 'Makefile'), 'utf8')
  const commands = /^\.PHONY: (.*)$/m.exec(makefile)?.[1]?.split(' ') ?? []
  expect(commands.length).toBeGreaterThan(5)

  const { code, stdout, stderr } = await run('make', [])

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect([...stdout.matchAll(/^ {2}make (\S+) +\S/gm)].map(([, command]) => command)).toEqual(commands)
})

it.each([
  ['SIGTERM to make', 'SIGTERM', (make: number) => make],
  ['Ctrl-C, which the terminal sends to all of the group,', 'SIGINT', (make: number) => -make],
] as const)('%s stops the service in its own way', { timeout: 10_000 }, async (_, signal, target) => {
  const folder = await installedFolder()
  await mkdir(join(folder, 'server'))
  await writeFile(
    join(folder, 'server/main.ts'),
    `process.on('${signal}', () => { console.log('stopping'); process.exit() })
     setTimeout(() => {}, 9000)
     console.log('port ' + process.env.PORT)`,
  )
  const make = spawn('make', ['start', 'PORT=1234'], { cwd: folder, env: withoutMake(), detached: true })
  const printed: string[] = []
  make.stdout.on('data', (data) => printed.push(String(data)))

  await once(make.stdout, 'data')
  process.kill(target(make.pid ?? 0), signal)
  await once(make, 'close')

  expect(printed.join('')).toBe('port 1234\nstopping\n')
})

// Where make finds everything installed already.
async function installedFolder(): Promise<string> {
  const folder = await folderWith(
    'Makefile',
    'package-lock.json',
    'client/package.json',
    'tools/node/package-lock.json',
  )
  await mkdir(join(folder, 'node_modules'))
  await writeFile(join(folder, 'node_modules/.installed'), '')
  return folder
}
