// A program that reads a CSV file, in Node or in a page: it returns what a person would import, and an export of it.
import { csvLine, fromCell, missingRows, parseCsv } from '@plant-collection/client/csv'

const collection = {
  async *allPlants() {
    yield { name: 'Moss', tag: '' }
  },
}

export async function read(text) {
  const [header, ...records] = parseCsv(text)
  const rows = records.flatMap(({ line, fields }) => (fields ? [{ line, plant: { name: fromCell(fields[0]) } }] : []))
  const refused = records.flatMap(({ line, reason }) => (reason ? [`${line}: ${reason}`] : []))
  const missing = await missingRows(collection, rows)
  return [header.fields.join(), missing.map(({ line }) => line).join(), csvLine([missing[0].plant.name]), ...refused]
}
