// Imports a CSV file: shows what it would add, then adds what is not in the collection yet.
import { addMissing } from '@plant-collection/client/csv'
import { plantKeys } from '@plant-collection/client/query'
import { useClient } from '@plant-collection/client/react'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Button, PrimaryButton } from './button.tsx'
import { type Columns, columnsIn, type PlantTable, readTable, toRows } from './csv-table.ts'
import { Dialog } from './dialog.tsx'
import { explain } from './explain.ts'
import { ImportPreview } from './import-preview.tsx'
import { useNotify } from './notice.tsx'
import { formatCount, formatNumber } from './texts.tsx'

interface ImportResult {
  summary: string
  refused: { line: number; reason: string | undefined }[]
  /** Why it ended before the last row. */
  end: string | undefined
}

type Step =
  | { name: 'choose'; error?: string }
  | { name: 'preview'; table: PlantTable }
  /** Compares with the collection until there are numbers. */
  | { name: 'adding'; done?: number; total?: number }
  | { name: 'done'; result: ImportResult; table: PlantTable }

export default function ImportPlants({ onClose }: { onClose: () => void }) {
  const client = useClient()
  const [step, setStep] = useState<Step>({ name: 'choose' })
  const [columns, setColumns] = useState<Columns>({ name: -1, tag: -1 })
  const dialog = useRef<HTMLDialogElement>(null)
  const stop = useRef(new AbortController())
  const queries = useQueryClient()
  const notify = useNotify()
  const table = step.name === 'preview' ? step.table : undefined
  const rows = useMemo(() => (table === undefined ? [] : toRows(table, columns)), [table, columns])
  const validCount = rows.filter(({ reason }) => reason === undefined).length
  const isBusy = step.name === 'adding'

  useEffect(() => () => stop.current.abort(), [])

  // The field or button that had the focus may be gone.
  useEffect(() => {
    const heading = dialog.current?.querySelector('h2')
    const isNowhere = [document.body, heading, dialog.current].includes(document.activeElement as HTMLElement)
    const next = dialog.current?.querySelector<HTMLElement>('select, input') ?? heading
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

  async function add(table: PlantTable) {
    stop.current = new AbortController()
    setStep({ name: 'adding' })
    const all = toRows(table, columns)
    const valid = all.filter(({ reason }) => reason === undefined)
    const { added, existing, left, error, ...others } = await addMissing(client, valid, {
      signal: stop.current.signal,
      onProgress: (done, total) => setStep({ name: 'adding', done, total }),
    })
    const refused = [
      ...all.filter(({ reason }) => reason !== undefined),
      ...others.refused.map(({ row, error }) => ({ line: row.line, reason: explain(error) })),
    ]
    const done = added + others.refused.length
    const stopped = `Stopped after ${formatNumber(done)} of ${formatNumber(done + left)} plants.`
    const known = `Already in your collection: ${formatNumber(existing)}.`
    const result: ImportResult = {
      summary: `Added ${formatCount(added, 'plant')}. ${known} Left out: ${formatNumber(refused.length)}.`,
      refused,
      end: error ? explain(error, 'add') : left > 0 ? stopped : undefined,
    }
    await queries.invalidateQueries({ queryKey: plantKeys.lists })
    setStep({ name: 'done', result, table })
    if (!dialog.current?.open) notify([result.end, result.summary].filter(Boolean).join(' '))
  }

  return (
    <Dialog
      ref={dialog}
      title="Import plants from a CSV file"
      onClose={onClose}
      // Escape stops the import, and the dialog says what was added. A second one can close the dialog without this event.
      onEscape={isBusy ? () => stop.current.abort() : undefined}
      actions={
        <>
          {step.name === 'preview' && (
            <PrimaryButton disabled={validCount === 0} onClick={() => void add(step.table)}>
              Import {formatCount(validCount, 'row')}
            </PrimaryButton>
          )}
          {step.name === 'done' && step.result.end !== undefined && (
            <PrimaryButton onClick={() => void add(step.table)}>Import again</PrimaryButton>
          )}
          {isBusy ? (
            <Button onClick={() => stop.current.abort()}>Stop</Button>
          ) : (
            <Button onClick={() => dialog.current?.close()}>{step.name === 'done' ? 'Close' : 'Cancel'}</Button>
          )}
        </>
      }
    >
      {step.name === 'choose' && <ChooseFile error={step.error} onChoose={(file) => void choose(file)} />}
      {step.name === 'preview' && (
        <ImportPreview table={step.table} columns={columns} rows={rows} onColumns={setColumns} />
      )}
      {step.name === 'adding' && <Progress done={step.done} total={step.total} />}
      {step.name === 'done' && <Done result={step.result} />}
    </Dialog>
  )
}

function ChooseFile({ error, onChoose }: { error: string | undefined; onChoose: (file: File | undefined) => void }) {
  const [isOver, setOver] = useState(false)
  const over = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isOver)
  }
  return (
    <>
      <p>
        The first line has the names of the columns. Next, you choose the columns for the name and the tag, and see a
        preview before anything is added.
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the input in it is for the keyboard */}
      <div
        className={isOver ? 'drop over' : 'drop'}
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={(event) => {
          over(false)(event)
          onChoose(event.dataTransfer.files[0])
        }}
      >
        <label className="button primary">
          Choose a CSV file
          <input
            type="file"
            className="visually-hidden"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onChange={(event) => onChoose(event.target.files?.[0])}
          />
        </label>
        <p className="hint">or drop it here</p>
      </div>
      <div role="alert" className="form-error">
        {error}
      </div>
    </>
  )
}

function Progress({ done, total }: { done: number | undefined; total: number | undefined }) {
  const isAdding = done !== undefined && total !== undefined
  return (
    <>
      <p role="status">{isAdding ? 'Adding plants…' : 'Comparing with your collection…'}</p>
      <progress aria-label="Plants" value={done} max={total} />
      {isAdding && <p className="hint">{`${formatNumber(done)} of ${formatNumber(total)}`}</p>}
    </>
  )
}

function Done({ result: { summary, refused, end } }: { result: ImportResult }) {
  return (
    <>
      <p role="status">{summary}</p>
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
