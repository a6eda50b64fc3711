// Cells of CSV files, and how commands write files.
import { execFile } from 'node:child_process'
import { chmod, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { csvLine, fromCell, toCell } from '../../csv/format-csv.ts'
import { parseCsv } from '../../csv/parse-csv.ts'
import { writeWhole } from '../../csv/write-file.ts'
import { newFolder } from '../support/folder.ts'
import { readSeed } from '../support/read-settings.ts'

// fast-check prints the seed in its error.
const seed = readSeed()

it.each([
  [['a', 'b c', ''], 'a,b c,\n'],
  [[' a', 'a ', ' '], '" a","a "," "\n'],
  [['a"b', 'a,b', 'a\nb', 'a\rb'], '"a""b","a,b","a\nb","a\rb"\n'],
  [['\u2028', '1=1'], '"\u2028",1=1\n'],
  [['=1+1', '+1', '-1', '@a', '\t1', '\r1'], `'=1+1,'+1,'-1,'@a,'\t1,"'\r1"\n`],
  [["'=1", "''-1", "'a", "'", '=","'], `''=1,'''-1,'a,',"'="","""\n`],
])('the fields %j are written as %j', (fields, line) => expect(csvLine(fields)).toBe(line))

describe('an exported file', () => {
  const characters = [...'=+-@＝＋－＠x1\'", ,;;|\t\n\r\v\u00a0\u0085\u2028\ufeff']
  const cell = fc.string({ unit: fc.constantFrom(...characters) })
  const rows = fc.array(fc.tuple(cell, cell), { minLength: 1 })

  it.each([',', ';', '\t', '|', ',;\t|'])('has no formula in a program that splits at %j', async (separators) => {
    await fc.assert(
      fc.property(rows, (rows) => {
        const file = rows.map(csvLine).join('')
        const cells = [...splitCells(file, separators), ...splitQuotedCells(file, separators)]
        // Some programs drop white space or quotes at the start of a cell.
        expect(cells.filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell))).toEqual([])
      }),
      { seed },
    )
  })

  it('can be imported without a change of its values', async () => {
    await fc.assert(
      fc.property(rows, (rows) => {
        const file = [['name', 'tag'], ...rows].map(csvLine).join('')
        const records = parseCsv(file).map((record) => ('fields' in record ? record.fields.map(fromCell) : record))
        expect(records).toEqual([['name', 'tag'], ...rows])
      }),
      { seed },
    )
  })

  it('has values that cannot become formulas unchanged', () => {
    const texts = ["Rosa 'Peace', pink", 'Shelf - white; 2-3 m', 'a=b', "'t Gooi", '5" pot; "x"', 'stairs@home', '；']
    expect(texts.map(toCell)).toEqual(texts)
  })

  it('of an earlier version has the same values', () => {
    const cells = ["'=1", "''=1", "'\t1", "'t Gooi", 'a;=1', ' =1']
    expect(cells.map(fromCell)).toEqual(['=1', "'=1", '\t1', "'t Gooi", 'a;=1', ' =1'])
  })
})

/** Splits a file into cells, as a program does that ignores quotes. */
function splitCells(file: string, separators: string): string[] {
  return file.split(new RegExp(`[${separators}\\n\\r\\v\\u0085\\u2028]`))
}

/** Splits a file into cells, as a program does that unquotes a cell if it starts with a quote, such as Excel. */
function splitQuotedCells(file: string, separators: string): string[] {
  const cells: string[] = []
  for (let at = 0; at <= file.length; at++) {
    let cell = ''
    if (file[at] === '"') {
      for (at++; at < file.length && (file[at] !== '"' || file[at + 1] === '"'); at++) {
        if (file[at] === '"') at++
        cell += file[at]
      }
      at++
    }
    for (; at < file.length && !`${separators}\n\r`.includes(file[at] ?? ''); at++) cell += file[at]
    cells.push(cell)
  }
  return cells
}

let folder: string
let file: string
beforeEach(async () => {
  folder = await newFolder()
  file = join(folder, 'rooms.csv')
})

async function* lines(...texts: string[]) {
  yield* texts
}
const getMode = async (path: string) => (await stat(path)).mode & 0o777

it.each([0o600, 0o640, 0o666])('a regular file is replaced atomically, and keeps its mode %i', async (mode) => {
  await writeFile(file, 'before')
  await chmod(file, mode)
  const inode = (await stat(file)).ino
  await writeWhole(file, lines('a\n', 'b\n'))
  expect(await readFile(file, 'utf8')).toBe('a\nb\n')
  expect(await getMode(file)).toBe(mode)
  expect((await stat(file)).ino).not.toBe(inode)
  expect(await readdir(folder)).toEqual([basename(file)])
})

it('a named pipe is not replaced, and its reader gets the content, even through a symbolic link', async () => {
  await promisify(execFile)('mkfifo', [file])
  const link = join(folder, 'link')
  await symlink(file, link)
  for (const path of [file, link]) {
    const [content] = await Promise.all([readFile(file, 'utf8'), writeWhole(path, lines('a\n', 'b\n'))])
    expect(content).toBe('a\nb\n')
  }
  expect((await lstat(file)).isFIFO()).toBe(true)
  expect(await readdir(folder)).toEqual(['link', basename(file)])
})
