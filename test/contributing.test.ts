// Follows the tutorial "Add an operation" in CONTRIBUTING.md word by word in a copy of the project, and then releases the
// result. Each step must have the result that the text describes, and no other change may be necessary.
import { copyFile, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyProject } from './support/copy-project.ts'
import { cleanUp, root } from './support/folder.ts'
import { run } from './support/process.ts'
import { applyHunk, type ExpectedError, readTutorial, type Step } from './support/tutorial.ts'

const timeout = 300_000
const guide = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8')
const chapter = /\n## Add an operation\n([\s\S]*?)\n## /.exec(guide)?.[1] ?? ''
const steps = readTutorial(chapter)

let folder: string
/** The project before the first step. */
let original: Map<string, string>
let contract: string
beforeAll(async () => {
  folder = await copyProject()
  original = await readTexts()
  contract = await readFile(join(folder, 'generated/openapi.yaml'), 'utf8')
})
afterAll(cleanUp)

describe('the tutorial', { timeout }, () => {
  it('is read completely', () => {
    const kinds = steps.map(({ kind }) => kind)
    const count = (pattern: RegExp) => kinds.filter((kind) => pattern.test(kind)).length
    expect(count(/change/)).toBeGreaterThan(5)
    expect(count(/compiler/)).toBeGreaterThan(2)
    expect(kinds.slice(0, 3)).toEqual(['change', 'generate', 'compiler'])
    expect(kinds.slice(-3)).toEqual(['new file', 'compiler', 'test'])
    expect(steps.at(-2)).toEqual({ kind: 'compiler', errors: [] })
    // Each code block is a step.
    expect(chapter.split('```').length - 1).toBe(2 * count(/change|file/))
  })

  it('has the described result at each step', async () => {
    // The tests of the last step run once, after the release.
    for (const step of steps.slice(0, -1)) await follow(step)
  })

  it('ends with a project that passes the checks', async () => {
    const files = (await changedFiles()).filter((file) => file.endsWith('.ts'))
    await Promise.all([
      expectSuccess('node', 'tools/redocly/lint.ts'),
      expectSuccess('biome', 'check', '--error-on-warnings', '--vcs-enabled=false', ...files),
      expectSuccess('depcruise', 'server', 'client', 'generated', 'tools', 'test'),
    ])
  })

  it('changes the files that it names and no others', async () => {
    const named = steps.flatMap((step) => (step.kind === 'change' || step.kind === 'new file' ? [step.file] : []))
    expect(await changedFiles()).toEqual([...new Set(named)].sort())
  })

  it('ends with a project that can be released without another change', async () => {
    const released = join(folder, 'docs/released/openapi.yaml')
    await writeFile(released, contract)
    const { code, stdout, stderr } = await run('node', ['tools/compat/main.ts'], { cwd: folder, timeoutMs: timeout })
    expect(code, stdout + stderr).toBe(1)
    const [, next = '', current = ''] =
      /must be (\S+) or higher, but info\.version is ([\d.]+)/.exec(stdout + stderr) ?? []
    for (const file of ['openapi.yaml', 'package.json', 'client/package.json']) {
      const path = join(folder, file)
      await writeFile(path, (await readFile(path, 'utf8')).replace(current, next))
    }
    await expectSuccess('node', 'tools/generate/main.ts')
    await expectSuccess('node', 'tools/compat/main.ts')
    await copyFile(join(folder, 'generated/openapi.yaml'), released)
    for (const step of steps.slice(-1)) await follow(step)
  })
})

async function follow(step: Step): Promise<void> {
  switch (step.kind) {
    case 'change': {
      const path = join(folder, step.file)
      return writeFile(path, step.hunks.reduce(applyHunk, await readFile(path, 'utf8')))
    }
    case 'new file': {
      const path = join(folder, step.file)
      await mkdir(dirname(path), { recursive: true })
      return writeFile(path, step.text, { flag: 'wx' })
    }
    case 'generate':
      return expectSuccess('node', 'tools/generate/main.ts')
    case 'compiler':
      return expectTypeErrors(step.errors)
    case 'test':
      return expectSuccess('vitest', 'run', ...step.files)
  }
}

/** Expects these errors and no others. While the tutorial changes server/, tests may have errors that it fixes later. */
async function expectTypeErrors(expected: ExpectedError[]): Promise<void> {
  const isInServer = expected.length > 0 && expected.every(({ file }) => file.startsWith('server/'))
  const project = isInServer ? 'tsconfig.server.json' : 'tsconfig.json'
  const server = { extends: './tsconfig.json', include: ['server', 'generated'] }
  await writeFile(join(folder, 'tsconfig.server.json'), JSON.stringify(server))
  const cache = ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/${project}.tsbuildinfo`]
  const options = { cwd: folder, timeoutMs: timeout }
  const { stdout } = await run('tsc', ['-p', project, '--pretty', 'false', ...cache], options)
  await rm(join(folder, 'tsconfig.server.json'))
  const found = stdout.match(/^\S+\(\d+,\d+\): error .*(?:\n .*)*/gm) ?? []
  for (const { file, message = '' } of expected) {
    const matching = found.filter((error) => error.startsWith(`${file}(`) && error.includes(message))
    expect(matching, `${file} ${message}`).not.toEqual([])
  }
  expect(found.filter((error) => !expected.some(({ file }) => error.startsWith(`${file}(`)))).toEqual([])
}

async function expectSuccess(command: string, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await run(command, args, { cwd: folder, timeoutMs: timeout })
  expect(code, stdout + stderr).toBe(0)
}

/** Without generated files. */
async function changedFiles(): Promise<string[]> {
  const now = await readTexts()
  return [...new Set([...now.keys(), ...original.keys()])].filter((path) => now.get(path) !== original.get(path)).sort()
}

async function readTexts(): Promise<Map<string, string>> {
  const paths = await Array.fromAsync(
    glob('**/*.*', { cwd: folder, exclude: ['**/node_modules', 'generated', 'dist'] }),
  )
  const texts = paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const)
  return new Map(await Promise.all(texts))
}
