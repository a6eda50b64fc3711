// The Makefile lists its commands, and a signal to make reaches the command that it runs.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { cleanUp, newFolder, root, temporaryFolder } from './support/folder.ts'
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

it.concurrent.each([
  ['contract SEED=x', 'SEED=x is not a number. Use plain decimal digits.'],
  ['contract REQUESTS=1.5', 'REQUESTS=1.5 is not a number. Use plain decimal digits.'],
  ['parity SEED=-1', 'SEED=-1 is not a number. Use plain decimal digits.'],
  ['parity REQUESTS=0', 'REQUESTS=0 is too small. Use 1 or more.'],
  ['storm RUNS=x', 'RUNS=x is not a number. Use plain decimal digits.'],
  ['histories HISTORIES=x', 'HISTORIES=x is not a number. Use plain decimal digits.'],
  ['endurance REQUESTS=1', 'REQUESTS=1 is too small. Use 1000 or more.'],
  ['faults CONCURRENCY=x', 'CONCURRENCY=x is not a number. Use plain decimal digits.'],
  ['faults FAULT=nonsense', /^None of the \d+ faults has all of these words: nonsense$/],
  ['mutants CONCURRENCY=0', 'CONCURRENCY=0 is too small. Use 1 or more.'],
  ['mutants FILES=nonsense', 'FILES=nonsense matches no file.'],
  ['mutants CONTRACT=1 SAMPLE=x', 'SAMPLE=x is not a number. Use plain decimal digits.'],
  ['mutants CONTRACT=1 MUTANT=nonsense', /^None of the \d+ mutants has all of these words: nonsense$/],
  ['bench ROUNDS=0', 'ROUNDS=0 is too small. Use 1 or more.'],
  ['bench WORKLOAD=x', /^WORKLOAD=x is not the name of a workload. Use one of these: .*$/],
  ['bench RECORD=1 ROUNDS=2', /^RECORD=1 is for complete runs: .*$/],
  ['growth ENGINE=x', 'ENGINE=x is not the name of an engine. Use sqlite or postgresql.'],
  ['growth SIZES=1', /^SIZES=1 is not valid. Use multiples of 1000 .*$/],
  ['growth RECORD=1 ROUNDS=2', /^RECORD=1 is for complete runs: .*$/],
  ['generators GENERATOR=x', /^GENERATOR=x is not the name of a generator. Use one of these: .*$/],
] as const)('make %s prints one line and exits with 2', { timeout: 60_000 }, async (command, message) => {
  const args = ['-o', 'node_modules/.installed', ...command.split(' ')]
  const { code, stdout, stderr } = await run('make', args, { timeoutMs: 60_000 })
  const [line, ...others] = stderr.trimEnd().split('\n')
  expect(line).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
  expect({ code, stdout, others }).toEqual({
    code: 2,
    stdout: '',
    others: [expect.stringMatching(/^make: \*\*\* .* Error 2$/)],
  })
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
  // And the example app built.
  await mkdir(join(folder.path, 'dist/example'), { recursive: true })
  await writeFile(join(folder.path, 'dist/example/index.html'), '')
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

it('Ctrl-C in make test leaves nothing in the temporary folder', { timeout: 60_000 }, async () => {
  const TMPDIR = await newFolder()
  const args = ['-o', 'node_modules/.installed', 'test', 'ARGS=test/server/shutdown.test.ts']
  const make = start('make', args, { settings: { TMPDIR }, detached: true })
  const used = async () => (await readdir(TMPDIR, { recursive: true })).filter((path) => /run-.*plants-/.test(path))
  await expect.poll(used, { timeout: 50_000 }).not.toEqual([])
  make.kill('SIGINT')
  await make.ended
  await expect.poll(() => readdir(TMPDIR), { timeout: 10_000 }).toEqual([])
})
