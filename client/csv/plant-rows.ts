// Reads the plants of a CSV file, each with its lines, and the rows that are not valid CSV. The service decides
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

/** Layout of the file. By default, the columns are `name` and, if it exists, `tag`, and the delimiter is detected. */
export interface Layout {
  name?: string | undefined
  tag?: string | undefined
  delimiter?: string | undefined
}

/** @throws {UsageError} if the file cannot be read, is not a CSV file, or lacks a column. */
export async function readPlantRows(file: string, layout: Layout = {}): Promise<PlantRows> {
  const name = layout.name ?? 'name'
  const { header, rows, delimiter } = await readTable(file, name, layout.delimiter)
  const indexOf = (name: string, variable: string): number => {
    const index = columnIn(file, header, name)
    if (index < 0) throw new UsageError(`${file} ${describeMissingColumn(name, variable, header, delimiter)}`)
    return index
  }
  const hasTags = layout.tag !== undefined || header.includes('tag')
  const columns = { name: indexOf(name, 'NAME_COLUMN'), tag: hasTags ? indexOf(layout.tag ?? 'tag', 'TAG_COLUMN') : -1 }

  const plants: PlantRow[] = []
  const bad: BadRow[] = []
  for (const row of rows) {
    if ('reason' in row) bad.push(row)
    else plants.push({ line: row.line, lastLine: row.lastLine, plant: textsIn(row.fields, columns) })
  }
  return { plants, bad, hasTags }
}

function describeMissingColumn(name: string, variable: string, header: string[], delimiter: string): string {
  const maxShown = 10
  const columns = header.slice(0, maxShown).map(shown).join(', ') + (header.length > maxShown ? ', …' : '')
  return (
    `has no column ${shown(name)}. With the delimiter ${shown(delimiter)} its columns are: ${columns}. ` +
    `Choose a column with ${variable}=, or set DELIMITER=.`
  )
}
