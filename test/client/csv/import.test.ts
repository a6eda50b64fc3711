// `make import` with collections of a real service: in this process, and as a child process with streams and signals.
import { writeFile } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../stack/test/support/free-port.ts'
import { run, type Settings, signalAt } from '../../../stack/test/support/process.ts'
import { getPlants, plantNames, startWithCollections } from '../../support/csv-commands.ts'

const newCollection = await startWithCollections()
const unusedUrl = `http://127.0.0.1:${await freePort()}`
const successWith = (count: number, existing = 0) => {
  return { code: 0, stdout: `Added ${count}, already there ${existing}, refused 0.\n`, stderr: '' }
}
const untagged = (names: string[]) => names.map((name) => ({ name, tag: '' }))

describe.concurrent('make import', () => {
  it('adds the missing plants in the order of the file, counts equal rows, and adds none the second time', async () => {
    const { client, importCsv } = await newCollection()
    const csv = 'name,tag\n  Fern ,shade\n"Rose, ""Peace""",\n  Fern ,shade\n  Fern ,\n'
    const fern = { name: '  Fern ', tag: 'shade' }
    const rose = { name: 'Rose, "Peace"', tag: '' }
    await client.createPlant({ body: rose })
    expect(await importCsv(csv)).toEqual(successWith(3, 1))
    expect(await importCsv(csv)).toEqual(successWith(0, 4))
    expect(await getPlants(client)).toEqual([rose, fern, fern, { ...fern, tag: '' }])
  })

  it('reports each bad row with its lines and the reason, and adds the other rows', async () => {
    const { importCsv, client } = await newCollection()
    const tooLong = `${'x'.repeat(201)},${'y'.repeat(65)}`
    const rows = ['One,', ',b', '"tab\there",', tooLong, 'no tag', '"z', `${'z'.repeat(20_000)}",`, 'Two,']
    const { stderr, ...end } = await importCsv(`name,tag\n${rows.join('\n')}\n`)
    expect(end).toEqual({ code: 1, stdout: 'Added 2, already there 0, refused 5 (lines 3, 4, 5, 6, 7).\n' })
    expect(stderr.split('\n')).toEqual([
      'line 6: the number of fields is 1, but the header has 2.',
      'line 3: name must not be empty',
      'line 4: name must have a character that is not a space, and no control characters such as tabs',
      'line 5: name must have at most 200 characters; tag must have at most 64 characters',
      'lines 7 to 8: The request body is larger than 16384 bytes.',
      '',
    ])
    expect(await getPlants(client)).toEqual(untagged(['One', 'Two']))
  })

  it('uses the columns and the delimiter of the environment variables', async () => {
    for (const [DELIMITER, between] of Object.entries({ tab: '\t', '\\t': '\t', '!': '!' })) {
      const { client, importCsv } = await newCollection()
      const settings = { NAME_COLUMN: 'a name', TAG_COLUMN: 'kind', DELIMITER }
      expect(await importCsv(`kind${between}a name\nshade${between}Fern\n`, settings)).toEqual(successWith(1))
      expect(await getPlants(client)).toEqual([{ name: 'Fern', tag: 'shade' }])
    }
  })

  it('needs plants:read, and plants:write only if a plant is missing', async () => {
    const { importCsv, token, client } = await newCollection()
    const importWith = async (scope: string) => importCsv('name,tag\nFern,\n', { TOKEN: await token(scope) })
    const stderr = expect.stringMatching(/^The token lacks a scope\. .* Set TOKEN= /)
    expect(await importWith('plants:write')).toEqual({ code: 2, stdout: '', stderr })
    const stdout = expect.stringMatching(/^Added 0, .*, not added 1\./)
    expect(await importWith('plants:read')).toEqual({ code: 1, stdout, stderr })
    expect(await getPlants(client)).toEqual([])
    await client.createPlant({ body: { name: 'Fern' } })
    expect(await importWith('plants:read')).toEqual(successWith(0, 1))
  })
})

