// The commands as processes: streams, exit codes and signals.
import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { run } from '../../../stack/test/support/process.ts'
import { getPlants, numbered, withCollections } from '../../support/csv-commands.ts'
import { signalAt } from '../../support/signal-at.ts'

const newCollection = await withCollections()

describe.concurrent('the process of make import', () => {
  const command = ['client/csv/import.ts']

  it('prints the outcome to stdout and the rest to stderr, and sets the exit code', async () => {
    const { settings } = await newCollection()
    await writeFile(settings.FILE, 'name,tag\nFern,\n,\n')
    const stdout = 'Added 1, already there 0, refused 1 (line 3).\n'
    const stderr = 'line 3: name must not be empty\n'
    expect(await run(process.execPath, command, { settings })).toMatchObject({ code: 1, stdout, stderr })
    const missing = await run(process.execPath, command, { settings: { ...settings, FILE: 'none.csv' } })
    expect(missing).toMatchObject({ code: 2, stdout: '', stderr: 'There is no file none.csv.\n' })
  })

  it.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)('leaves the rest to the next import after %s', async (signal) => {
    const { settings, importing, client } = await newCollection()
    // The service refuses line 17, and the command says so before it adds the last 25 plants.
    const csv = `name,tag\n${numbered(40).toSpliced(15, 0, '').join(',\n')},\n`
    await writeFile(settings.FILE, csv)
    const end = await run(process.execPath, [...signalAt('line 17:', signal), ...command], { settings })
    const stdout = expect.stringMatching(/^Added \d\d, .* not added \d+\. Run the import again/)
    const killed = { code: null, signal, stdout: '' }
    expect(end).toMatchObject(signal === 'SIGKILL' ? killed : { code: 1, signal: null, stdout })
    expect((await importing(csv)).stdout).toMatch(/^Added [1-9]\d?, .* refused 1 \(line 17\)\.\n$/)
    expect(await getPlants(client)).toEqual(numbered(40).map((name) => ({ name, tag: '' })))
  })
})

describe.concurrent('the process of make export', () => {
  it('prints the collection to stdout, and ends quietly if its reader closes the pipe', async () => {
    const { settings, client } = await newCollection()
    for (const name of numbered(5)) await client.createPlant({ body: { name } })
    const toStdout = { ...settings, FILE: '' }
    const stdout = `name,tag\n${numbered(5).join(',\n')},\n`
    const all = await run(process.execPath, ['client/csv/export.ts'], { settings: toStdout })
    expect(all).toMatchObject({ code: 0, stdout, stderr: '' })
    const named = await run(process.execPath, ['client/csv/export.ts'], {
      settings: { ...settings, FILE: '/dev/stdout' },
    })
    expect(named).toMatchObject({ code: 0, stdout })
    const firstLine = await run('sh', ['-c', 'node client/csv/export.ts | head -n 1'], { settings: toStdout })
    expect(firstLine).toMatchObject({ stdout: 'name,tag\n', stderr: '' })
  })
})
