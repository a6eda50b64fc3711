// Reads the plants of a CSV file, each with its place, and the rows that are not valid CSV. The service decides
// whether a plant is valid.
import { type Place, textsIn } from 'contract-stack/csv'
import { columnIn, readTable, shown, UsageError } from 'contract-stack/csv/command'

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
}

/** Defaults: the columns `name` and, if there is one, `tag`; the delimiter is detected. */
export interface Layout {
  name?: string | undefined
  tag?: string | undefined
  delimiter?: string | undefined
}

/** @throws {UsageError} if the file is not a CSV file or lacks a column. */
export async function readPlantRows(file: string, layout: Layout = {}): Promise<PlantRows> {
  const name = layout.name ?? 'name'
  const { header, rows, delimiter } = await readTable(file, name, layout.delimiter)
  const column = (name: string, setting: string): number => {
    const index = columnIn(file, header, name)
    if (index < 0) throw new UsageError(`${file} ${noColumn(name, setting, header, delimiter)}`)
    return index
  }
  const hasTags = layout.tag !== undefined || header.includes('tag')
  const columns = { name: column(name, 'NAME_COLUMN'), tag: hasTags ? column(layout.tag ?? 'tag', 'TAG_COLUMN') : -1 }

  const plants: PlantRow[] = []
  const bad: BadRow[] = []
  for (const row of rows) {
    if ('reason' in row) bad.push(row)
    else plants.push({ line: row.line, lastLine: row.lastLine, plant: textsIn(row.fields, columns) })
  }
  return { plants, bad, hasTags }
}

function noColumn(name: string, setting: string, header: string[], delimiter: string): string {
  const maxShown = 10
  const columns = header.slice(0, maxShown).map(shown).join(', ') + (header.length > maxShown ? ', …' : '')
  return (
    `has no column ${shown(name)}. With the delimiter ${shown(delimiter)} its columns are: ${columns}. ` +
    `Choose a column with ${setting}=, or set DELIMITER=.`
  )
}
