// Exports the whole collection.
import { orThrow } from '@plant-collection/client'
import { useClient } from '@plant-collection/client/react'
import { useState } from 'react'
import { QuietButton } from './button.tsx'
import { explain } from './explain.ts'
import { useNotify } from './notice.tsx'
import { formatCount, formatNumber } from './texts.tsx'

export function ExportPlants() {
  const client = useClient()
  const notify = useNotify()
  /** Number of plants read so far; `undefined` if no export is running. */
  const [count, setCount] = useState<number>()

  async function download() {
    if (count !== undefined) return
    try {
      setCount(0)
      const { csvLine } = await import('@plant-collection/client/csv')
      const lines = [csvLine(['name', 'tag'])]
      for await (const { body } of orThrow(client).allPages('listPlants', { query: { limit: 100 } })) {
        lines.push(...body.map(({ name, tag }) => csvLine([name, tag])))
        setCount(lines.length - 1)
      }
      const link = document.createElement('a')
      // With a byte order mark, Excel reads the file as UTF-8.
      link.href = URL.createObjectURL(new Blob(['\ufeff', ...lines], { type: 'text/csv' }))
      link.download = 'plants.csv'
      link.click()
      notify(`Exported ${formatCount(lines.length - 1, 'plant')}.`)
    } catch (error) {
      notify(`Nothing was downloaded. ${explain(error)}`)
    } finally {
      setCount(undefined)
    }
  }

  return (
    <QuietButton aria-disabled={count !== undefined} onClick={() => void download()}>
      {count === undefined ? 'Export' : `Exporting ${formatNumber(count)}…`}
    </QuietButton>
  )
}
