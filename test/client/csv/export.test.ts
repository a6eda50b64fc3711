import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { orThrow } from '@plant-collection/client'
import { describe, expect, it, vi } from 'vitest'
import { exportPlants } from '../../../client/csv/export.ts'
import { getPlants, runHere, withCollections } from '../../support/csv-commands.ts'

const odd = [
  { name: '  a  ', tag: ' ' },
  { name: '"', tag: '""' },
  { name: 'a,b;c|d', tag: ',' },
  { name: '\u{1f331}\u200d\u{1f33e}', tag: '\u{10ffff}' },
  { name: 'a\u2028b\u2029', tag: '\u2028' },
  { name: '\ufeffx\ufeff', tag: '\ufeff' },
  { name: '\ufeffname', tag: 'tag' },
  { name: '=1+1', tag: '@x' },
  { name: "-'+", tag: "'=1" },
  { name: "'t Gooi", tag: "''" },
  { name: 'é', tag: 'e\u0301' },
  { name: '\u00a0x\u00a0', tag: '\\' },
]
const plants = [
  ...odd,
  ...Array.from({ length: 80 }, (_, i) => ({ name: `Plant ${i}`, tag: i % 2 ? 'odd' : '' })),
  ...odd,
]

const newCollection = await withCollections()
const collection = await newCollection()
const toStdout = { ...collection.settings, FILE: '' }
for (const body of plants) await orThrow(collection.client).createPlant({ body })

describe('make export', () => {
  it('writes a file that changes nothing when it is imported, and creates the same collection elsewhere', async () => {
    const { settings, client, importing } = collection
    expect(await runHere(exportPlants, settings)).toEqual({ code: 0, stdout: '', stderr: '' })
    const csv = await readFile(settings.FILE, 'utf8')
    expect(csv).not.toMatch('\r')
    const stdout = `Added 0, already there ${plants.length}, refused 0.\n`
    expect(await importing(csv)).toEqual({ code: 0, stdout, stderr: '' })
    expect(await getPlants(client)).toEqual(plants)

    const other = await newCollection()
    const exported = () => runHere(exportPlants, { ...other.settings, FILE: '' })
    expect(await exported()).toMatchObject({ stdout: 'name,tag\n' })
    expect(await other.importing(csv)).toMatchObject({ code: 0 })
    expect(await getPlants(other.client)).toEqual(plants)
    expect(await exported()).toMatchObject({ stdout: csv })
  })

  it('leaves the file unchanged if the export fails', async () => {
    const { FILE } = collection.settings
    await writeFile(FILE, 'unchanged')
    const files = await readdir(dirname(FILE))
    const { fetch } = globalThis
    let requests = 0
    vi.stubGlobal('fetch', (request: Request) =>
      ++requests > 1 ? Promise.reject(new Error('broken')) : fetch(request),
    )
    const end = await runHere(exportPlants, { ...collection.settings, PATIENCE: '0' })
    vi.unstubAllGlobals()
    const stderr = expect.stringMatching(/^No response from http:.* \(broken\)\. .* The export is not complete\.\n$/)
    expect({ ...end, requests }).toEqual({ code: 2, stdout: '', stderr, requests: 2 })
    expect(await readFile(FILE, 'utf8')).toBe('unchanged')
    expect(await readdir(dirname(FILE))).toEqual(files)
  })

  it('ends quietly if the reader closes the pipe, and says why stdout cannot be written', async () => {
    const failing = (code: string) =>
      runHere(exportPlants, toStdout, { stdoutError: Object.assign(new Error(`${code}: failed`), { code }) })
    expect(await failing('EPIPE')).toEqual({ code: 0, stdout: '', stderr: '' })
    const stderr = 'stdout cannot be written: ENOSPC: failed.\n'
    expect(await failing('ENOSPC')).toEqual({ code: 2, stdout: '', stderr })
  })

  it('says why it fails', async () => {
    const nowhere = await runHere(exportPlants, { ...toStdout, FILE: 'none/out.csv' })
    expect(nowhere.stderr).toMatch(/^none\/out\.csv cannot be written: ENOENT: no such file or directory, open/)
    const writeOnly = await runHere(exportPlants, { ...toStdout, TOKEN: await collection.token('plants:write') })
    expect(writeOnly.stderr).toMatch(/^The token lacks a scope\..* The export is not complete\.\n$/)
    expect([nowhere, writeOnly]).toMatchObject(Array(2).fill({ code: 2, stdout: '' }))
  })
})
