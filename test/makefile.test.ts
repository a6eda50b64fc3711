// The Makefile lists its commands, and a signal to make reaches the command that it runs.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { cleanUp, root, temporaryFolder } from './support/folder.ts'
import { run, start } from './support/process.ts'

afterAll(cleanUp)

it('make lists every command, with at most eight words of help', async () => {
  const makefile = await readFile(join(root, 'Makefile'), 'utf8')
  const commands = /^\.PHONY: (.*)$/m.exec(makefile)?.[1]?.split(' ') ?? []
  expect(commands.length).toBeGreaterThan(5)
  const { code, stdout, stderr } = await run('make', [])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const lines = [...stdout.matchAll(/^ {2}make (\S+) +(\S+(?: \S+)*)/gm)]
  expect(lines.map(([, command]) => command)).toEqual(commands)
  expect(lines.filter(([, , help = '']) => help.split(' ').length > 8)).toEqual([])
})

it.each([
  ['SIGTERM to make', 'SIGTERM', 1],
  ['Ctrl-C, which the terminal sends to the process group,', 'SIGINT', -1],
] as const)('%s lets the service shut down', { timeout: 10_000 }, async (_, signal, sign) => {
  // make must find everything installed.
  const stamps = ['package-lock.json', 'client/package.json', 'tools/install/node/package-lock.json']
  await using folder = await temporaryFolder('Makefile', ...stamps)
  for (const name of ['node_modules', 'server']) await mkdir(join(folder.path, name))
  await writeFile(join(folder.path, 'node_modules/.installed'), '')
  await writeFile(
    join(folder.path, 'server/main.ts'),
    `process.on('${signal}', () => { console.log('stopping'); process.exit() })
     setTimeout(() => {}, 9000)
     console.log('port ' + process.env.PORT)`,
  )
  const make = start('make', ['start', 'PORT=1234'], { cwd: folder.path, detached: true })
  await make.printed(/port/)
  process.kill(sign * make.pid, signal)
  expect((await make.ended).stdout).toBe('port 1234\nstopping\n')
})
