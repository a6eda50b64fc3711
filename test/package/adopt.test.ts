// docs/your-own-api.md, followed word for word: a new repository on the packed stack, in a shell that has the Node of the machine.
import { existsSync, globSync } from 'node:fs'
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import stack from '../../stack/package.json' with { type: 'json' }
import { newFolder, root } from '../../stack/test/support/folder.ts'
import { commandPath, getOutput, run, type Settings, start } from '../../stack/test/support/process.ts'
import { copyProject } from '../support/copy-project.ts'
import { consumerTool } from './project.ts'

const page = await readFile(join(root, 'docs/your-own-api.md'), 'utf8')
const [adopt = '', npx = ''] = getCommands('Adopt a contract')
const runCommands = getCommands('Run it')
const blocks = [...page.matchAll(/```(?:ts|yaml)\n([\s\S]*?)```/g)]
const [contract = '', handler = '', client = ''] = blocks.map(([, text]) => text)

/** Returns the lines of the commands in a section. */
function getCommands(section: string): string[] {
  const [text = ''] = page.split(`\n## ${section}\n`)[1]?.split('\n## ') ?? []
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'))
}

/** Copy of this project. The new repository is beside it. */
let clone: string
let repository: string
let url: string

// A newcomer's shell has nothing of this project.
const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
const shell = { PATH: folders.join(delimiter), npm_config_prefer_offline: 'true', LOG_LEVEL: 'error' }

beforeAll(async () => {
  clone = await copyProject()
  repository = join(clone, '../notes')
  await writeFile(join(clone, 'notes.yaml'), contract)
  await paste(adopt, clone)
})

/** Runs a line in a shell. @returns What it prints. */
async function paste(line: string, cwd = repository, settings: Settings = {}): Promise<string> {
  // The machine may have no curl.
  const PATH = line.startsWith('curl') || line.startsWith('npx') ? commandPath : shell.PATH
  const command = ['-c', line.replaceAll('http://127.0.0.1:3000', url)]
  return getOutput('sh', command, { cwd, env: { ...shell, PATH, ...settings }, timeoutMs: 600_000 })
}

/** Runs the server that a line starts, on a free port. @returns A function that ends it. */
async function serve(line: string, settings: Settings = {}, cwd = repository): Promise<() => Promise<unknown>> {
  const free = line.replace(/PORT=\d+/, '')
  const options = { cwd, env: { ...shell, PORT: '0', ...settings }, detached: true }
  const child = start('sh', ['-c', `exec ${free}`], options)
  url = (await child.waitForOutput(/listening on (\S+)\n/))[1] ?? ''
  return () => child.end()
}

const tarball = `contract-stack-${stack.version}.tgz`

