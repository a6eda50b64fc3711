import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../support/service.ts'
import { type Folder, importHere, newCollection, newFolder, numbered, plantsOf, roadTo, runCommand } from './running.ts'

let service: Service
let folder: Folder
beforeAll(async () => {
  service = await startService()
  folder = await newFolder()
})
afterAll(async () => {
  await folder[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const csvOf = (names: string[]) => `name\n${names.join('\n')}\n`

describe.concurrent('an import', () => {
  it('adds what is missing, in the order of the file, and nothing the second time', async () => {
    const { client, importing } = await newCollection(service, folder)
    const csv = 'name,tag\n  Fern ,shade\n"Rose, ""Peace""",\n  Fern ,shade\n'
    const expected = [
      { name: '  Fern ', tag: 'shade' },
      { name: 'Rose, "Peace"', tag: '' },
      { name: '  Fern ', tag: 'shade' },
    ]
    expect(await importing(csv)).toEqual({ code: 0, stdout: 'Added 3, already there 0, refused 0.\n', stderr: '' })
    expect(await plantsOf(client)).toEqual(expected)
    expect(await importing(csv)).toEqual({ code: 0, stdout: 'Added 0, already there 3, refused 0.\n', stderr: '' })
    expect(await plantsOf(client)).toEqual(expected)
  })

  it('counts equal rows', async () => {
    const { importing, client, names } = await newCollection(service, folder)
    await client.createPlant({ body: { name: 'Fern' } })
    expect(await importing('name,tag\nFern,\nFern,\nFern,other\nFern,\n')).toMatchObject({
      code: 0,
      stdout: 'Added 3, already there 1, refused 0.\n',
    })
    expect(await names()).toEqual(['Fern', 'Fern', 'Fern', 'Fern'])
  })

  it('reports bad rows by line and reason, and goes on', async () => {
    const { importing, names } = await newCollection(service, folder)
    const long = 'x'.repeat(201)
    const rows = [
      'One,a',
      ',b',
      '"tab\there",',
      `${long},${'y'.repeat(65)}`,
      'no tag',
      '"z',
      `${'z'.repeat(20_000)}",`,
      'Two,b',
    ]
    const { code, stdout, stderr } = await importing(`name,tag\n${rows.join('\n')}\n`)
    expect(stderr.trimEnd().split('\n')).toEqual([
      'line 6: it has 1 fields, the header 2.',
      'line 3: name: must NOT have fewer than 1 characters',
      'line 4: name: does not match the documented format',
      'line 5: name: must NOT have more than 200 characters; tag: must NOT have more than 64 characters',
      'lines 7 to 8: The request body is larger than 16384 bytes.',
    ])
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: 'Added 2, already there 0, refused 5 (lines 3, 4, 5, 6, 7).\n',
    })
    expect(await names()).toEqual(['One', 'Two'])
  })

  it.each([
    [2, ''],
    [20, ''],
    [23, ' and 3 more'],
  ])('names the lines of %i bad rows, but no more than twenty', async (count, more) => {
    const { importing } = await newCollection(service, folder)
    const { stdout } = await importing(`name,tag\n${',\n'.repeat(count)}`)
    const lines = Array.from({ length: Math.min(count, 20) }, (_, index) => index + 2)
    expect(stdout).toBe(`Added 0, already there 0, refused ${count} (lines ${lines.join(', ')}${more}).\n`)
  })

  it('says that there are no tags, and how far it is', async () => {
    const { importing, names } = await newCollection(service, folder)
    const { code, stderr } = await importing(csvOf(numbered(250)))
    expect(code).toBe(0)
    expect(stderr).toMatch(/^There is no column "tag", .* TAG_COLUMN= .*\n100 of 250\n200 of 250\n$/)
    expect(await names()).toEqual(numbered(250))
  })

  it('has nothing to do for a file without rows', async () => {
    const { importing } = await newCollection(service, folder)
    const nothing = { code: 0, stdout: 'Added 0, already there 0, refused 0.\n', stderr: '' }
    expect(await importing('name,tag\n')).toEqual(nothing)
  })

  it.each([
    ['tab', '\t'],
    ['\\t', '\t'],
    ['!', '!'],
  ])('takes its columns and its delimiter, as %s, from settings', async (DELIMITER, between) => {
    const { client, importing } = await newCollection(service, folder)
    const settings = { NAME_COLUMN: 'a name', TAG_COLUMN: 'kind', DELIMITER }
    const csv = `kind${between}a name\nshade${between}Fern\n`
    expect(await importing(csv, settings)).toMatchObject({ code: 0, stderr: '' })
    expect(await plantsOf(client)).toEqual([{ name: 'Fern', tag: 'shade' }])
  })
})

describe.concurrent('the process', () => {
  it('prints the outcome on stdout and the rest on stderr, and ends with a code', async () => {
    const { settings, names } = await newCollection(service, folder)
    const FILE = await folder.file('name,tag\nFern,\n,\n', 'process.csv')
    expect(await runCommand('import', { ...settings, FILE })).toEqual({
      code: 1,
      stdout: 'Added 1, already there 0, refused 1 (line 3).\n',
      stderr: 'line 3: name: must NOT have fewer than 1 characters\n',
    })
    expect(await names()).toEqual(['Fern'])
  })

  it('that cannot import says so in a line, with code 2', async () => {
    const { settings } = await newCollection(service, folder)
    const ended = await runCommand('import', { ...settings, FILE: 'none.csv' })
    expect(ended).toEqual({ code: 2, stdout: '', stderr: 'There is no file none.csv.\n' })
  })
})

describe.concurrent('an import that is cut short', () => {
  it.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)('by %s is made good by the next', async (signal) => {
    const { settings, fileOf, importing, names } = await newCollection(service, folder)
    const csv = csvOf(numbered(40))
    const FILE = await fileOf(csv)
    const end = { now: () => {} }
    await using road = await roadTo(service.url, (_method, post) => {
      if (post !== 15) return undefined
      end.now()
      // What the service did after its caller was gone, the next import might come too early to see.
      return signal === 'SIGKILL' ? 'broken' : undefined
    })
    const first = await runCommand('import', { ...settings, FILE, URL: road.url }, (child) => {
      end.now = () => child.kill(signal)
    })
    if (signal === 'SIGKILL') expect(first).toMatchObject({ code: null, stdout: '' })
    else
      expect(first).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^Added 1\d, .* not added 2\d\. Import again/),
      })
    expect(await importing(csv)).toMatchObject({ code: 0 })
    expect(await names()).toEqual(numbered(40))
  })
})

describe.concurrent('an import that is told to stop', () => {
  it('waits no longer for a service that is busy', async () => {
    const { settings, fileOf, names } = await newCollection(service, folder)
    const FILE = await fileOf(csvOf(numbered(3)))
    const controller = new AbortController()
    await using road = await roadTo(service.url, (_method, post) => {
      if (post < 2) return undefined
      setTimeout(() => controller.abort(), 100)
      return { status: 503, headers: { 'Retry-After': '60' } }
    })
    const start = performance.now()
    const ended = await importHere({ ...settings, FILE, URL: road.url }, controller.signal)
    expect(ended).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Added 1, .*, not added 2\./) })
    expect(performance.now() - start).toBeLessThan(10_000)
    expect(await names()).toEqual(['Plant 1'])
  })

  it('adds nothing when that was before it began', async () => {
    const { settings, fileOf, names } = await newCollection(service, folder)
    const FILE = await fileOf(csvOf(['Fern']))
    const ended = await importHere({ ...settings, FILE }, AbortSignal.abort())
    expect(ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/\nStopped\. Nothing was added\.\n$/),
    })
    expect(await names()).toEqual([])
  })
})
