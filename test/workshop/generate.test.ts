// generated/ can be trusted only if the contract gives the same bytes everywhere, and a stale file is a red build.

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requestValidators } from '../../generated/request-validators.js'
import { makers } from '../../tools/generate/makers.ts'
import { folderWith } from './folder.ts'
import { root, run } from './run.ts'

const command = join(root, 'tools/generate.ts')
const generated = join(root, 'generated')

describe('make generate', { timeout: 30_000 }, () => {
  it('makes exactly what is checked in, wherever it runs', async () => {
    const folder = await folderWith('openapi.yaml')
    expect(await run('node', [command], folder)).toMatchObject({ code: 0, stderr: '' })
    expect(await contents(join(folder, 'generated'))).toEqual(await contents(generated))
  })

  it('with --check is content with what is checked in', async () => {
    expect(await run('node', [command, '--check'])).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('with --check names each file that a changed contract makes stale, and writes nothing', async () => {
    const folder = await folderWith('openapi.yaml', 'generated')
    const contract = join(folder, 'openapi.yaml')
    const text = await readFile(contract, 'utf8')
    await writeFile(contract, text.replace('summary: List plants', 'summary: List some plants'))

    const { code, stderr } = await run('node', [command, '--check'], folder)

    expect(code).toBe(1)
    for (const name of ['api.d.ts', 'openapi.json', 'docs.html']) {
      expect(stderr).toContain(`generated/${name} is stale: run make generate\n`)
    }
    expect(await contents(join(folder, 'generated'))).toEqual(await contents(generated))
  })

  it('with --docs makes the page only, and says where it is', async () => {
    const folder = await folderWith('openapi.yaml')
    expect(await run('node', [command, '--docs'], folder)).toEqual({
      code: 0,
      stdout: 'generated/docs.html\n',
      stderr: '',
    })
    expect(await readdir(join(folder, 'generated'))).toEqual(['docs.html'])
  })
})

describe('the types', () => {
  it('let a response have the headers it declares and no other', async () => {
    const types = await readFile(join(generated, 'api.d.ts'), 'utf8')
    expect(types).toContain('"Request-Id": components["headers"]["Request-Id"];')
    expect(types).not.toContain('[name: string]')
  })
})

describe('the validators', () => {
  it('are code that needs no package and no eval, for a page whose policy forbids it', async () => {
    for (const part of ['request', 'response', 'header']) {
      const code = await readFile(join(generated, `${part}-validators.js`), 'utf8')
      expect(code).not.toMatch(/\b(?:import|require|eval|Function)\b/)
    }
    expect(Object.keys(requestValidators)).toContain('createPlant')
  })

  it('are of every property a body has, whatever its name is', async () => {
    const folder = await folderWith('openapi.yaml')
    const contract = join(folder, 'openapi.yaml')
    const text = await readFile(contract, 'utf8')
    const name = "        name:\n          $ref: '#/components/schemas/PlantName'\n"
    await writeFile(contract, text.replaceAll(name, `${name}        description:\n          type: string\n`))
    expect(await makers['request-validators.js'](contract)).toContain('/description')
  })
})

async function contents(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder)
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  )
  return Object.fromEntries(texts)
}