it('make adopt writes the names of the contract to the files of operations/', async () => {
  const files = globSync(join(repository, 'operations/*'))
  const text = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
  for (const name of ['notes-data', 'job="notes"', 'NotesDown', 'notes_store_ready', 'Description=Notes'])
    expect(text).toContain(name)
  expect(text).not.toMatch(/plant|\{\{\w|docs\//i)
})

const brokenContract = contract.replace('schemas/NoteDraft', 'schemas/Nothing')
const referenceError = /\bnotes\.yaml:\d+ nothing found at #\/components\/schemas\/Nothing/

it('npx runs the packed stack without a clone, and adopt refuses a contract before it writes anything', async () => {
  // npx resolves a path from the root of the project around the current folder.
  const emptyFolder = join(await newFolder(), 'place')
  await mkdir(emptyFolder)
  await cp(join(repository, tarball), join(emptyFolder, tarball))
  await writeFile(join(emptyFolder, 'notes.yaml'), brokenContract)
  await expect(paste(npx, emptyFolder)).rejects.toThrow(referenceError)
  expect(existsSync(join(emptyFolder, '../notes'))).toBe(false)
})

it.each([
  ['a folder that is not empty', 'notes.yaml', '.', /is not empty/],
  [
    'a file outside of the folder of the contract',
    'sub/outside.yaml',
    'new',
    /:\d+ A contract refers to files below its folder only: copy notes\.yaml there/,
  ],
])('adopt refuses %s, and writes nothing', async (_, file, folder, message) => {
  await mkdir(join(clone, 'sub'), { recursive: true })
  const outside = contract.replace("'#/components/schemas/NoteDraft'", "'../notes.yaml#/components/schemas/NoteDraft'")
  await writeFile(join(clone, 'sub/outside.yaml'), outside)
  const before = globSync('*', { cwd: clone })
  const ended = await run('node', ['dist/stack/bin/command.js', 'adopt', file, folder], { cwd: clone })
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(message) })
  expect(globSync('*', { cwd: clone })).toEqual(before)
})

it('the service, the checks, the tests and the mock run at once', async () => {
  const [enter, startCommand = '', create = '', list = '', check = '', test = '', mock = ''] = runCommands
  expect(enter).toBe('cd ../notes')
  const endService = await serve(startCommand)
  const [created, listed] = [JSON.parse(await paste(create)), JSON.parse(await paste(list))]
  expect(created).toMatchObject({ text: 'Water the fern' })
  expect(listed).toEqual([created])
  expect((await fetch(`${url}/`, { redirect: 'manual' })).headers.get('Location')).toMatch(/docs$/)
  await endService()
  await paste(check)
  // Few requests are enough: other tests send all of them to other services.
  const tested = await paste(test, repository, { REQUESTS: '1', SEQUENCES: '1' })
  expect(tested.match(/ 0 failed/g)).toHaveLength(2)
  const endMock = await serve(mock)
  expect((await fetch(`${url}/notes`, { headers: { Authorization: 'Bearer any' } })).status).toBe(200)
  await endMock()
})

// stack/test/generate/bindings.test.ts has the hooks.
it('a handler responds to curl and to the client', async () => {
  await writeFile(join(repository, 'server/handlers/count-notes.ts'), handler)
  await writeFile(join(repository, 'client.ts'), client)
  const [count = ''] = getCommands('Write a handler')
  const [call = ''] = getCommands('Client')
  const end = await serve('make start')
  expect(await paste(count)).toBe('{"count":1}')
  expect(await paste(call)).toBe('Water the fern,Feed the cat\n')
  await end()
  // As strict as possible, and with a newer compiler: the declarations of the package are under test too.
  const tsc = await consumerTool('typescript7/bin/tsc')
  await getOutput('node', [tsc, '--skipLibCheck', 'false'], { cwd: repository })
})

it('the Dockerfile builds the service from the files that it copies, and the service needs no packages', async () => {
  const text = await readFile(join(repository, 'operations/Dockerfile'), 'utf8')
  const [, , stage = ''] = text.split(/^FROM .*$/m)
  const patterns = [...stage.matchAll(/^COPY (.*) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '))
  const folder = await newFolder()
  const copied = globSync(patterns, { cwd: repository })
  for (const file of copied) await cp(join(repository, file), join(folder, file), { recursive: true })
  // Instead of `npm ci`.
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
  const [, build = ''] = /^RUN (npx .*)$/m.exec(stage) ?? []
  await getOutput('sh', ['-c', build], { cwd: folder })
  // The command of the page runs the Node of this folder.
  await rm(join(folder, 'node_modules'))
  await mkdir(join(folder, 'node_modules'))
  await symlink(join(repository, 'node_modules/.bin'), join(folder, 'node_modules/.bin'))
  const [, startCommand = ''] = getCommands('Deploy')
  const end = await serve(startCommand, { DATA: join(repository, '.data') }, folder)
  expect(await paste(getCommands('Write a handler')[0] ?? '')).toBe('{"count":2}')
  await end()
})

it('one command installs a newer stack', async () => {
  const newer = join(clone, 'newer')
  await cp(join(clone, 'dist/stack'), newer, { recursive: true })
  const change = async (file: string, from: string, to: string) => {
    const text = await readFile(join(newer, file), 'utf8')
    const changed = text.replace(from, to)
    expect(changed).not.toBe(text)
    await writeFile(join(newer, file), changed)
  }
  await change('package.json', `"version": "${stack.version}"`, '"version": "2.0.0"')
  await change('contract/complete/common.yaml', 'title: Not implemented', 'title: Not written yet')
  await getOutput('npm', ['pack', newer, '--pack-destination', join(repository, '..')], { cwd: clone })
  const [upgrade = ''] = getCommands('A newer stack')
  await paste(upgrade)
  expect(globSync('*.tgz', { cwd: repository })).toEqual(['contract-stack-2.0.0.tgz'])
  expect(await readFile(join(repository, 'generated/openapi.yaml'), 'utf8')).toContain('Not written yet')
})