describe.concurrent('the process of make import', () => {
  const command = ['client/csv/import.ts']

  it('prints the summary to stdout and the rest to stderr, and sets the exit code', async () => {
    const { settings } = await newCollection()
    await writeFile(settings.FILE, 'name,tag\nFern,\n,\n')
    const stdout = 'Added 1, already there 0, refused 1 (line 3).\n'
    const stderr = 'line 3: name must not be empty\n'
    expect(await run(process.execPath, command, { env: settings })).toMatchObject({ code: 1, stdout, stderr })
    const missing = await run(process.execPath, command, { env: { ...settings, FILE: 'none.csv' } })
    expect(missing).toMatchObject({ code: 2, stdout: '', stderr: 'There is no file none.csv.\n' })
  })

  it.each(['SIGKILL', 'SIGTERM'] as const)('leaves the rest to the next import after %s', async (signal) => {
    const { settings, importCsv, client } = await newCollection()
    // The service refuses line 17, and the command says so before it adds the last 25 plants.
    const csv = `name,tag\n${plantNames(40).toSpliced(15, 0, '').join(',\n')},\n`
    await writeFile(settings.FILE, csv)
    const end = await run(process.execPath, [...signalAt('line 17:', signal), ...command], { env: settings })
    const stdout = expect.stringMatching(/^Added \d\d, .* not added \d+\. Run the import again/)
    const killed = { code: null, signal, stdout: '' }
    expect(end).toMatchObject(signal === 'SIGKILL' ? killed : { code: 1, signal: null, stdout })
    expect((await importCsv(csv)).stdout).toMatch(/^Added [1-9]\d?, .* refused 1 \(line 17\)\.\n$/)
    expect(await getPlants(client)).toEqual(plantNames(40).map((name) => ({ name, tag: '' })))
  })
})

describe.concurrent('make import that cannot use the service', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ['without a file', { FILE: '' }, /^Set FILE= to a CSV file\. Example: make import FILE=plants\.csv\n$/],
    ['for an invalid PATIENCE', { PATIENCE: 'long' }, /^PATIENCE=long is not a valid number of seconds: use/],
    ['for a bad token', { TOKEN: 'secret' }, /^The service does not accept the token \(401: .*\)\. .* Nothing was/],
    ['for a malformed token', { TOKEN: 'Bearer secret' }, /^TOKEN= is not a valid token\. .* no "Bearer "/],
    ['for a URL with a secret', { URL: 'http://a:secret@127.0.0.1' }, /^URL= is not a valid service address/],
    ['for a remote URL without a token', { URL: 'http://plants.example', TOKEN: '' }, /^Set .* for plants\.example\./],
    ['without a signing key', { TOKEN: '', DATA: 'none' }, /^No signing key in \/.*\/none\. Run `make .* TOKEN=\.\n$/],
    ['without a response', { URL: unusedUrl }, / 3 s …\nNo response from .* \(ECONNREFUSED\)\. Run .* Nothing was/],
  ])('exits with status 2 %s, and prints the reason without the token', async (_title, settings, message) => {
    const { stderr, ...end } = await (await newCollection()).importCsv('name,tag\nFern,\n', settings)
    expect(end).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/secret|\n {4}at /)
  })

  it('says that the URL is wrong', async () => {
    const { importCsv, settings } = await newCollection()
    const { code, stderr } = await importCsv('name,tag\n', { URL: `${settings.URL}/docs` })
    expect(stderr).toMatch(/^The response is not one that this command expects \(404.*\)\. Check URL=\. Nothing was/)
    expect(code).toBe(2)
  })
})

it('make import without URL uses the address of make start', async () => {
  const { importCsv } = await newCollection()
  vi.stubGlobal('fetch', () => Promise.reject(new Error('broken')))
  const addressFor = async (settings: Settings) => (await importCsv('name\n', settings)).stderr.match(/http\S+/)?.[0]
  const settings = { URL: '', HOST: '', PORT: '', PATIENCE: '0' }
  expect(await addressFor(settings)).toBe('http://127.0.0.1:3000')
  expect(await addressFor({ ...settings, HOST: 'localhost', PORT: '8080' })).toBe('http://localhost:8080')
  vi.unstubAllGlobals()
})

it('make import without TOKEN uses the signing key of the running service', async () => {
  const { client, importCsv, subject, service } = await newCollection()
  const end = await importCsv('name,tag\nFern,\n', { TOKEN: '', DATA: service.folder, SUB: subject })
  expect(end).toMatchObject({ code: 0, stderr: '' })
  expect(await getPlants(client)).toEqual([{ name: 'Fern', tag: '' }])
})
