// CONTRIBUTING.md walks through adding an operation. Whoever follows it, to the word, gets there: what it says happens
// at each step does happen, and nothing else has to be touched.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TypeCheck, typeCheckOf } from '../../tools/dev/type-check.ts'
import { type Copies, copyProject } from '../copies/copy.ts'
import { root, run } from './run.ts'
import { applied, type Complaint, readWalk, type Step } from './walk.ts'

const guide = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8')
const chapter = /\n## Add an operation\n([\s\S]*?)\n## /.exec(guide)?.[1] ?? ''
const steps = readWalk(chapter)

let copies: Copies
let folder: string
let pristine: string
let check: TypeCheck
beforeAll(async () => {
  copies = await copyProject(2)
  ;[folder = '', pristine = ''] = copies.folders
  check = typeCheckOf(folder)
})
afterAll(() => copies[Symbol.asyncDispose]())

describe('the walk', { timeout: 120_000 }, () => {
  it('is read whole', () => {
    const kinds = steps.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'change').length).toBeGreaterThan(5)
    expect(kinds.slice(0, 3)).toEqual(['change', 'generate', 'compiler'])
    expect(kinds.filter((kind) => kind === 'compiler').length).toBeGreaterThan(3)
    expect(kinds.slice(-3)).toEqual(['new file', 'compiler', 'test'])
    expect(steps.at(-2)).toEqual({ kind: 'compiler', complaints: [] })
    // No block of it is passed over.
    expect(chapter.split('```').length - 1).toBe(2 * kinds.filter((kind) => /change|file/.test(kind)).length)
  })

  it('goes as it says', async () => {
    for (const step of steps) await follow(step)
  })

  it('leaves a project that keeps all its rules', async () => {
    const files = (await differences()).filter((file) => file.endsWith('.ts'))
    await Promise.all([
      succeeds('redocly', 'lint', 'openapi.yaml'),
      succeeds('biome', 'check', '--error-on-warnings', '--vcs-enabled=false', ...files),
      succeeds('vitest', 'run', 'test/architecture.test.ts'),
    ])
  })

  it('changes what it names, and nothing else', async () => {
    const named = steps.flatMap((step) => (step.kind === 'change' || step.kind === 'new file' ? [step.file] : []))
    expect(await differences()).toEqual([...new Set(named)].sort())
  })
})

describe('a hunk', () => {
  it('fits in one place only', () => {
    expect(applied('a\nb\nc\n', { before: 'b', after: 'x\nb' })).toBe('a\nx\nb\nc\n')
    expect(applied('a\nb\n', { before: 'a', after: 'a\nx' })).toBe('a\nx\nb\n')
    expect(() => applied('a\nb\nc\nb\n', { before: 'b', after: 'x' })).toThrow('2 times')
    expect(() => applied('a\nbb\n', { before: 'b', after: 'x' })).toThrow('0 times')
  })
})

async function follow(step: Step): Promise<void> {
  switch (step.kind) {
    case 'change': {
      const path = join(folder, step.file)
      await writeFile(path, step.hunks.reduce(applied, await readFile(path, 'utf8')))
      return
    }
    case 'new file': {
      const path = join(folder, step.file)
      await mkdir(dirname(path), { recursive: true })
      return writeFile(path, step.text, { flag: 'wx' })
    }
    case 'generate':
      await succeeds('node', 'tools/generate.ts')
      return
    case 'compiler':
      return expectComplaints(step.complaints)
    case 'test':
      await succeeds('vitest', 'run', ...step.files)
  }
}

/** Those named, and no others in the code; tests may wait until it is their turn. */
async function expectComplaints(expected: Complaint[]): Promise<void> {
  const found = await complaints()
  for (const { file, message = '' } of expected) {
    const ofFile = found.filter((complaint) => complaint.startsWith(`${file}:`))
    expect(
      ofFile.filter((complaint) => complaint.includes(message)),
      `${file} ${message}`,
    ).not.toEqual([])
  }
  const named = expected.map(({ file }) => file)
  const files = found.map((complaint) => complaint.replace(/:.*/s, ''))
  const others = files.filter((file) => !named.includes(file))
  expect(expected.length === 0 ? others : others.filter((file) => !file.startsWith('test/'))).toEqual([])
}

async function complaints(): Promise<string[]> {
  return [...check()].flat()
}

async function succeeds(command: string, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await run(command, args, folder)
  expect(code, stdout + stderr).toBe(0)
}

/** The files that are not as they were. */
async function differences(): Promise<string[]> {
  const [now, before] = [await textsIn(folder), await textsIn(pristine)]
  return [...new Set([...now.keys(), ...before.keys()])].filter((path) => now.get(path) !== before.get(path)).sort()
}

async function textsIn(folder: string): Promise<Map<string, string>> {
  const made = ['node_modules', 'generated']
  const written = (await readdir(folder)).filter((name) => !made.includes(name))
  const entries = await Promise.all(
    written.map(async (name) => {
      const within = await readdir(join(folder, name), { recursive: true }).catch(() => [])
      return [name, ...within.filter((path) => !path.includes('node_modules')).map((path) => join(name, path))]
    }),
  )
  const texts = entries.flat().map(async (path) => {
    const text = await readFile(join(folder, path), 'utf8').catch(() => 'a folder')
    return [path, text] as const
  })
  return new Map(await Promise.all(texts))
}
