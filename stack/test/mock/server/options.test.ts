import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setupServer } from 'msw/node'
import { afterAll, describe, expect, it } from 'vitest'
import { readCommand } from '../../../mock/server/options.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { startLampMock } from '../../support/lamp-mock.ts'
import { lampHandlers } from '../../support/lamp-msw.ts'
import { run, start } from '../../support/process.ts'
import { rooms } from '../../support/rooms.ts'

afterAll(cleanUp)

async function fileWith(text: string | Buffer, name = 'lamps.csv'): Promise<string> {
  const file = join(await newFolder(), name)
  await writeFile(file, text)
  return file
}

const settings = { PORT: '0' }
const runMock = (...args: string[]) => run('node', ['stack/test/product/mock.ts', ...args], { settings })

describe('the command line of the mock', () => {
  it('prints its help, with one line for each flag, and its version', async () => {
    const { stdout, code } = await runMock('--help')
    expect(code).toBe(0)
    const lines = stdout.split('\n')
    expect(lines).toContain('  --port PORT          Port. 0 means any free port. Default: 4010.')
    expect(lines).toContain('  --version            Prints the version.')
    expect((await runMock('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('starts on a port, with lamps and the control API', async () => {
    const file = await fileWith('name,tag\nDesk,stairs\nWall,\n')
    const mock = start('node', ['stack/test/product/mock.ts', '--port', '0', '--seed', file, '--control'])
    const [, url = ''] = await mock.printed(/listens on (\S+)\n/)
    await mock.printed(/control API/)
    const response = await fetch(`${url}/lamps`, { headers: { Authorization: 'Bearer any' } })
    expect(await response.json()).toMatchObject([
      {
        id: '00000000-0000-7000-8000-000000000001',
        name: 'Desk',
        tag: 'stairs',
        createdAt: '2025-01-01T00:00:00.000Z',
      },
      { id: '00000000-0000-7000-8000-000000000002', name: 'Wall', tag: '', createdAt: '2025-01-01T00:00:01.000Z' },
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
    await expect(readCommand(rooms, args, {})).rejects.toMatchObject(expected)
  })

  it('refuses options and lamps that are not valid in a test too', async () => {
    await expect(startLampMock({ statefull: true } as object)).rejects.toThrow(
      'startMock/statefull is not a documented property.',
    )
    await expect(startLampMock({ items: [{ nam: 'x' }] as never })).rejects.toThrow(/^items: number 1 is not valid: /)
    await expect(startLampMock({ items: 5 as never })).rejects.toThrow('startMock/items must be an array.')
    await expect(readCommand(rooms, [], { STATEFUL: '2' })).rejects.toThrow(/^STATEFUL=2 is not valid\. Use 1 or 0\.$/)
    await expect(readCommand(rooms, [], { STATEFUL: '0', ITEMS: '2' })).rejects.toThrow(/^STATEFUL=0 keeps no items/)
    const refused: [object, string][] = [
      [{ requestsPerMinute: -1 }, 'startMock/requestsPerMinute must be at least 0.'],
      [{ requestsPerMinute: '10' }, 'startMock/requestsPerMinute must be an integer.'],
      [{ port: '4010' }, 'startMock/port must be an integer.'],
      [{ port: 70_000 }, 'startMock/port must be at most 65535.'],
      [{ host: '' }, 'startMock/host must not be empty.'],
      [{ stateful: 'yes' }, 'startMock/stateful must be a boolean.'],
      [{ control: 1 }, 'startMock/control must be a boolean.'],
      [{ stateful: false, items: [] }, 'Only a stateful mock can have items'],
    ]
    for (const [options, message] of refused) await expect(startLampMock(options)).rejects.toThrow(message)
    const example = () => lampHandlers({ baseUrl: 'https://lamps.example', mode: 'example', items: [] })
    expect(example).toThrow(/^Only a stateful mock can have items/)
  })

  it('is stateful with lamps', async () => {
    const lamps = [{ name: 'Desk' }]
    await using mock = await startLampMock({ items: lamps })
    const headers = { Authorization: 'Bearer any' }
    expect(await (await fetch(`${mock.url}/lamps`, { headers })).json()).toMatchObject(lamps)
    const url = 'https://lamps.example'
    const server = setupServer(...lampHandlers({ baseUrl: url, items: lamps }).handlers)
    server.listen({ onUnhandledFrame: 'bypass' })
    expect(await (await fetch(`${url}/lamps`, { headers })).json()).toMatchObject(lamps)
    server.close()
  })

  it.each([
    [['--help'], {}, 'help'],
    [['--version'], {}, 'version'],
    [[], {}, { port: 4010, host: '127.0.0.1', options: { stateful: false, control: false, items: undefined } }],
    [['--host', '0.0.0.0'], {}, { host: '0.0.0.0' }],
    [['--rate-limit', '1234567'], {}, { options: { requestsPerMinute: 1_234_567 } }],
    [[], { PORT: '0', HOST: '', RATE_LIMIT: '5' }, { port: 0, host: '127.0.0.1', options: { requestsPerMinute: 5 } }],
    [[], { ITEMS: '1', CONTROL: '0' }, { options: { stateful: true, control: false, items: [{ name: 'Lamp 1' }] } }],
    [[], { STATEFUL: '1', CONTROL: 'true' }, { options: { stateful: true, control: true } }],
    [['--control'], { STATEFUL: 'false' }, { options: { stateful: false, control: true } }],
  ])('reads %j with %j', async (args, environment, command) => {
    expect([await readCommand(rooms, args, environment)]).toMatchObject([command])
  })

  it('generates lamps, of which every fourth has no tag', async () => {
    const tags = ['hall', 'lab', 'office', '']
    const lamps = [...tags, ...tags].map((tag, index) => ({ name: `Lamp ${index + 1}`, tag }))
    expect(await readCommand(rooms, ['--items', '8'], {})).toMatchObject({ options: { items: lamps } })
    expect(Object(await readCommand(rooms, ['--items', '100000'], {})).options.items).toHaveLength(100_000)
  })
})

describe('a seed', () => {
  const lampsOf = async (file: string) => Object(await readCommand(rooms, ['--seed', file], {})).options.items

  it('can be an export of the API in JSON', async () => {
    const file = await fileWith('[{"id":"x","name":"Desk","tag":"a","createdAt":"","updatedAt":""}]', 'lamps.json')
    expect(await lampsOf(file)).toEqual([{ name: 'Desk', tag: 'a' }])
  })

  it.each([
    ['an export with a formula', "name,tag\n'=Desk,a\n"],
    ['semicolons', 'id;name;tag;id\n1;=Desk;a;2\n'],
    ['UTF-16', Buffer.from('\ufeffname\ttag\n=Desk\ta\n', 'utf16le')],
  ])('can be what an import reads: %s', async (_, content) => {
    expect(await lampsOf(await fileWith(content))).toEqual([{ name: '=Desk', tag: 'a' }])
  })

  it('can have no lamps, and no tags', async () => {
    expect(await lampsOf(await fileWith('name,tag\n'))).toEqual([])
    expect(await lampsOf(await fileWith('name\nDesk\n'))).toEqual([{ name: 'Desk' }])
    expect(await lampsOf(await fileWith('[]', 'lamps.json'))).toEqual([])
  })

  it.each<[string | Buffer, string, RegExp]>([
    ['name,tag\nDesk,\n,x\n', 'lamps.csv', /line 3, is not a valid lamp: name/],
    [`name,tag\nDesk,${'x'.repeat(65)}\n`, 'lamps.csv', /line 2, is not a valid lamp: tag/],
    ['title\nDesk\n', 'lamps.csv', /needs a first line with the column name\. Add it\.$/],
    ['', 'lamps.csv', /lamps\.csv is empty\.$/],
    ['name,tag\n"Desk,x\n', 'lamps.csv', /line 2: a quoted field has no closing quote\.$/],
    ['name,tag\nDesk\n', 'lamps.csv', /line 2: the number of fields is 1, but the header has 2\.$/],
    ['name,tag,name\nDesk,,Shelf\n', 'lamps.csv', /has more than one column "name"\. Rename or remove the others\.$/],
    ['name,type\nDesk,Shelf\n', 'lamps.csv', /has more than one column "name"\./],
    [Buffer.from('["F\xe4rn"]', 'latin1'), 'lamps.json', /The file is not UTF-8\. Save it as UTF-8\.$/],
    ['{"name":"Desk"}', 'lamps.json', /must be a JSON array\.$/],
    ['[{"name":"Desk","colour":"green"}]', 'lamps.json', /number 1, is not a valid lamp: colour/],
    ['[', 'lamps.json', /The file is not valid JSON: /],
  ])('that is not valid is one line: %j', async (text, name, message) => {
    const file = await fileWith(text, name)
    await expect(lampsOf(file)).rejects.toThrow(message)
    await expect(lampsOf(file)).rejects.not.toThrow(/\n/)
  })

  it('has limits of lamps and of bytes', async () => {
    const listOf = (length: number) => fileWith(JSON.stringify(Array(length).fill(0)), 'lamps.json')
    await expect(listOf(100_000).then(lampsOf)).rejects.toThrow(/number 1, is not a valid lamp/)
    await expect(listOf(100_001).then(lampsOf)).rejects.toThrow(/lamps\.json has more than 100000 rows\.$/)
    const file = await fileWith('')
    await truncate(file, 50_000_001)
    await expect(lampsOf(file)).rejects.toThrow(/is larger than 50 MB\. Split it\.$/)
  })
})

it('rate limits of a mock end with its clock, with a clock that is set back, and with a reset', async () => {
  await using mock = await startLampMock({ stateful: true, requestsPerMinute: 2 })
  const get = async () => (await fetch(`${mock.url}/lamps`, { headers: { Authorization: 'Bearer any' } })).status
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
  await using mock = await startLampMock({ stateful: true, requestsPerMinute: 1 })
  const get = async (token: string) =>
    (await fetch(`${mock.url}/lamps`, { headers: { Authorization: `Bearer ${token}` } })).status
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
