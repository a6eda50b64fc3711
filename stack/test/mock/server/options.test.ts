import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { getCollection } from '../../../core/contract/collections.ts'
import { generateFixtures } from '../../../mock/server/generated-fixtures.ts'
import { readCommand } from '../../../mock/server/options.ts'
import { fixturesFrom } from '../../../mock/server/seed.ts'
import { newFolder } from '../../support/folder.ts'
import { lampHandlers } from '../../support/lamp-msw.ts'
import { start } from '../../support/process.ts'
import { rooms } from '../../support/rooms.ts'
import { startLampMock } from '../../support/service.ts'

async function fileWith(text: string | Buffer, name = 'lamps.csv'): Promise<string> {
  const file = join(await newFolder(), name)
  await writeFile(file, text)
  return file
}

describe('the command line of the mock', () => {
  it('starts on a port, with lamps and the control API', async () => {
    const file = await fileWith('name,tag\nDesk,stairs\nWall,\n')
    const mock = start('node', ['stack/test/product/mock.ts', '--port', '0', '--seed', file, '--control'])
    const [, url = ''] = await mock.waitForOutput(/listening on (\S+)\n/)
    await mock.waitForOutput(/control API/)
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
    [['--port', '99999'], /^PORT=99999 is not a valid port/],
    [['--seed', '/none.csv'], /^The seed \/none\.csv: There is no file \/none\.csv\.$/],
    [['--seed', 'x.csv', '--items', '3'], /^Use SEED= or ITEMS=, but not both\.$/],
    [['--items', '1e3'], /^ITEMS=1e3 must be a whole number/],
  ])('rejects %j with one line that says what to do', async (args, message) => {
    const expected = { name: 'StartUpError', message: expect.stringMatching(message) }
    await expect(readCommand(rooms, args, {})).rejects.toMatchObject(expected)
  })

  it('rejects invalid options and lamps, and so do the functions for tests', async () => {
    await expect(startLampMock({ statefull: true } as object)).rejects.toThrow(
      'startMock/statefull is not a documented property.',
    )
    await expect(startLampMock({ items: [{ nam: 'x' }] as never })).rejects.toThrow(/^Item 1 is not a valid lamp: /)
    await expect(readCommand(rooms, [], { STATEFUL: '2' })).rejects.toThrow(/^STATEFUL=2 is not valid\. Use 1 or 0\.$/)
    await expect(readCommand(rooms, [], { STATEFUL: '0', ITEMS: '2' })).rejects.toThrow(/^STATEFUL=0 keeps no items/)
    await expect(startLampMock({ stateful: false, items: [] })).rejects.toThrow('Only a stateful mock can have items')
    const invalid: [object, RegExp][] = [
      [{ mode: 'statefull' }, /^mode must be example or stateful\.$/],
      [{ lamps: [] }, /^There is no option lamps\. The options are baseUrl, mode, identify, items\.$/],
      [{ mode: 'example', items: [] }, /^Only a stateful mock can have items/],
      [{ items: [{}] }, /^Item 1 is not a valid lamp: name is required\.$/],
    ]
    for (const [options, message] of invalid)
      expect(() => lampHandlers({ baseUrl: 'https://lamps.example', ...options })).toThrow(message)
  })

  it.each([
    [['--help'], {}, 'help'],
    [[], {}, { port: 4010, host: '127.0.0.1', options: { stateful: false, control: false, items: undefined } }],
    [[], { STATEFUL: '1', CONTROL: 'true' }, { options: { stateful: true, control: true } }],
    [['--control'], { STATEFUL: 'false' }, { options: { stateful: false, control: true } }],
  ])('reads %j with %j', async (args, environment, command) => {
    expect([await readCommand(rooms, args, environment)]).toMatchObject([command])
  })
})

