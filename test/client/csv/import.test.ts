import { describe, expect, it } from 'vitest'
import { getPlants, withCollections } from '../../support/csv-commands.ts'

const newCollection = await withCollections()
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
    await client.createPlant({ body: rose })
    expect(await importing(csv)).toEqual(added(3, 1))
    expect(await importing(csv)).toEqual(added(0, 4))
    expect(await getPlants(client)).toEqual([rose, fern, fern, { ...fern, tag: '' }])
  })

  it('reports each bad row with its lines and the reason, and adds the other rows', async () => {
    const { importing, client } = await newCollection()
    const tooLong = `${'x'.repeat(201)},${'y'.repeat(65)}`
    const rows = ['One,', ',b', '"tab\there",', tooLong, 'no tag', '"z', `${'z'.repeat(20_000)}",`, 'Two,']
    const { stderr, ...end } = await importing(`name,tag\n${rows.join('\n')}\n`)
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

  it('reads a file of Excel in another encoding than UTF-8, and says so', async () => {
    const { client, importing } = await newCollection()
    const csv = Buffer.from('sep=;\r\nname;tag\r\nG\xfcnther\x92s \x93Ros\xe9\x94;\x8cillet\r\n', 'latin1')
    const stderr = 'The file is not UTF-8. It is read as Windows-1252.\n'
    expect(await importing(csv)).toEqual({ ...added(1), stderr })
    expect(await getPlants(client)).toEqual([{ name: 'Günther’s “Rosé”', tag: 'Œillet' }])
  })

  it('uses the columns and the delimiter of the settings', async () => {
    for (const [DELIMITER, between] of Object.entries({ tab: '\t', '\\t': '\t', '!': '!' })) {
      const { client, importing } = await newCollection()
      const settings = { NAME_COLUMN: 'a name', TAG_COLUMN: 'kind', DELIMITER }
      expect(await importing(`kind${between}a name\nshade${between}Fern\n`, settings)).toEqual(added(1))
      expect(await getPlants(client)).toEqual([{ name: 'Fern', tag: 'shade' }])
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

  it('adds nothing with a token that may not read', async () => {
    const { importing, token, client } = await newCollection()
    const { code, stderr } = await importing('name,tag\nFern,\n', { TOKEN: await token('plants:write') })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^The token lacks a scope\. .* Set TOKEN= /)
    expect(await getPlants(client)).toEqual([])
  })
})
