import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../support/folder.ts'
import { type Service, startService } from '../support/service.ts'
import { clientOf, exportHere, importHere, newFolder, plantsOf, roadTo, runCommand } from './running.ts'

const odd = [
  { name: '  a  ', tag: ' ' },
  { name: '"', tag: '""' },
  { name: 'a,b;c|d', tag: ',' },
  { name: '\u{1f331}\u200d\u{1f33e}', tag: '\u{10ffff}' },
  { name: 'a\u2028b\u2029', tag: '\u2028' },
  { name: '\ufeffx\ufeff', tag: '\ufeff' },
  { name: '\ufeffname', tag: 'tag' },
  { name: '=1+1', tag: '@x' },
  { name: "-'+", tag: '' },
  { name: 'é', tag: 'e\u0301' },
  { name: '\u00a0x\u00a0', tag: '\\' },
]
const many = Array.from({ length: 230 }, (_, i) => ({ name: `Plant ${i}`, tag: i % 2 ? 'odd' : '' }))
const all = [...odd, ...many, ...odd]

let service: Service
let settings: Record<string, string>
beforeAll(async () => {
  service = await startService()
  settings = { URL: service.url, DATA: service.folder }
  const client = await clientOf(service)
  for (const body of all) expect(await client.createPlant({ body })).toMatchObject({ status: 201 })
})
afterAll(() => service[Symbol.asyncDispose]())

describe('an export', () => {
  it('is the whole collection, and nothing else on stdout', async () => {
    const { code, stdout, stderr } = await runCommand('export', settings)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.startsWith('name,tag\n"  a  "," "\n"""",""""""\n"a,b;c|d",","\n')).toBe(true)
    expect(stdout).not.toMatch('\r')
    expect(stdout.split('\n')).toHaveLength(all.length + 2)
  })

  it('changes nothing when it is imported, and makes the same collection elsewhere', async () => {
    await using folder = await newFolder()
    const FILE = join(folder.path, 'out.csv')
    expect(await exportHere({ ...settings, FILE })).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await importHere({ ...settings, FILE })).toEqual({
      code: 0,
      stdout: `Added 0, already there ${all.length}, refused 0.\n`,
      stderr: '',
    })
    expect(await plantsOf(await clientOf(service))).toEqual(all)

    expect(await importHere({ ...settings, FILE, SUB: 'elsewhere' })).toMatchObject({ code: 0 })
    expect(await plantsOf(await clientOf(service, 'elsewhere'))).toEqual(all)
    const again = join(folder.path, 'again.csv')
    await exportHere({ ...settings, FILE: again, SUB: 'elsewhere' })
    expect(await readFile(again)).toEqual(await readFile(FILE))
  })

  it('of an empty collection is a header, which can be imported', async () => {
    const { stdout } = await exportHere({ ...settings, SUB: 'nobody' })
    expect(stdout).toBe('name,tag\n')
  })

  it('leaves a file alone when it does not come to its end', async () => {
    await using folder = await newFolder()
    const FILE = await folder.file('as it was')
    let pages = 0
    await using road = await roadTo(service.url, () => (++pages > 1 ? 'broken' : undefined))
    const { code, stdout, stderr } = await exportHere({ ...settings, FILE, URL: road.url, PATIENCE: '0' })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^Nothing answers at http:.* The export is not complete\.\n$/)
    expect(await readFile(FILE, 'utf8')).toBe('as it was')
    expect(await readdir(folder.path)).toEqual(['plants.csv'])
  })

  it('is told to whom cannot be written, and to whom may not read', async () => {
    await using folder = await newFolder()
    await writeFile(join(folder.path, 'file'), '')
    const nowhere = await exportHere({ ...settings, FILE: join(folder.path, 'none', 'out.csv') })
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringMatching(/out\.csv cannot be written: ENOENT.*\n$/) })
    const TOKEN = await service.token('gardener', 'plants:write')
    const refused = await exportHere({ ...settings, TOKEN })
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^The token does not go far/) })
  })

  it('ends quietly when its reader has enough', async () => {
    const env = { PATH: process.env.PATH, ...settings }
    const script = `"$0" server/commands/export.ts | head -n 1`
    const child = spawn('sh', ['-c', script, process.execPath], { cwd: root, env, timeout: 15_000 })
    const printed = { stdout: '', stderr: '' }
    child.stdout.on('data', (text) => (printed.stdout += text))
    child.stderr.on('data', (text) => (printed.stderr += text))
    await once(child, 'close')
    expect(printed).toEqual({ stdout: 'name,tag\n', stderr: '' })
  })
})
