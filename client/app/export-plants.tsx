// Exports the whole collection. A second press stops it.
import { useClient } from '@plant-collection/client/react'
import { useRef, useState } from 'react'
import { QuietButton } from './button.tsx'
import { explain } from './explain.ts'
import { useNotify } from './notice.tsx'
import { formatCount, formatNumber } from './texts.tsx'

export function ExportPlants() {
  const client = useClient()
  const notify = useNotify()
  /** How many plants have been read, during an export. */
  const [count, setCount] = useState<number>()
  const stop = useRef(new AbortController())

  async function download() {
    stop.current = new AbortController()
    const { signal } = stop.current
    try {
      setCount(0)
      const { exportCsv } = await import('./export-csv.ts')
      const exported = await exportCsv(client, signal, setCount)
      notify(`Exported ${formatCount(exported, 'plant')}.`)
    } catch (error) {
      if (signal.aborted) notify('The export is stopped. Nothing is downloaded.')
      else notify(`Nothing is downloaded. ${explain(error)}`)
    } finally {
      setCount(undefined)
    }
  }

  return (
    <QuietButton onClick={() => (count === undefined ? void download() : stop.current.abort())}>
      {count === undefined ? 'Export' : `Stop the export (${formatNumber(count)})`}
    </QuietButton>
  )
}
