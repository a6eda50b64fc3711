import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/process.ts'
import { type Service, startService } from '../support/service.ts'
import { type Fate, type Folder, newCollection, newFolder, numbered, roadTo } from './running.ts'

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

describe.concurrent('a service that does not answer as it should', () => {
  /** Imports five plants on a road on which something happens to posts. */
  async function importOn(fateOf: (method: string, post: number) => Fate, more: Record<string, string> = {}) {
    const { importing, names } = await newCollection(service, folder)
    await using road = await roadTo(service.url, fateOf)
    const ended = await importing(`name,tag\n${numbered(5).join(',\n')},\n`, { URL: road.url, PATIENCE: '1', ...more })
    return { ...ended, names: await names(), seen: road.seen }
  }
  const whole = { code: 0, stdout: 'Added 5, already there 0, refused 0.\n', names: numbered(5) }

  it.each<[string, Fate]>([
    ['429 with Retry-After', { status: 429, headers: { 'Retry-After': '1' } }],
    ['503', { status: 503 }],
    ['500', { status: 500 }],
    ['504', { status: 504 }],
    ['no answer', 'broken'],
    ['no answer, though the plant was added', 'answer lost'],
  ])('is tried again after %s, with the same key', async (_what, fate) => {
    const { seen, ...ended } = await importOn((_method, post) => (post === 3 ? fate : undefined), { PATIENCE: '5' })
    expect(ended).toMatchObject({ ...whole, stderr: expect.stringMatching(/^The service .*: trying again .*\n$/) })
    const posts = seen.filter(({ method }) => method === 'POST')
    const keys = posts.map(({ key }) => key)
    expect(keys).toHaveLength(6)
    expect(keys[2]).toBe(keys[3])
    expect(new Set(keys).size).toBe(5)
    // A timer may be a millisecond early.
    if (_what.startsWith('429')) expect((posts[3]?.atMs ?? 0) - (posts[2]?.atMs ?? 0)).toBeGreaterThan(999)
  })

  it('is waited for as long as PATIENCE says, longer than a call of the client takes by itself', async () => {
    const away = { status: 503, headers: { 'Retry-After': '31' } }
    expect(await importOn((_method, post) => (post === 3 ? away : undefined), { PATIENCE: '60' })).toMatchObject(whole)
  }, 60_000)

  it('is tried again while the collection is read', async () => {
    let asked = 0
    expect(await importOn(() => (++asked === 1 ? { status: 503 } : undefined))).toMatchObject(whole)
  })

  it.each<[string, Fate, RegExp]>([
    ['429', { status: 429, headers: { 'Retry-After': '60' } }, /is busy or away\..*Try again later\.\n$/],
    ['503', { status: 503 }, /is busy or away\..*Try again later\.\n$/],
    ['401', { status: 401 }, /^The service does not accept the token\..*Set TOKEN=/],
    ['403', { status: 403 }, /^The token does not go far enough\..*Set TOKEN=/],
  ])('ends the run when it keeps to %s, with what was added', async (_what, fate, words) => {
    const { seen: _seen, ...ended } = await importOn((_method, post) => (post >= 3 ? fate : undefined))
    expect(ended).toEqual({
      code: 1,
      names: ['Plant 1', 'Plant 2'],
      stdout:
        'Added 2, already there 0, refused 0, not added 3. ' +
        'Import again to add the rest: what is there is not added twice.\n',
      stderr: expect.stringMatching(words),
    })
  })

  it.each([502, 504])('ends the run when a gateway keeps to %i, with what is not known', async (status) => {
    const { code, stdout, stderr } = await importOn((_method, post) => (post >= 3 ? { status } : undefined))
    expect(stderr).toMatch(new RegExp(`\nThe service is busy or away\\. \\(${status}: .*Try again later\\.\n$`))
    expect({ code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Added 2, already there 0, refused 0, not known 1 \(line 4\), not added 2\. /),
    })
  })

  it('ends the run when it goes away, with what is not known', async () => {
    const { seen, code, stdout, stderr } = await importOn((_method, post) => (post >= 3 ? 'broken' : undefined))
    // Each wait is drawn from twice as much as the one before: a service in trouble is not asked all the time.
    expect(seen.length).toBeLessThan(20)
    expect(stderr).toMatch(/^The service does not answer: trying again for up to 1 s …\nNothing answers at http/)
    expect({ code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Added 2, already there 0, refused 0, not known 1 \(line 4\), not added 2\. /),
    })
  })

  it('may fail at one row, and the rest goes on', async () => {
    const failing = new Set([3, 4, 5, 6])
    const { names, stdout, stderr } = await importOn(
      (_method, post) => (failing.has(post) ? { status: 500 } : undefined),
      {
        PATIENCE: '9',
      },
    )
    expect(names).toEqual(['Plant 1', 'Plant 2', 'Plant 4', 'Plant 5'])
    expect(stdout).toMatch('Added 4, already there 0, refused 0, not known 1 (line 4). Import again')
    expect(stderr).toMatch(/\nline 4: whether it was added is not known\. \(500: .*\)\n$/)
  })
})

