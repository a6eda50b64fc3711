// Reads the plants of a CSV file, each with its place, and the rows that are not valid CSV. Whether a plant is valid is
// the decision of the service.
import { fromCell } from '../../csv/formula.ts'
import { detectDelimiter, type Place, parseCsv } from '../../csv/parse-csv.ts'
import { readTextFile } from '../../csv/text-file.ts'
import { UsageError } from '../../csv/usage-error.ts'

export interface PlantRow extends Place {
  plant: { name: string; tag: string }
}

export interface BadRow extends Place {
  reason: string
}

export interface PlantRows {
  plants: PlantRow[]
  bad: BadRow[]
  hasTags: boolean
  encoding: string
}

/** Defaults: the columns `name` and, if there is one, `tag`; the delimiter is detected. */
export interface Layout {
  name?: string | undefined
  tag?: string | undefined
  delimiter?: string | undefined
}

/** @throws {UsageError} if the file is not a CSV file or lacks a column. */
export async function readPlantRows(file: string, layout: Layout = {}): Promise<PlantRows> {
  const { text, encoding } = await readTextFile(file)
  const name = layout.name ?? 'name'
  const delimiter = layout.delimiter ?? detectDelimiter(text, name)
  const [first, ...records] = parseCsv(text, delimiter)
  if (first === undefined) throw new UsageError(`${file} is empty.`)
  if ('reason' in first) throw new UsageError(`${file} is not a valid CSV file: line ${first.line}: ${first.reason}.`)

  const header = first.fields
  const column = (wanted: string, setting: string): number => {
    const found = header.indexOf(wanted)
    if (found < 0) throw new UsageError(`${file} ${noColumn(wanted, setting, header, delimiter)}`)
    if (header.lastIndexOf(wanted) > found) {
      throw new UsageError(`${file} has more than one column ${shown(wanted)}. Rename or remove the others.`)
    }
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
      plants.push({ line, lastLine, plant: { name: fromCell(name), tag: fromCell(tag) } })
    } else {
      const reason = `the number of fields is ${record.fields.length}, but the header has ${header.length}`
      bad.push({ line, lastLine, reason })
    }
  }
  return { plants, bad, hasTags, encoding }
}

function noColumn(wanted: string, setting: string, header: string[], delimiter: string): string {
  const maxShown = 10
  const columns = header.slice(0, maxShown).map(shown).join(', ') + (header.length > maxShown ? ', …' : '')
  return (
    `has no column ${shown(wanted)}. With the delimiter ${shown(delimiter)} its columns are: ${columns}. ` +
    `Choose a column with ${setting}=, or set DELIMITER=.`
  )
}

// A file from elsewhere must not send control sequences to the terminal.
function shown(text: string): string {
  const cut = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return JSON.stringify(cut).replace(/\p{Cc}/gu, '?')
}
