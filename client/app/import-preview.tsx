// What an import would add: the columns to choose, and a preview that starts with the rows that are not valid.
import type { CsvTable } from '@plant-collection/client/csv'
import { useId } from 'react'
import type { Columns, PlantRow, PlantRows } from './csv-table.ts'
import { fieldNames } from './plant-form.ts'
import { formatCount, formatNumber } from './texts.tsx'

const maxPreviewed = 100

interface ImportPreviewProps {
  table: CsvTable
  columns: Columns
  rows: PlantRows
  onColumns: (columns: Columns) => void
}

export function ImportPreview({ table: { header }, columns, rows, onColumns }: ImportPreviewProps) {
  const id = useId()
  return (
    <>
      <div className="columns">
        {fieldNames.map((field) => (
          <div key={field} className="field">
            <label htmlFor={id + field}>{field === 'name' ? 'Name column' : 'Tag column'}</label>
            <select
              id={id + field}
              value={columns[field]}
              onChange={({ target }) => onColumns({ ...columns, [field]: Number(target.value) })}
            >
              <option value={-1}>{field === 'name' ? 'Choose a column' : 'No tag'}</option>
              {header.map((name, index) => (
                // Two columns may have the same name.
                <option key={index} value={index}>
                  {name || `Column ${index + 1}`}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
      {columns.name < 0 ? <p role="status">Choose the column that has the names.</p> : <Preview rows={rows} />}
    </>
  )
}

function Preview({ rows: { valid, invalid } }: { rows: PlantRows }) {
  const count = invalid.length + valid.length
  const previewed: PlantRow[] = [...invalid, ...valid].slice(0, maxPreviewed)
  return (
    <>
      <div role="status">
        <p>
          {formatCount(valid.length, 'row')} can be imported. {invalid.length > 0 && leftOut(invalid.length)}
        </p>
        <p className="hint">
          Only plants that are missing from your collection are added. If the file has a plant twice and you have none,
          it is added twice.
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll it */}
      <section className="preview" aria-label="Preview" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Name</th>
              <th scope="col">Tag</th>
            </tr>
          </thead>
          <tbody>
            {previewed.map(({ line, plant, reason }) => (
              <tr key={line}>
                <td>{line}</td>
                <td>
                  <bdi>{plant.name}</bdi>
                  {reason && <p className="error">{reason}</p>}
                </td>
                <td>
                  <bdi>{plant.tag}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {count > maxPreviewed && (
        <p className="hint">
          The preview shows {maxPreviewed} of {formatNumber(count)} rows.
        </p>
      )}
    </>
  )
}

function leftOut(count: number): string {
  const rows = count === 1 ? '1 row is not valid. It is' : `${formatNumber(count)} rows are not valid. They are`
  return `${rows} left out, and shown first.`
}
