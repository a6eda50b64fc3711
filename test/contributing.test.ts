// Follows the tutorials word for word in a copy of the project, one after the other, and then releases the result. Each step must
// apply, and the result must compile and pass the tests, without any other change.
import { copyFile, glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../stack/test/support/folder.ts'
import { run } from '../stack/test/support/process.ts'
import { generateForTest } from '../stack/test/support/product.ts'
import { consumerTool } from './package/project.ts'
import { copyProject } from './support/copy-project.ts'

type Step =
  | { kind: 'change'; file: string; hunks: Hunk[] }
  | { kind: 'new file'; file: string; text: string }
  | { kind: 'generate' }
  | { kind: 'test'; files: string[] }

/** A change of a file: `after` replaces `before`. */
interface Hunk {
  before: string
  after: string
}

// A step is found by its wording, which is the same for the reader and the test.
const phrases = [
  // A code block belongs to the file that the text named last.
  /^(?<indent> *)```(?<language>diff|ts)\n(?<block>[\s\S]*?)\n *```$/,
  /`make (?<generate>generate)`/,
  /`make test ARGS='(?<tests>[^']*)'`/,
]
const pattern = new RegExp(phrases.map(({ source }) => `(?:${source})`).join('|'), 'gm')
const fileName = /`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|yaml))`/g

const names = ['property', 'resource', 'handler']
const texts = await Promise.all(names.map((name) => readFile(join(root, `docs/tutorials/${name}.md`), 'utf8')))
const tutorials = texts.map(readTutorial)

const folder = await copyProject()
/** The project before the first step. */
const original = await readTexts()
const contract = await readFile(join(folder, 'generated/openapi.yaml'), 'utf8')

describe('the tutorials', () => {
  it('apply one after the other, and end with a project that compiles', async () => {
    // The compiler runs once, after the last tutorial. The tests run after the release.
    for (const step of tutorials.flat()) await follow(step)
    // TypeScript 7 takes half the time of the version that `make check` runs. It cannot resolve imports of CSS files.
    const tsc = await consumerTool('typescript7/bin/tsc')
    await expectSuccess('node', tsc, '--noUncheckedSideEffectImports', 'false')
  })

  it('end with a project that passes the checks', async () => {
    const files = (await changedFiles()).filter((file) => file.endsWith('.ts'))
    await Promise.all([
      expectSuccess('node', 'stack/redocly/lint.ts'),
      expectSuccess('biome', 'check', '--error-on-warnings', '--vcs-enabled=false', ...files),
      expectSuccess('depcruise', ...files),
    ])
  })

  it('change the files that they name and no others', async () => {
    const files = tutorials.flat().flatMap((step) => ('file' in step ? [step.file] : []))
    expect(await changedFiles()).toEqual([...new Set(files)].sort())
  })

  it('end with a project that can be released without another change', async () => {
    const released = join(folder, 'docs/released/openapi.yaml')
    await writeFile(released, contract)
    const { code, stdout, stderr } = await run('node', ['stack/compat/main.ts'], { cwd: folder })
    expect(code, stdout + stderr).toBe(1)
    const [, next = '', current = ''] =
      /must be (\S+) or higher, but info\.version is ([\d.]+)/.exec(stdout + stderr) ?? []
    for (const file of ['openapi.yaml', 'package.json', 'client/package.json']) {
      const path = join(folder, file)
      await writeFile(path, (await readFile(path, 'utf8')).replace(current, next))
    }
    await generateForTest(folder)
    await expectSuccess('node', 'stack/compat/main.ts')
    await copyFile(join(folder, 'generated/openapi.yaml'), released)
    const files = tutorials.flat().flatMap((step) => (step.kind === 'test' ? step.files : []))
    await expectSuccess('vitest', 'run', ...files)
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
      // Like the command, but with the docs page of rooms.
      return generateForTest(folder)
  }
}

async function expectSuccess(command: string, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await run(command, args, { cwd: folder })
  expect(code, stdout + stderr).toBe(0)
}

/** Returns the paths of changed files, except generated files. */
async function changedFiles(): Promise<string[]> {
  const now = await readTexts()
  return [...new Set([...now.keys(), ...original.keys()])].filter((path) => now.get(path) !== original.get(path)).sort()
}

async function readTexts(): Promise<Map<string, string>> {
  const exclude = ['**/node_modules', 'generated', 'dist']
  const paths = await Array.fromAsync(glob('**/*.*', { cwd: folder, exclude }))
  const texts = paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const)
  return new Map(await Promise.all(texts))
}

/** @param text One tutorial. */
function readTutorial(text: string): Step[] {
  return [...text.matchAll(pattern)].map(({ index, groups = {} }): Step => {
    const { indent = '', language, block, generate, tests } = groups
    if (generate !== undefined) return { kind: 'generate' }
    if (block === undefined) return { kind: 'test', files: tests?.split(' ') ?? [] }
    const file = [...text.slice(0, index).matchAll(fileName)].at(-1)?.[1]
    if (file === undefined) throw new Error(`The text before this block names no file:\n${block}`)
    const lines = block.split('\n').map((line) => line.slice(indent.length))
    if (language === 'ts') return { kind: 'new file', file, text: `${lines.join('\n')}\n` }
    return { kind: 'change', file, hunks: lines.join('\n').split('\n@@\n').map(readHunk) }
  })
}

function readHunk(text: string): Hunk {
  const linesWithout = (sign: string) => text.split('\n').filter((line) => !line.startsWith(sign))
  const joined = (lines: string[]) => lines.map((line) => line.slice(1)).join('\n')
  return { before: joined(linesWithout('+')), after: joined(linesWithout('-')) }
}

/** Replaces `before` by `after`. @throws {Error} unless the text contains `before` exactly once. */
function applyHunk(text: string, { before, after }: Hunk): string {
  const parts = `\n${text}`.split(`\n${before}\n`)
  if (parts.length !== 2) throw new Error(`This text was found ${parts.length - 1} times instead of once:\n${before}`)
  return parts.join(`\n${after}\n`).slice(1)
}
