// Imports a CSV file: shows what it would add, then adds what is not in the collection yet.
import type { PlantClient } from '@plant-collection/client'
import { plantKeys } from '@plant-collection/client/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { addRows, type ImportResult } from './add-rows.ts'
import { type CsvTable, readTable, rowsOf } from './csv-table.ts'
import { ImportPreview } from './import-preview.tsx'
import { useNotice } from './notice.tsx'

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
  const [columns, setColumns] = useState({ name: 0, tag: -1 })
  const dialog = useRef<HTMLDialogElement>(null)
  const stop = useRef(new AbortController())
  const title = useId()
  const queries = useQueryClient()
  const say = useNotice()

  useEffect(() => {
    dialog.current?.showModal()
    return () => stop.current.abort()
  }, [])

  async function choose(file: File | undefined) {
    if (file === undefined) return
    try {
      const table = await readTable(file)
      const { header } = table
      setColumns({ name: Math.max(0, header.indexOf('name')), tag: header.indexOf('tag') })
      setStep({ name: 'preview', table })
    } catch (error) {
      setStep({ name: 'choose', error: error instanceof Error ? error.message : String(error) })
    }
  }

  async function add(table: CsvTable) {
    stop.current = new AbortController()
    setStep({ name: 'adding', done: 0, total: table.records.length })
    const result = await addRows(client, rowsOf(table, columns), {
      stop: stop.current.signal,
      onProgress: (done, total) => setStep({ name: 'adding', done, total }),
    })
    await queries.invalidateQueries({ queryKey: plantKeys.lists })
    say(`Added ${result.added} ${result.added === 1 ? 'plant' : 'plants'}.`)
    setStep({ name: 'done', result, table })
  }

  return (
    <dialog ref={dialog} aria-labelledby={title} onClose={onClose}>
      <section>
        <h2 id={title}>Import plants from a CSV file</h2>
        {step.name === 'choose' && <ChooseFile error={step.error} onChoose={(file) => void choose(file)} />}
        {step.name === 'preview' && (
          <ImportPreview
            table={step.table}
            columns={columns}
            onColumns={setColumns}
            onAdd={() => void add(step.table)}
          />
        )}
        {step.name === 'adding' && (
          <>
            <p role="status">Adding plants…</p>
            <progress aria-label="Rows" value={step.done} max={step.total} />
          </>
        )}
        {step.name === 'done' && <Done result={step.result} onAgain={() => void add(step.table)} />}
        <div className="actions">
          <button
            type="button"
            onClick={() => (step.name === 'adding' ? stop.current.abort() : dialog.current?.close())}
          >
            {step.name === 'adding' ? 'Stop' : step.name === 'done' ? 'Close' : 'Cancel'}
          </button>
        </div>
      </section>
    </dialog>
  )
}

function ChooseFile({ error, onChoose }: { error: string | undefined; onChoose: (file: File | undefined) => void }) {
  const id = useId()
  return (
    <>
      <p>
        The first line names the columns. You choose which of them are the name and the tag, and see every row first.
      </p>
      <div className="field">
        <label htmlFor={id}>CSV file</label>
        <input id={id} type="file" accept=".csv,text/csv" onChange={(event) => onChoose(event.target.files?.[0])} />
      </div>
      <div role="alert" className="form-error">
        {error}
      </div>
    </>
  )
}

function Done({ result, onAgain }: { result: ImportResult; onAgain: () => void }) {
  const { added, existing, refused, end } = result
  return (
    <>
      <p role="status">
        Added {added}. Already in your collection: {existing}. Left out: {refused.length}.
      </p>
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
        <div className="banner" role="alert">
          <p>{end} Import again to add the rest. No plant is added twice.</p>
          <button type="button" onClick={onAgain}>
            Import again
          </button>
        </div>
      )}
    </>
  )
}
