// The Makefile passes variables unchanged, and a signal to make reaches the command that it runs.
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../stack/test/support/folder.ts'
import { run, start } from '../stack/test/support/process.ts'

/** Creates a folder with the Makefile, in which everything seems to be installed and built. */
async function folderWithMake() {
  const stamps = ['package-lock.json', 'client/package.json', 'stack/package.json', 'stack/install/package-lock.json']
  const folder = await temporaryFolder('Makefile', ...stamps)
  await mkdir(join(folder.path, 'node_modules/.bin'), { recursive: true })
  await writeFile(join(folder.path, 'node_modules/.installed'), '')
  await mkdir(join(folder.path, 'dist/example'), { recursive: true })
  await writeFile(join(folder.path, 'dist/example/index.html'), '')
  return folder
}

describe.concurrent('make export', () => {
  const names = ['FILE', 'URL', 'TOKEN']
  const hostile = `';touch pwned;' "&&touch pwned" ;touch pwned`
  const expanded = '$(shell touch pwned) `touch pwned` pa$word$$'

  async function runMake(how: 'as an argument' | 'in the environment', value: string) {
    await using folder = await folderWithMake()
    await writeFile(join(folder.path, 'node_modules/.bin/node'), '#!/bin/sh\nexec env\n', { mode: 0o755 })
    const isArgument = how === 'as an argument'
    const args = isArgument ? names.map((name) => `${name}=${value}`) : []
    const settings = isArgument ? {} : Object.fromEntries(names.map((name) => [name, value]))
    const ended = await run('make', ['export', ...args], { cwd: folder.path, env: settings })
    expect(existsSync(join(folder.path, 'pwned'))).toBe(false)
    return ended
  }

  it.each([
    ['as an argument', hostile],
    ['in the environment', hostile + expanded],
  ] as const)('passes a variable unchanged to its program: %s', async (how, value) => {
    const { code, stdout, stderr } = await runMake(how, value)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(names.map((name) => `${name}=${value}`)))
  })

  it('refuses an argument that make would change', async () => {
    const { code, stdout, stderr } = await runMake('as an argument', expanded)
    const message =
      /^Makefile:\d+: \*\*\* (\w+) contains \$, which make would replace\. Set it in the environment: \1='\.\.\.' make ([\w-]+)\. {2}Stop\.\n$/
    const [, name, target] = message.exec(stderr) ?? []
    expect({ code, stdout, named: target }).toEqual({ code: 2, stdout: '', named: 'export' })
    expect(names).toContain(name)
  })
})

it('make says what to do instead of a removed command', async () => {
  const { code, stderr } = await run('make', ['storm'])
  expect({ code, line: stderr.split('\n')[0] }).toEqual({
    code: 2,
    line: 'The command storm was removed. make restarts has 200 runs of it.',
  })
})

it.each([
  ['SIGTERM to make', 'SIGTERM', 1],
  ['Ctrl-C, which the terminal sends to the process group,', 'SIGINT', -1],
] as const)('%s lets the service shut down', async (_, signal, sign) => {
  await using folder = await folderWithMake()
  await mkdir(join(folder.path, 'server'))
  await writeFile(
    join(folder.path, 'server/main.ts'),
    `process.on('${signal}', () => { console.log('stopping'); process.exit() })
     setTimeout(() => {}, 9000)
     console.log('port ' + process.env.PORT)`,
  )
  const make = start('make', ['start', 'PORT=1234'], { cwd: folder.path, detached: true })
  await make.waitForOutput(/port/)
  process.kill(sign * make.pid, signal)
  expect((await make.ended).stdout).toBe('port 1234\nstopping\n')
})
