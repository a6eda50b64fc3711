// The plants of a CSV file, each with its place, and the rows that are none. What a plant may be is the service's to say.
import type { NewPlant } from '@plant-collection/client'
import { StartUpError } from '../configuration/start-up-error.ts'
import { readText } from './csv-file.ts'
import { delimiters, headerBy, type Place, readRecords } from './csv-records.ts'

export interface PlantRow extends Place {
  plant: Required<NewPlant>
}

export interface BadRow extends Place {
  reason: string
}

export interface PlantRows {
  plants: PlantRow[]
  bad: BadRow[]
  hasTags: boolean
}

/** What is not said is `name`, `tag` where there is such a column, and found out. */
export interface Layout {
  name?: string | undefined
  tag?: string | undefined
  delimiter?: string | undefined
}

/** @throws {StartUpError} for a file that is no CSV, or lacks a column. */
export async function readPlantRows(file: string, layout: Layout = {}): Promise<PlantRows> {
  const bytes = await readText(file)
  const name = layout.name ?? 'name'
  const delimiter = layout.delimiter ?? delimiterOf(bytes, name)
  const [first, ...records] = readRecords(bytes, delimiter)
  if (first === undefined) throw new StartUpError(`${file} is empty.`)
  if ('reason' in first) throw new StartUpError(`${file} is no CSV: line ${first.line}: ${first.reason}.`)

  const header = first.fields
  const column = (wanted: string, setting: string): number => {
    const found = header.indexOf(wanted)
    if (found < 0) throw new StartUpError(`${file} ${noColumn(wanted, setting, header, delimiter)}`)
    if (header.lastIndexOf(wanted) > found) throw new StartUpError(`${file} has the column ${shown(wanted)} twice.`)
    return found
  }
  const nameColumn = column(name, 'NAME_COLUMN')
  const hasTags = layout.tag !== undefined || header.includes('tag')
  const tagColumn = hasTags ? column(layout.tag ?? 'tag', 'TAG_COLUMN') : -1

  const plants: PlantRow[] = []
  const bad: BadRow[] = []
  for (const record of records) {
    const { line, lastLine } = record
    if ('reason' in record) bad.push(record)
    else if (record.fields.length === header.length) {
      const [name = '', tag = ''] = [record.fields[nameColumn], record.fields[tagColumn]]
      plants.push({ line, lastLine, plant: { name, tag } })
    } else bad.push({ line, lastLine, reason: `it has ${record.fields.length} fields, the header ${header.length}` })
  }
  return { plants, bad, hasTags }
}

// A header seldom has the name of the column and most of its fields with a delimiter that is not its own.
function delimiterOf(bytes: Buffer, name: string): string {
  const found = delimiters.map((delimiter) => ({ delimiter, header: headerBy(delimiter, bytes) }))
  const named = found.filter(({ header }) => header.includes(name))
  const [best] = (named.length > 0 ? named : found).toSorted((a, b) => b.header.length - a.header.length)
  return best?.delimiter ?? ','
}

function noColumn(wanted: string, setting: string, header: string[], delimiter: string): string {
  const most = 10
  const columns = header.slice(0, most).map(shown).join(', ') + (header.length > most ? ', …' : '')
  return (
    `has no column ${shown(wanted)}. With the delimiter ${shown(delimiter)} its columns are ${columns}: ` +
    `say which with ${setting}=, or set DELIMITER=.`
  )
}

// A file from elsewhere must not write control sequences to the terminal.
function shown(text: string): string {
  const cut = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return JSON.stringify(cut).replace(/\p{Cc}/gu, '?')
}
