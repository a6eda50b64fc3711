// Imports a CSV file: shows what it would add, then adds what is not in the collection yet.
import './import-plants.css'
import type { PlantClient } from '@plant-collection/client'
import { plantKeys } from '@plant-collection/client/query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { addRows, type ImportResult } from './add-rows.ts'
import { type Columns, type CsvTable, columnsIn, formatCount, readTable, toRows } from './csv-table.ts'
import { ImportPreview } from './import-preview.tsx'
import { useNotify } from './notice.tsx'

type Step =
  | { name: 'choose'; error?: string }
  | { name: 'preview'; table: CsvTable }
  | { name: 'adding'; done: number; total: number }
  | { name: 'done'; result: ImportResult; table: CsvTable }

interface ImportPlantsProps {
  client: PlantClient
  onClose: () => void
}

export default function ImportPlants({ client, onClose }: ImportPlantsProps) {
  const [step, setStep] = useState<Step>({ name: 'choose' })
  const [columns, setColumns] = useState<Columns>({ name: -1, tag: -1 })
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const stop = useRef(new AbortController())
  const title = useId()
  const queries = useQueryClient()
  const notify = useNotify()
  const table = step.name === 'preview' ? step.table : undefined
  const rows = useMemo(() => (table === undefined ? [] : toRows(table, columns)), [table, columns])
  const validCount = rows.filter(({ reason }) => reason === undefined).length

  useEffect(() => {
    dialog.current?.showModal()
    return () => stop.current.abort()
  }, [])

  // The field or button that had the focus may be gone.
  useEffect(() => {
    const { activeElement } = document
    const isNowhere = activeElement === document.body || activeElement === heading.current
    const next = dialog.current?.querySelector<HTMLElement>('select, input') ?? heading.current
    if (step.name && isNowhere) next?.focus()
  }, [step.name])

  async function choose(file: File | undefined) {
    if (file === undefined) return
    try {
      const table = await readTable(file)
      setColumns(columnsIn(table.header))
      setStep({ name: 'preview', table })
    } catch (error) {
      setStep({ name: 'choose', error: error instanceof Error ? error.message : String(error) })
    }
  }

  async function add(table: CsvTable) {
    stop.current = new AbortController()
    setStep({ name: 'adding', done: 0, total: table.records.length })
    const result = await addRows(client, toRows(table, columns), {
      stop: stop.current.signal,
      onProgress: (done, total) => setStep({ name: 'adding', done, total }),
    })
    await queries.invalidateQueries({ queryKey: plantKeys.lists })
    setStep({ name: 'done', result, table })
    if (!dialog.current?.open) notify([result.end, summarise(result)].filter(Boolean).join(' '))
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      onCancel={(event) => {
        if (step.name !== 'adding') return
        // Escape stops the import, and the dialog says what was added. A second one can close the dialog without this event.
        event.preventDefault()
        stop.current.abort()
      }}
      onClose={onClose}
    >
      <h2 id={title} ref={heading} tabIndex={-1}>
        Import plants from a CSV file
      </h2>
      <div className="dialog-body">
        {step.name === 'choose' && <ChooseFile error={step.error} onChoose={(file) => void choose(file)} />}
        {step.name === 'preview' && (
          <ImportPreview table={step.table} columns={columns} rows={rows} onColumns={setColumns} />
        )}
        {step.name === 'adding' && (
          <>
            <p role="status">Adding plants…</p>
            <progress aria-label="Rows" value={step.done} max={step.total} />
          </>
        )}
        {step.name === 'done' && <Done result={step.result} />}
      </div>
      <div className="actions">
        {step.name === 'preview' && (
          <button type="button" className="primary" disabled={validCount === 0} onClick={() => void add(step.table)}>
            Import {formatCount(validCount, 'row')}
          </button>
        )}
        {step.name === 'done' && step.result.end !== undefined && (
          <button type="button" className="primary" onClick={() => void add(step.table)}>
            Import again
          </button>
        )}
        {step.name === 'adding' ? (
          <button type="button" onClick={() => stop.current.abort()}>
            Stop
          </button>
        ) : (
          <button type="button" onClick={() => dialog.current?.close()}>
            {step.name === 'done' ? 'Close' : 'Cancel'}
          </button>
        )}
      </div>
    </dialog>
  )
}

function ChooseFile({ error, onChoose }: { error: string | undefined; onChoose: (file: File | undefined) => void }) {
  const id = useId()
  return (
    <>
      <p>
        The first line has the names of the columns. Next, you choose the columns for the name and the tag, and see a
        preview before anything is added.
      </p>
      <div className="field">
        <label htmlFor={id}>CSV file</label>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={(event) => onChoose(event.target.files?.[0])}
        />
      </div>
      <div role="alert" className="form-error">
        {error}
      </div>
    </>
  )
}

function summarise({ added, existing, refused }: ImportResult): string {
  return `Added ${formatCount(added, 'plant')}. Already in your collection: ${existing}. Left out: ${refused.length}.`
}

function Done({ result }: { result: ImportResult }) {
  const { refused, end } = result
  return (
    <>
      <p role="status">{summarise(result)}</p>
      {refused.length > 0 && (
        <section className="preview" aria-label="Rows that were left out">
          <ul>
            {refused.map(({ line, reason }) => (
              <li key={line}>
                Line {line}: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
      {end !== undefined && (
        <p className="banner" role="alert">
          {end} Import again to add the rest. Rows that were added are not added again.
        </p>
      )}
    </>
  )
}
