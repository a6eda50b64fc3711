import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvLine } from '../../server/commands/csv-line.ts'
import { mostRecords } from '../../server/commands/csv-records.ts'
import { type Layout, readPlantRows } from '../../server/commands/plant-rows.ts'
import { type Folder, newFolder } from './running.ts'

let folder: Folder
beforeAll(async () => {
  folder = await newFolder()
})
afterAll(() => folder[Symbol.asyncDispose]())

async function read(content: string | Buffer, layout: Layout = {}) {
  return readPlantRows(await folder.file(content), layout)
}

async function complaint(content: string | Buffer, layout?: Layout): Promise<string> {
  return complaintOf(read(content, layout))
}

async function complaintOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => undefined,
    (thrown) => thrown,
  )
  expect(error).toMatchObject({ name: 'StartUpError' })
  expect(error.message).not.toMatch('\n')
  return error.message.replaceAll(folder.path, '…')
}

const lineEnds = ['\n', '\r\n', '\r']
const fern = { name: 'Fern', tag: 'shade' }
const rose = { name: 'Rose, "Peace"', tag: '' }
const fernAndRose = [
  { line: 2, lastLine: 2, plant: fern },
  { line: 3, lastLine: 3, plant: rose },
]

describe('a CSV file', () => {
  it.each([
    ['as RFC 4180 has it, with CRLF', 'name,tag\r\nFern,shade\r\n"Rose, ""Peace""",\r\n'],
    ['with LF', 'name,tag\nFern,shade\n"Rose, ""Peace""",\n'],
    ['with the CR of an old Mac', 'name,tag\rFern,shade\r"Rose, ""Peace""",\r'],
    ['without a line end at its end', 'name,tag\nFern,shade\n"Rose, ""Peace""",'],
    ['with mixed line ends', 'name,tag\r\nFern,shade\n"Rose, ""Peace""",\r\n'],
    ['with a byte order mark', '\ufeffname,tag\nFern,shade\n"Rose, ""Peace""",\n'],
    ['with a byte order mark and a quoted header', '\ufeff"name","tag"\n"Fern","shade"\n"Rose, ""Peace""",""\n'],
    ['with semicolons', 'name;tag\nFern;shade\n"Rose, ""Peace""";\n'],
    ['with tabs', 'name\ttag\nFern\tshade\n"Rose, ""Peace"""\t\n'],
    ['with bars', 'name|tag\nFern|shade\n"Rose, ""Peace"""|\n'],
    ['with other columns, in another order', 'tag,"a, b; c",name\nshade,1,Fern\n,"2\t3","Rose, ""Peace"""\n'],
    ['with semicolons, and commas in its header', 'name;a, b, c;tag\nFern;1,2;shade\n"Rose, ""Peace""";;\n'],
  ])('is read %s', async (_what, content) => {
    expect(await read(content)).toEqual({ plants: fernAndRose, bad: [], hasTags: true })
  })

  it('may name its columns otherwise, and its delimiter', async () => {
    const layout = { name: 'species', tag: 'family', delimiter: '#' }
    const { plants } = await read('species#family\nFern#shade\n"Rose, ""Peace"""#', layout)
    expect(plants).toEqual(fernAndRose)
  })

  it('needs no tags', async () => {
    const none = await read('name\nFern\n')
    expect(none).toEqual({
      plants: [{ line: 2, lastLine: 2, plant: { name: 'Fern', tag: '' } }],
      bad: [],
      hasTags: false,
    })
  })

  it('keeps every text exactly', async () => {
    const texts = [
      '  a  ',
      '"',
      '""',
      'a,b',
      '\u{1f331}',
      'a\u2028b',
      '\ufeff',
      "=1+1'",
      'é e\u0301',
      '\\"',
      ';|',
      'x\ty',
    ]
    const lines = texts.map((text) => csvLine([text, text]))
    const { plants, bad } = await read(csvLine(['name', 'tag']) + lines.join(''))
    expect(plants.map(({ plant }) => plant)).toEqual(texts.map((text) => ({ name: text, tag: text })))
    expect(bad).toEqual([])
  })
})

describe('the line of a row', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('counts the line ends in quoted fields, and empty lines: %s', async (_what, end) => {
    const lines = ['', 'name,tag', '"two', 'lines",x', '', '', 'Fern,', '"a', '', 'b",', 'bad', 'Rose,', '']
    const { plants, bad } = await read(lines.join(end))
    expect(plants.map(({ line, lastLine }) => [line, lastLine])).toEqual([
      [3, 4],
      [7, 7],
      [8, 10],
      [12, 12],
    ])
    expect(bad).toMatchObject([{ line: 11, lastLine: 11 }])
  })
})

