// Reads and writes CSV files. These functions run in browsers too. The other files of this folder are for commands.

export { type CsvTable, csvTable } from './csv-table.ts'
export { type DecodedCsv, decodeCsv } from './decode-csv.ts'
export { csvLine } from './format-csv.ts'
export { fromCell } from './formula.ts'
export { type CsvRecord, detectDelimiter, type Place, parseCsv } from './parse-csv.ts'