describe('a seed', () => {
  const getLamps = async (file: string) => Object(await readCommand(rooms, ['--seed', file], {})).options.items

  it('can be an export of the API in JSON, with its ids and dates', async () => {
    const [createdAt, updatedAt] = ['2020-01-01T00:00:00.000Z', '2020-01-02T00:00:00.000Z']
    const lamp = { id: '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41', name: 'Desk', tag: 'a', createdAt, updatedAt }
    await using mock = await startLampMock({
      items: await getLamps(await fileWith(JSON.stringify([lamp]), 'lamps.json')),
    })
    const response = await fetch(`${mock.url}/lamps`, { headers: { Authorization: 'Bearer any' } })
    expect(await response.json()).toEqual([lamp])
  })

  it('in CSV can have columns for the fields that the service sets', async () => {
    // The apostrophe keeps spreadsheets from evaluating a formula.
    const file = await fileWith("createdAt,name\n2020-01-01T00:00:00.000Z,'=Desk\n,Wall\n")
    expect(await getLamps(file)).toEqual([{ name: '=Desk', createdAt: '2020-01-01T00:00:00.000Z' }, { name: 'Wall' }])
  })

  it('in CSV has strings for fields that allow a string, and JSON or no value for other fields', async () => {
    const file = await fileWith('name,seats,isOpen,closedOn,label\n7,12.5,false,2026-01-31,L\nHall,,,,\n')
    const { contract } = rooms
    const collections = [getCollection(contract.collections, '/rooms')]
    const api = { ...rooms, contract: { ...contract, collections } }
    expect(await fixturesFrom(api, file)).toEqual([
      { name: '7', seats: 12.5, isOpen: false, closedOn: '2026-01-31', label: 'L' },
      { name: 'Hall', label: '' },
    ])
  })

  it.each<[string | Buffer, string, RegExp]>([
    ['title\nDesk\n', 'lamps.csv', /needs a first line with the column name\. Add it\.$/],
    [Buffer.from('["F\xe4rn"]', 'latin1'), 'lamps.json', /lamps\.json is not text in UTF-8: save it as UTF-8\.$/],
    ['{"name":"Desk"}', 'lamps.json', /must be a JSON array\.$/],
    ['[{"name":"Desk","id":"x"}]', 'lamps.json', /item 1, is not a valid lamp: id must /],
  ])('that is not valid is reported on one line: %j', async (text, name, message) => {
    const file = await fileWith(text, name)
    await expect(getLamps(file)).rejects.toThrow(message)
    await expect(getLamps(file)).rejects.not.toThrow(/\n/)
  })

  it('has at most 100,000 rows and 50 MB', async () => {
    const toList = (length: number) => fileWith(JSON.stringify(Array(length).fill(0)), 'lamps.json')
    await expect(toList(100_000).then(getLamps)).rejects.toThrow(/item 1, is not a valid lamp/)
    await expect(toList(100_001).then(getLamps)).rejects.toThrow(/lamps\.json has more than 100000 rows\.$/)
    const file = await fileWith('')
    await truncate(file, 50_000_001)
    await expect(getLamps(file)).rejects.toThrow(/is larger than 50 MB\. Split it\.$/)
  })
})

describe('generated items', () => {
  it('combine the examples of the contract, and were created over the last months', async () => {
    const { options } = Object(await readCommand(rooms, ['--items', '5'], {}))
    await using mock = await startLampMock(options)
    const response = await fetch(`${mock.url}/lamps`, { headers: { Authorization: 'Bearer any' } })
    const lamps: { name: string; tag: string; createdAt: string; updatedAt: string }[] = await response.json()
    const names = [
      'Ceiling lamp',
      'The lamp on the stairs',
      'Ceiling lamp 2',
      'The lamp on the stairs 2',
      'Ceiling lamp 3',
    ]
    expect(lamps.map(({ name }) => name)).toEqual(names)
    expect(lamps.map(({ createdAt, updatedAt }) => updatedAt > createdAt)).toEqual([false, false, true, false, false])
    const times = lamps.map(({ createdAt }) => Date.parse(createdAt))
    expect(times).toEqual(times.toSorted((first, second) => first - second))
    expect(Date.now() - Math.max(...times)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(100 * 24 * 60 * 60 * 1000)
  })

  it('have the values of an enum in turn, and a number in a name only if the contract allows it', () => {
    const { contract } = rooms
    const collection = getCollection(contract.collections, '/rooms')
    const generate = (exampleValues = collection.exampleValues ?? {}) =>
      generateFixtures({ ...rooms, contract: { ...contract, collections: [{ ...collection, exampleValues }] } }, 4)
    const kinds = ['office', 'lab', 'hall', 'office']
    expect(generate()).toMatchObject(kinds.map((kind) => ({ name: expect.stringMatching(/^text/), kind })))
    const long = 'a'.repeat(100)
    expect(() => generate({ name: [''] })).toThrow('The examples of the contract make no valid item.')
    expect(generate({ name: [long, ''] })).toMatchObject(Array(4).fill({ name: long }))
  })
})

it('rate limits of a mock end when its clock advances or is set back, and with a reset', async () => {
  await using mock = await startLampMock({ stateful: true, requestsPerMinute: 2 })
  const get = async () => (await fetch(`${mock.url}/lamps`, { headers: { Authorization: 'Bearer any' } })).status
  expect([await get(), await get(), await get()]).toEqual([200, 200, 429])
  mock.control.setClock({ shiftSeconds: 61 })
  expect([await get(), await get(), await get()]).toEqual([200, 200, 429])
  mock.control.setClock({})
  expect([await get(), await get(), await get()]).toEqual([200, 200, 429])
  mock.control.reset()
  expect(await get()).toBe(200)
})
