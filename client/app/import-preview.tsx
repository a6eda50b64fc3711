// The preview of an import: the choice of the columns, and the rows, of which those that are not valid come first.
import { useId } from 'react'
import type { Columns, PlantRow } from './csv-table.ts'
import { fieldNames } from './plant-form.ts'
import { formatCount, formatNumber } from './texts.tsx'

const maxRows = 100

interface ImportPreviewProps {
  header: string[]
  columns: Columns
  valid: PlantRow[]
  invalid: PlantRow[]
  onColumns: (columns: Columns) => void
}

export function ImportPreview({ header, columns, valid, invalid, onColumns }: ImportPreviewProps) {
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
      {columns.name < 0 ? (
        <p role="status">Choose the column that has the names.</p>
      ) : (
        <>
          <p role="status">
            {formatCount(valid.length, 'row')} can be imported. {invalid.length > 0 && describeInvalid(invalid.length)}
          </p>
          <p className="hint">
            Only plants that are missing from your collection are added. If the file has a plant twice and your
            collection does not have it, it is added twice.
          </p>
          <RowTable label="Preview" rows={[...invalid, ...valid]} />
        </>
      )}
    </>
  )
}

function describeInvalid(count: number): string {
  const rows = count === 1 ? '1 row is not valid. It is' : `${formatNumber(count)} rows are not valid. They are`
  return `${rows} left out, and shown first.`
}

/** Shows the first rows. A row that is omitted has the reason. */
export const RowTable = ({ label, rows }: { label: string; rows: PlantRow[] }) => (
  <>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll it */}
    <section className="preview" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Name</th>
            <th scope="col">Tag</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map(({ line, plant, reason }) => (
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
    {rows.length > maxRows && (
      <p className="hint">
        The table shows {maxRows} of {formatNumber(rows.length)} rows.
      </p>
    )}
  </>
)
