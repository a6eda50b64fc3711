// Parses and formats CSV. These functions run in browsers too. The other files of this folder are for commands.

export { csvLine, fromCell } from './format-csv.ts'
export {
  type CsvPosition as Place,
  type CsvRecord,
  type CsvTable,
  csvTable,
  detectDelimiter,
  parseCsv,
  textsIn,
} from './parse-csv.ts'
