// Downloads all plants as a CSV file. It is loaded when the person exports.
import { type Client, orThrow } from '@plant-collection/client'
import { csvLine } from '@plant-collection/client/csv'

/** @param onRead Gets how many plants have been read. @returns How many there are. */
export async function exportCsv(client: Client, signal: AbortSignal, onRead: (count: number) => void): Promise<number> {
  const lines = [csvLine(['name', 'tag'])]
  for await (const { body } of orThrow(client).allPages('listPlants', { query: { limit: 100 }, signal })) {
    lines.push(...body.map(({ name, tag }) => csvLine([name, tag])))
    onRead(lines.length - 1)
  }
  // With a byte order mark, Excel reads the file as UTF-8.
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(['\ufeff', ...lines], { type: 'text/csv' }))
  link.download = 'plants.csv'
  link.click()
  return lines.length - 1
}
