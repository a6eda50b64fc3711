import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { numbered, plantsOf, withCollections } from '../../support/csv-commands.ts'
import { run } from '../../support/process.ts'
import { signalAt } from '../../support/signal-at.ts'

const newCollection = withCollections()
const added = (count: number, existing = 0) => {
  return { code: 0, stdout: `Added ${count}, already there ${existing}, refused 0.\n`, stderr: '' }
}
const untagged = (names: string[]) => names.map((name) => ({ name, tag: '' }))

describe.concurrent('make import', () => {
  it('adds the missing plants in the order of the file, counts equal rows, and adds none the second time', async () => {
    const { client, importing } = await newCollection()
    const csv = 'name,tag\n  Fern ,shade\n"Rose, ""Peace""",\n  Fern ,shade\n  Fern ,\n'
    const fern = { name: '  Fern ', tag: 'shade' }
    const rose = { name: 'Rose, "Peace"', tag: '' }
    await client.createPlant({ body: fern })
    expect(await importing(csv)).toEqual(added(3, 1))
    expect(await importing(csv)).toEqual(added(0, 4))
    expect(await plantsOf(client)).toEqual([fern, rose, fern, { ...fern, tag: '' }])
  })

  it('reports each bad row with its lines and the reason, and adds the other rows', async () => {
    const { importing, client } = await newCollection()
    const tooLong = `${'x'.repeat(201)},${'y'.repeat(65)}`
    const rows = ['One,', ',b', '"tab\there",', tooLong, 'no tag', '"z', `${'z'.repeat(20_000)}",`, 'Two,']
    const { stderr, ...end } = await importing(`name,tag\n${rows.join('\n')}\n`)
    expect(end).toEqual({ code: 1, stdout: 'Added 2, already there 0, refused 5 (lines 3, 4, 5, 6, 7).\n' })
    expect(stderr.split('\n')).toEqual([
      'line 6: the number of fields is 1, but the header has 2.',
      'line 3: name: must NOT have fewer than 1 characters',
      'line 4: name: does not match the documented format',
      'line 5: name: must NOT have more than 200 characters; tag: must NOT have more than 64 characters',
      'lines 7 to 8: The request body is larger than 16384 bytes.',
      '',
    ])
    expect(await plantsOf(client)).toEqual(untagged(['One', 'Two']))
  })

  it('lists the lines of up to twenty bad rows', async () => {
    const { importing } = await newCollection()
    const lines = Array.from({ length: 20 }, (_, index) => index + 2).join(', ')
    const refused = async (count: number) => (await importing(`name,tag\n${'bad row\n'.repeat(count)}`)).stdout
    expect(await refused(1)).toBe('Added 0, already there 0, refused 1 (line 2).\n')
    expect(await refused(20)).toBe(`Added 0, already there 0, refused 20 (lines ${lines}).\n`)
    expect(await importing('name,tag\n')).toEqual(added(0))
    expect(await refused(23)).toBe(`Added 0, already there 0, refused 23 (lines ${lines} and 3 more).\n`)
  })

  it('uses the columns and the delimiter of the settings', async () => {
    for (const [DELIMITER, between] of Object.entries({ tab: '\t', '\\t': '\t', '!': '!' })) {
      const { client, importing } = await newCollection()
      const settings = { NAME_COLUMN: 'a name', TAG_COLUMN: 'kind', DELIMITER }
      expect(await importing(`kind${between}a name\nshade${between}Fern\n`, settings)).toEqual(added(1))
      expect(await plantsOf(client)).toEqual([{ name: 'Fern', tag: 'shade' }])
    }
  })

  it('needs plants:write only if a plant is missing', async () => {
    const { importing, token, client } = await newCollection()
    const TOKEN = await token('plants:read')
    const { stdout, stderr } = await importing('name,tag\nFern,\n', { TOKEN })
    expect(stdout).toMatch(/^Added 0, .*, not added 1\./)
    expect(stderr).toMatch(/^The token lacks a scope\. .* Set TOKEN= /)
    await client.createPlant({ body: { name: 'Fern' } })
    expect(await importing('name,tag\nFern,\n', { TOKEN })).toEqual(added(0, 1))
  })

  it('adds nothing if it is stopped before the first row', async () => {
    const { importing, client } = await newCollection()
    const end = await importing('name,tag\nFern,\n', {}, AbortSignal.abort())
    expect(end).toEqual({ code: 2, stdout: '', stderr: 'Stopped. Nothing was added.\n' })
    expect(await plantsOf(client)).toEqual([])
  })
})

describe.concurrent('the process of make import', () => {
  const command = ['client/csv/import.ts']

  it('prints the outcome to stdout and the rest to stderr, and sets the exit code', async () => {
    const { settings } = await newCollection()
    await writeFile(settings.FILE, 'name,tag\nFern,\n,\n')
    const stdout = 'Added 1, already there 0, refused 1 (line 3).\n'
    const stderr = 'line 3: name: must NOT have fewer than 1 characters\n'
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
    expect(await plantsOf(client)).toEqual(untagged(numbered(40)))
  })
})
