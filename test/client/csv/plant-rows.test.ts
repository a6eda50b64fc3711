import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Layout, readPlantRows } from '../../../client/csv/plant-rows.ts'
import { maxRecords } from '../../../stack/csv/parse-csv.ts'
import { maxBytes } from '../../../stack/csv/read-table.ts'
import { newFolder } from '../../../stack/test/support/folder.ts'

const folder = await newFolder()
const file = join(folder, 'plants.csv')

async function read(content: string | Buffer, layout?: Layout) {
  await writeFile(file, content)
  return readPlantRows(file, layout)
}

async function getMessage(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(() => expect.fail('it was read')).catch((thrown) => thrown)
  expect(error).toMatchObject({ name: 'UsageError', message: expect.not.stringMatching('\n') })
  return error.message.replaceAll(folder, '…')
}

const fern = { line: 2, lastLine: 2, plant: { name: 'Fern', tag: 'shade' } }
const rose = { line: 3, lastLine: 3, plant: { name: 'Rose, "Peace"', tag: '' } }

describe('a CSV file', () => {
  it.each<[string, string, Layout?]>([
    ['a byte order mark', '\ufeffname,tag\nFern,shade\n"Rose, ""Peace""",\n'],
    ['tabs', 'name\ttag\nFern\tshade\n"Rose, ""Peace"""\t\n'],
    ['more columns, in a different order', 'tag,"a, b; c",name\nshade,1,Fern\n,"2\t3","Rose, ""Peace"""\n'],
    ['semicolons, and commas in its header', 'name;a, b, c;tag\nFern;1,2;shade\n"Rose, ""Peace""";;\n'],
    ['a different layout', 'a#b\nFern#shade\n"Rose, ""Peace"""#', { name: 'a', tag: 'b', delimiter: '#' }],
  ])('can have %s', async (_title, content, layout) => {
    expect(await read(content, layout)).toMatchObject({ plants: [fern, rose], bad: [], hasTags: true })
  })

  it('needs no tag column', async () => {
    const plants = [{ ...fern, plant: { name: 'Fern', tag: '' } }]
    expect(await read('name\nFern\n')).toMatchObject({ plants, bad: [], hasTags: false })
    expect(await read('name,family\nFern,Araceae\n')).toMatchObject({ plants, bad: [], hasTags: false })
  })
})

describe('a row', () => {
  it.each(['\n', '\r\n', '\r'])('has the lines of its quoted fields if lines end with %j', async (end) => {
    const rows = ['"two', 'lines",x', '', '', 'Fern,', '"a', '', 'b",', 'bad', 'Rose,', '']
    const { plants, bad } = await read(['', 'name,tag', ...rows].join(end))
    expect(plants.map(({ line, lastLine }) => `${line}-${lastLine}`)).toEqual(['3-4', '7-7', '8-10', '12-12'])
    expect(bad).toMatchObject([{ line: 11, lastLine: 11 }])
  })

  it.each([
    ['too few fields', 'Fern', 'the number of fields is 1, but the header has 2'],
    ['a quote in the middle', 'Fern 5" pot,a', 'a field contains a quote but does not start with one'],
    ['text after a quoted field', '"Fern"s,a', 'text follows the closing quote of a field'],
    ['a quote that is never closed', '"Fern,a', 'a quoted field has no closing quote'],
  ])('is reported once if it has %s, and the other rows are read', async (_title, row, reason) => {
    const { plants, bad } = await read(`name,tag\nOne,\n\n\n${row}\n\nTwo,\n`)
    expect(plants.map(({ line }) => line)).toEqual([2, 7])
    expect(bad).toEqual([{ line: 5, lastLine: 5, reason: expect.stringContaining(reason) }])
  })
})

describe('a file that cannot be read', () => {
  it.each<[string, string | Buffer, string, Layout?]>([
    ['is empty', '', '…/plants.csv is empty.'],
    ['is binary', Buffer.from([0x7f, 0x45, 0, 255]), 'is not text in UTF-8: open it in a spreadsheet, and save it as'],
    ['is UTF-16', Buffer.from('\ufeffname\nFern\n', 'utf16le'), 'is not text in UTF-8'],
    ['is Windows-1252', Buffer.from('name\nRos\xe9\n', 'latin1'), 'is not text in UTF-8'],
    ['has a bad header', '"name,tag\nFern,\n', 'is not a valid CSV file: line 1: a quoted field has no closing quote.'],
    ['has a column twice', 'name,name\nFern,Rose\n', 'has more than one column "name". Rename or remove the others.'],
    ['lacks the tag', 'name\n', 'are: "name". Choose a column with TAG_COLUMN=, or set DELIMITER=.', { tag: 'family' }],
    [
      'lacks the name',
      'N;"o;p"\n',
      'no column "name". With the delimiter ";" its columns are: "N", "o;p". Choose a column with NAME_COLUMN=',
    ],
    [
      'lacks the name, and has many columns',
      'a,b,c,d,e,f,g,h,i,j,k',
      '"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", …. Choose',
    ],
  ])('is reported if it %s', async (_title, content, message, layout) => {
    expect(await getMessage(read(content, layout))).toContain(message)
  })

  it('is reported if it does not exist, is a folder, has an invalid name, or is too large', async () => {
    expect(await getMessage(readPlantRows(join(folder, 'none.csv')))).toBe('There is no file …/none.csv.')
    expect(await getMessage(readPlantRows(folder))).toBe('… is a folder, not a file.')
    expect(await getMessage(read(`name\n${'x\n'.repeat(maxRecords + 1)}`))).toBe(
      'The file has more than 200000 rows. Split it.',
    )
    const unreadable = join(folder, 'x'.repeat(300))
    expect(await getMessage(readPlantRows(unreadable))).toMatch(/^…\/x+ cannot be read: ENAMETOOLONG.*\.$/)
    await truncate(file, maxBytes + 1)
    expect(await getMessage(readPlantRows(file))).toBe('…/plants.csv is larger than 50 MB. Split it.')
  })
})
