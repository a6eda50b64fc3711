// The public names of @plant-collection/client/csv. They run in browsers too. The other files of this folder are commands.

export { type DecodedCsv, decodeCsv } from './decode-csv.ts'
export { csvLine } from './format-csv.ts'
export { fromCell } from './formula.ts'
export { missingRows } from './missing-rows.ts'
export { type CsvRecord, detectDelimiter, type Place, parseCsv } from './parse-csv.ts'
