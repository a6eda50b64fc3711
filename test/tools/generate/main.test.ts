// generated/ is trustworthy only if the contract gives the same bytes everywhere, and if an outdated file fails the build.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requestValidators } from '../../../generated/request-validators.js'
import { generators } from '../../../tools/generate/generators.ts'
import { root, temporaryFolder } from '../../support/folder.ts'
import { type Ended, run } from '../../support/process.ts'

const generated = join(root, 'generated')

function generate(cwd: string, ...flags: string[]): Promise<Ended> {
  return run('node', [join(root, 'tools/generate/main.ts'), ...flags], { cwd, timeoutMs: 60_000 })
}

describe('make generate', { timeout: 60_000 }, () => {
  it('writes the files of the repository, in any folder', async () => {
    await using folder = await temporaryFolder('openapi.yaml')
    expect(await generate(folder.path)).toMatchObject({ code: 0, stderr: '' })
    expect(await contents(join(folder.path, 'generated'))).toEqual(await contents(generated))
  })

  it('accepts the files of the repository with --check', async () => {
    expect(await generate(root, '--check')).toMatchObject({ code: 0, stdout: '', stderr: '' })
  })

  it('names each outdated file with --check, and writes nothing', async () => {
    await using folder = await temporaryFolder('openapi.yaml', 'generated')
    await edit(folder.path, 'summary: List plants', 'summary: List some plants')
    const { code, stderr } = await generate(folder.path, '--check')
    expect(code).toBe(1)
    for (const name of ['api.d.ts', 'openapi.json', 'docs.html']) {
      expect(stderr).toContain(`generated/${name} is out of date: run make generate\n`)
    }
    expect(await contents(join(folder.path, 'generated'))).toEqual(await contents(generated))
  })

  it('writes only the docs page with --docs, and prints its path', async () => {
    await using folder = await temporaryFolder('openapi.yaml')
    expect(await generate(folder.path, '--docs')).toMatchObject({
      code: 0,
      stdout: 'generated/docs.html\n',
      stderr: '',
    })
    expect(await readdir(join(folder.path, 'generated'))).toEqual(['docs.html'])
  })
})

it('the types allow the documented headers of a response and no others', async () => {
  const types = await readFile(join(generated, 'api.d.ts'), 'utf8')
  expect(types).toContain('"Request-Id": components["headers"]["Request-Id"];')
  expect(types).not.toContain('[name: string]')
})

describe('the validators', () => {
  it('need no package and no eval, so a page with a strict policy can use them', async () => {
    for (const part of ['request', 'response', 'header']) {
      const code = await readFile(join(generated, `${part}-validators.js`), 'utf8')
      expect(code).not.toMatch(/\b(?:import|require|eval|Function)\b/)
    }
    expect(Object.keys(requestValidators)).toContain('createPlant')
  })

  it('validate a property with the name of a keyword', async () => {
    await using folder = await temporaryFolder('openapi.yaml')
    const name = "        name:\n          $ref: '#/components/schemas/PlantName'\n"
    const contract = await edit(folder.path, name, `${name}        description:\n          type: string\n`)
    expect(await generators['request-validators.js'](contract)).toContain('/description')
  })
})

/** @returns The path of the contract. */
async function edit(folder: string, from: string, to: string): Promise<string> {
  const contract = join(folder, 'openapi.yaml')
  const text = await readFile(contract, 'utf8')
  expect(text).toContain(from)
  await writeFile(contract, text.replaceAll(from, to))
  return contract
}

async function contents(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder)
  const texts = names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)
  return Object.fromEntries(await Promise.all(texts))
}
