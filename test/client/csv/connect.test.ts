import { describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../stack/test/support/free-port.ts'
import type { Settings } from '../../../stack/test/support/process.ts'
import { getPlants, withCollections } from '../../support/csv-commands.ts'

const newCollection = await withCollections()
const nowhere = `http://127.0.0.1:${await freePort()}`

describe.concurrent('a command that cannot use the service', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ['without a file', { FILE: '' }, /^Set FILE= to a CSV file\. Example: make import FILE=plants\.csv\n$/],
    ['for a wrong patience', { PATIENCE: 'long' }, /^PATIENCE=long is not a valid number of seconds: use/],
    ['for a wrong token', { TOKEN: 'secret' }, /^The service does not accept the token \(401: .*\)\. .* Nothing was/],
    ['for a malformed token', { TOKEN: 'Bearer secret' }, /^TOKEN= is not a valid token\. .* no "Bearer "/],
    ['for a URL with a secret', { URL: 'http://a:secret@127.0.0.1' }, /^URL= is not a valid service address/],
    [
      'for another machine without a token',
      { URL: 'http://plants.example', TOKEN: '' },
      /^Set .* for plants\.example\./,
    ],
    ['without a signing key', { TOKEN: '', DATA: 'none' }, /^No signing key in \/.*\/none\. Run `make .* TOKEN=\.\n$/],
    [
      'without a response in 3 s',
      { URL: nowhere },
      / 3 s …\nNo response from .* \(ECONNREFUSED\)\. Run .* Nothing was/,
    ],
  ])('says why %s, with code 2 and without the token', async (_title, settings, words) => {
    const { stderr, ...end } = await (await newCollection()).importing('name,tag\nFern,\n', settings)
    expect(end).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(words)
    expect(stderr).not.toMatch(/secret|\n {4}at /)
  })

  it('says that the URL is wrong', async () => {
    const { importing, settings } = await newCollection()
    const { code, stderr } = await importing('name,tag\n', { URL: `${settings.URL}/docs` })
    expect(stderr).toMatch(/^The response did not come from the service \(404.*\)\. Check URL=\. Nothing was/)
    expect(code).toBe(2)
  })
})

it('a command without URL uses the address of make start', async () => {
  const { importing } = await newCollection()
  vi.stubGlobal('fetch', () => Promise.reject(new Error('broken')))
  const addressFor = async (settings: Settings) => (await importing('name\n', settings)).stderr.match(/http\S+/)?.[0]
  const settings = { URL: '', HOST: '', PORT: '', PATIENCE: '0' }
  expect(await addressFor(settings)).toBe('http://127.0.0.1:3000')
  expect(await addressFor({ ...settings, HOST: 'localhost', PORT: '8080' })).toBe('http://localhost:8080')
  vi.unstubAllGlobals()
})

it('a command without TOKEN uses the signing key of the running service', async () => {
  const { client, importing, subject, service } = await newCollection()
  const end = await importing('name,tag\nFern,\n', { TOKEN: '', DATA: service.folder, SUB: subject })
  expect(end).toMatchObject({ code: 0, stderr: '' })
  expect(await getPlants(client)).toEqual([{ name: 'Fern', tag: '' }])
})
