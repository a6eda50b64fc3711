// What an import would add: the columns to choose, and each row with what is wrong with it.
import { useId } from 'react'
import { type Columns, type CsvTable, rowsOf } from './csv-table.ts'

const mostShown = 100

interface ImportPreviewProps {
  table: CsvTable
  columns: Columns
  onColumns: (columns: Columns) => void
  onAdd: () => void
}

export function ImportPreview({ table, columns, onColumns, onAdd }: ImportPreviewProps) {
  const rows = rowsOf(table, columns)
  const valid = rows.filter(({ reason }) => reason === undefined).length
  const wrong = rows.length - valid
  return (
    <>
      <div className="columns">
        <Column
          label="Name column"
          header={table.header}
          value={columns.name}
          onChange={(name) => onColumns({ ...columns, name })}
        />
        <Column
          label="Tag column"
          header={table.header}
          value={columns.tag}
          hasNone
          onChange={(tag) => onColumns({ ...columns, tag })}
        />
      </div>
      <p role="status">
        {valid} {valid === 1 ? 'row' : 'rows'} can be added. Plants that you have already are not added again.
        {wrong > 0 && ` ${wrong} ${wrong === 1 ? 'row is' : 'rows are'} not valid and left out.`}
      </p>
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
            {rows.slice(0, mostShown).map(({ line, plant, reason }) => (
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
      {rows.length > mostShown && (
        <p className="hint">
          The preview shows the first {mostShown} of {rows.length} rows.
        </p>
      )}
      <div className="actions">
        <button type="button" className="primary" disabled={valid === 0} onClick={onAdd}>
          Add {valid} {valid === 1 ? 'plant' : 'plants'}
        </button>
      </div>
    </>
  )
}

interface ColumnProps {
  label: string
  header: string[]
  value: number
  hasNone?: boolean
  onChange: (index: number) => void
}

function Column({ label, header, value, hasNone = false, onChange }: ColumnProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {hasNone && <option value={-1}>No tag</option>}
        {header.map((name, index) => (
          // Two columns may have the same name.
          <option key={index} value={index}>
            {name || `Column ${index + 1}`}
          </option>
        ))}
      </select>
    </div>
  )
}
