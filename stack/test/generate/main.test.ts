// `make check` compares generated/ with the contract, and fails if a file is outdated.
import { globSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, temporaryFolder } from '../support/folder.ts'
import { type ProcessResult, run } from '../support/process.ts'

const product = 'stack/test/product'
const generated = join(root, product, 'generated')

function generate(cwd: string, ...flags: string[]): Promise<ProcessResult> {
  return run('node', [join(root, 'stack/generate/main.ts'), ...flags], { cwd })
}

describe('make generate', () => {
  it('names each outdated file and each surplus file with --check, and writes nothing', async () => {
    await using folder = await temporaryFolder(
      ...['openapi.yaml', 'package.json', 'generated'].map((name) => join(product, name)),
    )
    const cwd = join(folder.path, product)
    const contract = join(cwd, 'openapi.yaml')
    const text = await readFile(contract, 'utf8')
    expect(text).toContain('summary: List lamps')
    await writeFile(contract, text.replace('summary: List lamps', 'summary: List some lamps'))
    const surplus = ['generated/old.ts', 'generated/query/old.ts']
    for (const path of surplus) await writeFile(join(cwd, path), '')
    const { code, stderr } = await generate(cwd, '--check')
    for (const path of surplus) {
      expect(stderr).toContain(`${path} is not generated: delete it\n`)
      await rm(join(cwd, path))
    }
    expect(code).toBe(1)
    for (const name of ['api.d.ts', 'openapi.json', 'docs.html'])
      expect(stderr).toContain(`generated/${name} is out of date: run make generate\n`)
    expect(await readFiles(join(cwd, 'generated'))).toEqual(await readFiles(generated))
  })

  it('prints its help with --help, and writes nothing', async () => {
    await using folder = await temporaryFolder()
    const stdout = 'contract-stack generate: write generated/ from openapi.yaml (--check only compares)\n'
    expect(
      await run('node', [join(root, 'stack/command.ts'), 'generate', '--help'], { cwd: folder.path }),
    ).toMatchObject({ code: 0, stdout })
    expect(await readdir(folder.path)).toEqual([])
  })

  it('writes only the docs page with --docs, and prints its path', async () => {
    await using folder = await temporaryFolder(`${product}/openapi.yaml`)
    const cwd = join(folder.path, product)
    expect(await generate(cwd, '--docs')).toMatchObject({ code: 0, stdout: 'generated/docs.html\n' })
    expect(await readdir(join(cwd, 'generated'))).toEqual(['docs.html'])
  })
})

async function readFiles(folder: string): Promise<Record<string, string>> {
  const names = globSync('**/*.*', { cwd: folder })
  const texts = names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)
  return Object.fromEntries(await Promise.all(texts))
}
