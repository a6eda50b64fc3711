import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { plantHandlers } from '@plant-collection/client/msw'
import { setupServer } from 'msw/node'
import { afterAll, describe, expect, it } from 'vitest'
import { mocked } from '../../../../server/mocked.ts'
import { startMock } from '../../../../server/start-mock.ts'
import { readCommand } from '../../../mock/server/options.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { run, start } from '../../support/process.ts'

afterAll(cleanUp)

async function fileWith(text: string | Buffer, name = 'plants.csv'): Promise<string> {
  const file = join(await newFolder(), name)
  await writeFile(file, text)
  return file
}

const settings = { PORT: '0' }
const runMock = (...args: string[]) => run('node', ['server/mock.ts', ...args], { settings })

describe('the command line of the mock', () => {
  it('prints its help, with one line for each flag, and its version', async () => {
    const { stdout, code } = await runMock('--help')
    expect(code).toBe(0)
    const lines = stdout.split('\n')
    expect(lines).toContain('  --port PORT          Port. 0 means any free port. Default: 4010.')
    expect(lines).toContain('  --version            Prints the version.')
    expect((await runMock('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('starts on a port, with plants and the control API', async () => {
    const file = await fileWith('name,tag\nFern,stairs\nMoss,\n')
    const mock = start('node', ['server/mock.ts', '--port', '0', '--seed', file, '--control'])
    const [, url = ''] = await mock.printed(/listens on (\S+)\n/)
    await mock.printed(/control API/)
    const response = await fetch(`${url}/plants`, { headers: { Authorization: 'Bearer any' } })
    expect(await response.json()).toMatchObject([
      {
        id: '00000000-0000-7000-8000-000000000001',
        name: 'Fern',
        tag: 'stairs',
        createdAt: '2025-01-01T00:00:00.000Z',
      },
      { id: '00000000-0000-7000-8000-000000000002', name: 'Moss', tag: '', createdAt: '2025-01-01T00:00:01.000Z' },
    ])
    expect(await mock.end()).toMatchObject({ code: 0, stderr: '' })
  })

  it.each([
    [['--bogus'], /^Unknown option '--bogus'\. --help lists the flags\.$/],
    [['stateful'], /^Unexpected argument 'stateful'/],
    [['--port', '99999'], /^PORT=99999 is not a valid port/],
    [['--port', '-1'], /^Option '--port' argument is ambiguous\. --help lists the flags\.$/],
    [['--seed', '/none.csv'], /^SEED=\/none\.csv: There is no file \/none\.csv\.$/],
    [['--seed', 'x.csv', '--items', '3'], /^Use SEED= or ITEMS=, but not both\.$/],
    [['--items', '1e3'], /^ITEMS=1e3 must be a whole number/],
    [['--rate-limit', 'x'], /^RATE_LIMIT=x must be a whole number\.$/],
    [['--rate-limit=-1'], /^RATE_LIMIT=-1 must be a whole number\.$/],
    [['--rate-limit', '5x'], /^RATE_LIMIT=5x must be/],
    [['--a.b\nc'], /^Unknown option '--a\.b\. --help lists the flags\.$/],
  ])('refuses %j with one line that says what to do', async (args, message) => {
    const expected = { name: 'StartUpError', message: expect.stringMatching(message) }
    await expect(readCommand(mocked, args, {})).rejects.toMatchObject(expected)
  })

  it('refuses options and plants that are not valid in a test too', async () => {
    await expect(startMock({ statefull: true } as object)).rejects.toThrow(/^startMock has no property statefull\. Use/)
    await expect(startMock({ items: [{ nam: 'x' }] as never })).rejects.toThrow(/^items: number 1 is not valid: /)
    await expect(startMock({ items: 5 as never })).rejects.toThrow(/^items must be a list\.$/)
    await expect(readCommand(mocked, [], { STATEFUL: '2' })).rejects.toThrow(/^STATEFUL=2 is not valid\. Use 1 or 0\.$/)
    await expect(readCommand(mocked, [], { STATEFUL: '0', ITEMS: '2' })).rejects.toThrow(/^STATEFUL=0 keeps no items/)
    const refused: [object, RegExp][] = [
      [{ requestsPerMinute: -1 }, /^requestsPerMinute must be a whole number from 0 to 9999999\.$/],
      [{ requestsPerMinute: '10' }, /^requestsPerMinute must be/],
      [{ port: '4010' }, /^port must be a whole number from 0 to 65535\.$/],
      [{ port: 70_000 }, /^port must be/],
      [{ host: '' }, /^host must be a string/],
      [{ stateful: 'yes' }, /^stateful must be true or false\.$/],
      [{ control: 1 }, /^control must be true or false\.$/],
      [{ stateful: false, items: [] }, /^Only a stateful mock can have items/],
    ]
    for (const [options, message] of refused) await expect(startMock(options)).rejects.toThrow(message)
    const example = () => plantHandlers({ baseUrl: 'https://plants.example', mode: 'example', plants: [] })
    expect(example).toThrow(/^Only a stateful mock can have items/)
  })

  it('is stateful with plants', async () => {
    const plants = [{ name: 'Fern' }]
    await using mock = await startMock({ items: plants })
    const headers = { Authorization: 'Bearer any' }
    expect(await (await fetch(`${mock.url}/plants`, { headers })).json()).toMatchObject(plants)
    const url = 'https://plants.example'
    const server = setupServer(...plantHandlers({ baseUrl: url, plants }).handlers)
    server.listen({ onUnhandledFrame: 'bypass' })
    expect(await (await fetch(`${url}/plants`, { headers })).json()).toMatchObject(plants)
    server.close()
  })

  it.each([
    [['--help'], {}, 'help'],
    [['--version'], {}, 'version'],
    [[], {}, { port: 4010, host: '127.0.0.1', options: { stateful: false, control: false, items: undefined } }],
    [['--host', '0.0.0.0'], {}, { host: '0.0.0.0' }],
    [['--rate-limit', '1234567'], {}, { options: { requestsPerMinute: 1_234_567 } }],
    [[], { PORT: '0', HOST: '', RATE_LIMIT: '5' }, { port: 0, host: '127.0.0.1', options: { requestsPerMinute: 5 } }],
    [[], { ITEMS: '1', CONTROL: '0' }, { options: { stateful: true, control: false, items: [{ name: 'Plant 1' }] } }],
    [[], { STATEFUL: '1', CONTROL: 'true' }, { options: { stateful: true, control: true } }],
    [['--control'], { STATEFUL: 'false' }, { options: { stateful: false, control: true } }],
  ])('reads %j with %j', async (args, environment, command) => {
    expect([await readCommand(mocked, args, environment)]).toMatchObject([command])
  })

  it('generates plants, of which every sixth has no tag', async () => {
    const tags = ['balcony', 'bathroom', 'bedroom', 'kitchen', 'living room', '']
    const plants = [...tags, ...tags].map((tag, index) => ({ name: `Plant ${index + 1}`, tag }))
    expect(await readCommand(mocked, ['--items', '12'], {})).toMatchObject({ options: { items: plants } })
    expect(Object(await readCommand(mocked, ['--items', '100000'], {})).options.items).toHaveLength(100_000)
  })
})

describe('a seed', () => {
  const plantsOf = async (file: string) => Object(await readCommand(mocked, ['--seed', file], {})).options.items

  it('can be the example collection', async () => {
    const plants = await plantsOf('data/plants.csv')
    expect(plants.length).toBeGreaterThan(300)
    expect(plants[0]).toEqual({ name: 'Abelmoschus esculentus', tag: 'Malvaceae' })
  })

  it('can be an export of the API in JSON', async () => {
    const file = await fileWith('[{"id":"x","name":"Fern","tag":"a","createdAt":"","updatedAt":""}]', 'plants.json')
    expect(await plantsOf(file)).toEqual([{ name: 'Fern', tag: 'a' }])
  })

  it.each([
    ['an export with a formula', "name,tag\n'=Fern,a\n"],
    ['semicolons', 'id;name;tag;id\n1;=Fern;a;2\n'],
    ['UTF-16', Buffer.from('\ufeffname\ttag\n=Fern\ta\n', 'utf16le')],
  ])('can be what an import reads: %s', async (_, content) => {
    expect(await plantsOf(await fileWith(content))).toEqual([{ name: '=Fern', tag: 'a' }])
  })

  it('can have no plants, and no tags', async () => {
    expect(await plantsOf(await fileWith('name,tag\n'))).toEqual([])
    expect(await plantsOf(await fileWith('name\nFern\n'))).toEqual([{ name: 'Fern' }])
    expect(await plantsOf(await fileWith('[]', 'plants.json'))).toEqual([])
  })

  it.each<[string | Buffer, string, RegExp]>([
    ['name,tag\nFern,\n,x\n', 'plants.csv', /line 3, is not a valid plant: name/],
    [`name,tag\nFern,${'x'.repeat(65)}\n`, 'plants.csv', /line 2, is not a valid plant: tag/],
    ['title\nFern\n', 'plants.csv', /needs a first line with the column name\. Add it\.$/],
    ['', 'plants.csv', /plants\.csv is empty\.$/],
    ['name,tag\n"Fern,x\n', 'plants.csv', /line 2: a quoted field has no closing quote\.$/],
    ['name,tag\nFern\n', 'plants.csv', /line 2: the number of fields is 1, but the header has 2\.$/],
    ['name,tag,name\nFern,,Rose\n', 'plants.csv', /has more than one column "name"\. Rename or remove the others\.$/],
    ['name,scientific_name\nFern,Rose\n', 'plants.csv', /has more than one column "name"\./],
    [Buffer.from('["F\xe4rn"]', 'latin1'), 'plants.json', /The file is not UTF-8\. Save it as UTF-8\.$/],
    ['{"name":"Fern"}', 'plants.json', /must be a JSON array\.$/],
    ['[{"name":"Fern","colour":"green"}]', 'plants.json', /number 1, is not a valid plant: colour/],
    ['[', 'plants.json', /The file is not valid JSON: /],
  ])('that is not valid is one line: %j', async (text, name, message) => {
    const file = await fileWith(text, name)
    await expect(plantsOf(file)).rejects.toThrow(message)
    await expect(plantsOf(file)).rejects.not.toThrow(/\n/)
  })

  it('has limits of plants and of bytes', async () => {
    const listOf = (length: number) => fileWith(JSON.stringify(Array(length).fill(0)), 'plants.json')
    await expect(listOf(100_000).then(plantsOf)).rejects.toThrow(/number 1, is not a valid plant/)
    await expect(listOf(100_001).then(plantsOf)).rejects.toThrow(/plants\.json has more than 100000 rows\.$/)
    const file = await fileWith('')
    await truncate(file, 50_000_001)
    await expect(plantsOf(file)).rejects.toThrow(/is larger than 50 MB\. Split it\.$/)
  })
})

it('rate limits of a mock end with its clock, with a clock that is set back, and with a reset', async () => {
  await using mock = await startMock({ stateful: true, requestsPerMinute: 2 })
  const get = async () => (await fetch(`${mock.url}/plants`, { headers: { Authorization: 'Bearer any' } })).status
  expect([await get(), await get(), await get()]).toEqual([200, 200, 429])
  mock.control.setClock({ shiftSeconds: 61 })
  expect([await get(), await get(), await get()]).toEqual([200, 200, 429])
  mock.control.setClock({ shiftSeconds: -3_600 })
  expect([await get(), await get(), await get()]).toEqual([200, 200, 429])
  mock.control.setClock({})
  expect([await get(), await get(), await get()]).toEqual([200, 200, 429])
  mock.control.reset()
  expect(await get()).toBe(200)
})

it('rate limits of one caller end with its clock, and with its reset', async () => {
  await using mock = await startMock({ stateful: true, requestsPerMinute: 1 })
  const get = async (token: string) =>
    (await fetch(`${mock.url}/plants`, { headers: { Authorization: `Bearer ${token}` } })).status
  const both = async () => [await get('ann'), await get('bob')]
  expect([await both(), await both()]).toEqual([
    [200, 200],
    [429, 429],
  ])
  mock.control.setClock({ caller: 'ann', shiftSeconds: 61 })
  expect([await both(), await both()]).toEqual([
    [200, 429],
    [429, 429],
  ])
  mock.control.reset({ caller: 'bob' })
  expect(await both()).toEqual([429, 200])
})