describe('a bad row', () => {
  it.each([
    ['too few fields', 'Fern', 'it has 1 fields, the header 2'],
    ['too many fields', 'Fern,a,b', 'it has 3 fields, the header 2'],
    ['a quote in the middle', 'Fern 5" pot,a', 'a quote stands in a field that does not begin with one'],
    ['text behind a quoted field', '"Fern"s,a', 'a quoted field goes on after its closing quote'],
    ['a quote that is never closed', '"Fern,a', 'a quoted field has no closing quote'],
  ])('has %s, and the rest goes on', async (_what, row, reason) => {
    for (const end of lineEnds) {
      const { plants, bad } = await read(`name,tag${end}One,${end}${row}${end}Two,${end}`)
      expect(plants.map(({ line, plant }) => [line, plant.name])).toEqual([
        [2, 'One'],
        [4, 'Two'],
      ])
      expect(bad).toEqual([{ line: 3, lastLine: 3, reason: expect.stringContaining(reason) }])
    }
  })

  it('may be one of many, the last one too', async () => {
    const { plants, bad } = await read('name,tag\na"b,\n"a"b,\nOne,\n"x\n"y,\n"z')
    expect(plants.map(({ plant }) => plant.name)).toEqual(['One'])
    expect(bad.map(({ line }) => line)).toEqual([2, 3, 5, 6, 7])
  })

  it('may stand between empty lines, and is told of once', async () => {
    for (const end of lineEnds) {
      const { plants, bad } = await read(['name,tag', 'One,', '', '', 'a"b,', '', 'Two,', ''].join(end))
      expect(plants.map(({ line }) => line)).toEqual([2, 7])
      expect(bad).toMatchObject([{ line: 5, lastLine: 5 }])
    }
  })
})

describe('a file that is no CSV', () => {
  it.each([
    ['is empty', '', '…/plants.csv is empty.'],
    ['has nothing but a byte order mark and line ends', '\ufeff\n\n', '…/plants.csv is empty.'],
    [
      'is UTF-16',
      Buffer.from('\ufeffname\nFern\n', 'utf16le'),
      'is UTF-16, not UTF-8: save it as UTF-8, for example with',
    ],
    ['is UTF-16 without a mark', Buffer.from('name\nFern\n', 'utf16le'), 'Or is it UTF-16?'],
    ['is Latin-1', Buffer.from('name\nJös\n', 'latin1'), 'is not UTF-8: save it as UTF-8, for example with iconv'],
    ['is binary', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 255]), 'is no text: save it as "CSV UTF-8".'],
    ['is a spreadsheet', Buffer.from('PK\x03\x04\x14\x00'), 'is a spreadsheet or an archive, not CSV'],
    ['is JSON', '{\n  "name": "Fern"\n}\n', 'has no column "name"'],
    [
      'has a header that cannot be read',
      '"name,tag\nFern,\n',
      'is no CSV: line 1: a quoted field has no closing quote.',
    ],
  ])('is told so when it %s', async (_what, content, words) => {
    expect(await complaint(content)).toContain(words)
  })

  it('is told so when it is not there, or a folder', async () => {
    expect(await complaintOf(readPlantRows(join(folder.path, 'none.csv')))).toBe('There is no file …/none.csv.')
    expect(await complaintOf(readPlantRows(folder.path))).toBe('… is a folder, not a file.')
  })

  it('is told so when it is huge', async () => {
    const many = `name\n${'x\n'.repeat(mostRecords)}`
    expect((await read(many)).plants).toHaveLength(mostRecords)
    expect(await complaint(`${many}x\n`)).toMatch('more than 200000 rows: split the file.')
    const file = await folder.file('', 'huge.csv')
    await truncate(file, 50_000_001)
    expect(await complaintOf(readPlantRows(file))).toBe('…/huge.csv is larger than 50 MB: split it.')
  })
})

describe('a column that is missing', () => {
  it('is told with those there are, and how to say which', async () => {
    expect(await complaint('Name;"Fam;ily"\nFern;x\n')).toBe(
      '…/plants.csv has no column "name". With the delimiter ";" its columns are "Name", "Fam;ily": ' +
        'say which with NAME_COLUMN=, or set DELIMITER=.',
    )
    expect(await complaint('name\nFern\n', { tag: 'family' })).toMatch(/no column "family".*TAG_COLUMN=/)
  })

  it('is told too when it is there twice', async () => {
    expect(await complaint('name,name\nFern,Rose\n')).toMatch('has the column "name" twice.')
  })

  it('lets no header write to the terminal', async () => {
    const message = await complaint(`\u001b[2J\u009b2J${'x'.repeat(500)}\n`)
    expect(message).not.toMatch(/\p{Cc}/u)
    expect(message.length).toBeLessThan(300)
  })
})