describe.concurrent('an import that cannot be', () => {
  const secret = 'secret-of-a-caller'

  it.each<[string, () => Promise<Record<string, string>> | Record<string, string>, RegExp]>([
    ['without a file', () => ({ FILE: '' }), /^Say which file: make import FILE=plants\.csv\n$/],
    ['of a file that is not there', () => ({ FILE: 'none.csv' }), /^There is no file none\.csv\.\n$/],
    ['with a delimiter that is none', () => ({ DELIMITER: ', ' }), /^DELIMITER=, {2}is no delimiter: use/],
    [
      'with a wrong token',
      () => ({ TOKEN: secret }),
      /^The service does not accept the token\..* Nothing was added\.\n$/,
    ],
    ['with a token that is none', () => ({ TOKEN: `Bearer ${secret}` }), /^TOKEN= is no token: .*no "Bearer "/],
    ['with a URL that is none', () => ({ URL: `http:/${secret}` }), /^URL= is no address of a service: write it like/],
    ['with a secret in the URL', () => ({ URL: `http://a:${secret}@127.0.0.1` }), /^URL= is no address of a service/],
    [
      'elsewhere without a token',
      () => ({ URL: 'http://plants.example' }),
      /^Set TOKEN= to a token for plants\.example\.\n$/,
    ],
    [
      'without a key for tokens',
      () => ({ DATA: folder.path }),
      /^There is no key to make a token with in .*make start/,
    ],
    ['with patience that is none', () => ({ PATIENCE: 'long' }), /^PATIENCE=long is no number of seconds\.\n$/],
    [
      'with a token for reading and writing nothing',
      async () => ({ TOKEN: await service.token('gardener', 'plants:write') }),
      /^The token does not go far enough\..* Nothing was added\.\n$/,
    ],
    [
      'to a service that is not there',
      async () => ({ URL: `http://127.0.0.1:${await freePort()}`, PATIENCE: '600' }),
      /for up to 3 s …\nNothing answers at http:.* \(ECONNREFUSED\) Run make start, or say where with URL=\. Nothing was added\.\n$/,
    ],
    ['to something else', () => ({ URL: `${service.url}/docs` }), /^This is no answer of a Plant Collection Service\./],
  ])('%s is told why, with code 2 and without the token', async (_what, settings, words) => {
    const { importing } = await newCollection(service, folder)
    const { code, stdout, stderr } = await importing('name,tag\nFern,\n', await settings())
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(words) })
    expect(stderr).not.toMatch(secret)
    expect(stderr).not.toMatch(/\n {4}at /)
  })

  it('with a token for reading only adds nothing, and needs no more where nothing is missing', async () => {
    const { importing, settings, client } = await newCollection(service, folder)
    const TOKEN = await service.token(settings.SUB, 'plants:read')
    const refused = await importing('name,tag\nFern,\n', { TOKEN })
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Added 0, .*, not added 1\./) })
    expect(refused.stderr).toMatch(/^The token does not go far enough\./)
    expect(refused.stderr).not.toMatch(TOKEN)
    await client.createPlant({ body: { name: 'Fern' } })
    expect(await importing('name,tag\nFern,\n', { TOKEN })).toMatchObject({ code: 0 })
  })
})
