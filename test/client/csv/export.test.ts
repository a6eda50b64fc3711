import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { orThrow } from '@plant-collection/client'
import { describe, expect, it, vi } from 'vitest'
import { exportPlants } from '../../../client/csv/export.ts'
import { run, type Settings } from '../../../stack/test/support/process.ts'
import { getPlants, plantNames, runInProcess, startWithCollections } from '../../support/csv-commands.ts'

// stack/test/csv/files.test.ts writes and reads random texts.
const oddPlants = [
  { name: '  a  ', tag: ' ' },
  { name: '"a,b;c|d', tag: '""' },
  { name: '\u{1f331}\u200d\u{1f33e}', tag: 'e\u0301' },
  { name: '\ufeffname', tag: 'tag' },
  { name: '=1+1', tag: "'=1" },
]
const plants = [...oddPlants, ...plantNames(96).map((name) => ({ name, tag: '' })), ...oddPlants]

const newCollection = await startWithCollections()
const collection = await newCollection()
const stdoutSettings = { ...collection.settings, FILE: '' }
for (const body of plants) await orThrow(collection.client).createPlant({ body })

describe('make export', () => {
  it('writes a file whose import changes nothing here, and creates the same collection elsewhere', async () => {
    const { settings, client, importCsv } = collection
    expect(await runInProcess(exportPlants, settings)).toEqual({ code: 0, stdout: '', stderr: '' })
    const csv = await readFile(settings.FILE, 'utf8')
    expect(csv).not.toMatch('\r')
    const stdout = `Added 0, already there ${plants.length}, refused 0.\n`
    expect(await importCsv(csv)).toEqual({ code: 0, stdout, stderr: '' })
    expect(await getPlants(client)).toEqual(plants)

    const otherCollection = await newCollection()
    const exported = () => runInProcess(exportPlants, { ...otherCollection.settings, FILE: '' })
    expect(await exported()).toMatchObject({ stdout: 'name,tag\n' })
    expect(await otherCollection.importCsv(csv)).toMatchObject({ code: 0 })
    expect(await getPlants(otherCollection.client)).toEqual(plants)
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
    const end = await runInProcess(exportPlants, { ...collection.settings, PATIENCE: '0' })
    vi.unstubAllGlobals()
    const stderr = expect.stringMatching(/^No response from http:.* \(broken\)\. .* The export is not complete\.\n$/)
    expect({ ...end, requests }).toEqual({ code: 2, stdout: '', stderr, requests: 2 })
    expect(await readFile(FILE, 'utf8')).toBe('unchanged')
    expect(await readdir(dirname(FILE))).toEqual(files)
  })

  it('says why it fails', async () => {
    const nowhere = await runInProcess(exportPlants, { ...stdoutSettings, FILE: 'none/out.csv' })
    expect(nowhere.stderr).toMatch(/^none\/out\.csv cannot be written: ENOENT: no such file or directory, open/)
    const TOKEN = await collection.token('plants:write')
    const writeOnly = await runInProcess(exportPlants, { ...stdoutSettings, TOKEN })
    expect(writeOnly.stderr).toMatch(/^The token lacks a scope\..* The export is not complete\.\n$/)
    const stdoutError = Object.assign(new Error('ENOSPC: failed'), { code: 'ENOSPC' })
    const full = await runInProcess(exportPlants, stdoutSettings, { stdoutError })
    expect(full.stderr).toBe('stdout cannot be written: ENOSPC: failed.\n')
    expect([nowhere, writeOnly, full]).toMatchObject(Array(3).fill({ code: 2, stdout: '' }))
  })

  it('prints the same to stdout as a process, and exits without an error if the reader closes the pipe', async () => {
    const { stdout } = await runInProcess(exportPlants, stdoutSettings)
    const runProcess = (settings: Settings) => run(process.execPath, ['client/csv/export.ts'], { env: settings })
    expect(await runProcess(stdoutSettings)).toMatchObject({ code: 0, stdout, stderr: '' })
    expect(await runProcess({ ...stdoutSettings, FILE: '/dev/stdout' })).toMatchObject({ code: 0, stdout })
    const stdoutError = Object.assign(new Error('closed'), { code: 'EPIPE' })
    expect(await runInProcess(exportPlants, stdoutSettings, { stdoutError })).toMatchObject({ code: 0, stderr: '' })
    const command = '{ node client/csv/export.ts; echo $? >&2; } | head -n 1'
    const firstLine = await run('sh', ['-c', command], { env: stdoutSettings })
    expect(firstLine).toMatchObject({ stdout: 'name,tag\n', stderr: '0\n' })
  })
})
