// Imports a CSV file: shows what it would add, then adds what is not in the collection yet.
import { addMissing } from '@plant-collection/client/csv'
import { plantKeys } from '@plant-collection/client/query'
import { useClient } from '@plant-collection/client/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react'
import { PrimaryButton } from './button.tsx'
import { type Columns, columnsIn, type PlantRow, readTable, toRow } from './csv-table.ts'
import { Dialog } from './dialog.tsx'
import { explain } from './explain.ts'
import { ImportPreview, RowTable } from './import-preview.tsx'
import { useNotify } from './notice.tsx'
import { tellTabs } from './tabs.ts'
import { formatCount, formatNumber, formatTimeLeft } from './texts.tsx'

interface ImportResult {
  summary: string
  /** Rows that were not valid, or that the service has refused. */
  omitted: PlantRow[]
  /** Reason why the import ended before the last row. */
  stopReason: string | undefined
}

interface Progress {
  done: number
  total: number
  /** Time at which the first row was sent, in ms. */
  start: number
}

function describeProgress({ done, total, start }: Progress): string {
  const count = `${formatNumber(done)} of ${formatNumber(total)}`
  // The duration of the first rows says little about that of the others.
  return done < 20 ? count : `${count}. ${formatTimeLeft(((Date.now() - start) / done) * (total - done))}`
}

export default function ImportPlants({ onClose }: { onClose: () => void }) {
  const client = useClient()
  const queryClient = useQueryClient()
  const notify = useNotify()
  const dialog = useRef<HTMLDialogElement>(null)
  const controller = useRef(new AbortController())
  const [columns, setColumns] = useState<Columns>({ name: -1, tag: -1 })
  /** Progress of adding. `undefined` while the rows are compared with the collection. */
  const [progress, setProgress] = useState<Progress>()
  const reading = useMutation({ mutationFn: readTable, onSuccess: ({ header }) => setColumns(columnsIn(header)) })
  const adding = useMutation({ mutationFn: add })
  const { data: table } = reading
  const { data: result, isPending: isBusy } = adding
  const rows = useMemo(() => (table?.rows ?? []).map((record) => toRow(record, columns)), [table, columns])
  const valid = rows.filter(({ reason }) => reason === undefined)
  const invalid = rows.filter(({ reason }) => reason !== undefined)
  const step = isBusy ? 'adding' : result ? 'done' : table ? 'preview' : 'choose'

  useEffect(() => () => controller.current.abort(), [])

  // The field or button that had the focus may be gone.
  useEffect(() => {
    const heading = dialog.current?.querySelector('h2')
    const isLost = [document.body, heading, dialog.current].includes(document.activeElement as HTMLElement)
    const next = dialog.current?.querySelector<HTMLElement>('select, input') ?? heading
    if (step && isLost) next?.focus()
  }, [step])

  async function add(): Promise<ImportResult> {
    controller.current = new AbortController()
    setProgress(undefined)
    const { added, existing, left, error, refused } = await addMissing(client, valid, {
      signal: controller.current.signal,
      onProgress: (done, total) => setProgress((before) => ({ start: before?.start ?? Date.now(), done, total })),
    })
    const refusals = refused.map(({ row, error }) => ({ ...row, reason: explain(error) }))
    const omitted = [...invalid, ...refusals].sort((a, b) => a.line - b.line)
    const done = added + refused.length
    const stopped = `Stopped after ${formatNumber(done)} of ${formatNumber(done + left)} plants.`
    const stopReason = error ? explain(error, 'add') : left > 0 ? stopped : undefined
    const known = `Already in your collection: ${formatNumber(existing)}.`
    const summary = `Added ${formatCount(added, 'plant')}. ${known} Left out: ${formatNumber(omitted.length)}.`
    await queryClient.invalidateQueries({ queryKey: plantKeys.lists })
    tellTabs('refetch lists')
    if (!dialog.current?.open) notify([stopReason, summary].filter(Boolean).join(' '))
    return { summary, omitted, stopReason }
  }

  /** Stops a running import, and keeps the dialog open for the result. A second Escape can close it without this event. */
  function stopFirst(event: SyntheticEvent) {
    if (!isBusy) return
    event.preventDefault()
    controller.current.abort()
  }

  return (
    <Dialog
      ref={dialog}
      title="Import plants from a CSV file"
      onClose={onClose}
      closeLabel={isBusy ? 'Stop' : result ? 'Close' : 'Cancel'}
      onCancel={stopFirst}
      onSubmit={stopFirst}
      actions={
        <>
          {step === 'preview' && (
            <PrimaryButton disabled={valid.length === 0} onClick={() => adding.mutate()}>
              Import {formatCount(valid.length, 'row')}
            </PrimaryButton>
          )}
          {result?.stopReason && <PrimaryButton onClick={() => adding.mutate()}>Import again</PrimaryButton>}
        </>
      }
    >
      {step === 'choose' && <ChooseFile error={reading.error?.message} onChoose={reading.mutate} />}
      {step === 'preview' && table && (
        <ImportPreview {...{ columns, valid, invalid }} header={table.header} onColumns={setColumns} />
      )}
      {isBusy && (
        <>
          <p role="status">{progress ? 'Adding plants…' : 'Comparing with your collection…'}</p>
          <progress aria-label="Plants" value={progress?.done} max={progress?.total} />
          {progress && <p className="hint">{describeProgress(progress)}</p>}
        </>
      )}
      {result && <Done result={result} />}
    </Dialog>
  )
}

const ChooseFile = ({ error, onChoose }: { error: string | undefined; onChoose: (file: File) => void }) => (
  <>
    <p>
      The first line must have the names of the columns. Next, you choose the columns for the name and the tag, and see
      a preview before anything is added.
    </p>
    <label>
      Choose a CSV file, or drop it here
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={({ target: { files } }) => {
          if (files?.[0]) onChoose(files[0])
        }}
      />
    </label>
    <div role="alert" className="form-error">
      {error}
    </div>
  </>
)

const Done = ({ result: { summary, omitted, stopReason } }: { result: ImportResult }) => (
  <>
    <p role="status">{summary}</p>
    {omitted.length > 0 && <RowTable label="Rows that were left out" rows={omitted} />}
    {stopReason !== undefined && (
      <p className="banner" role="alert">
        {stopReason} Import again to add the rest. Rows that were added are not added again.
      </p>
    )}
  </>
)
