import { toCell } from './formula.ts'

/**
 * A record as RFC 4180 writes it, with LF as its line end. A text that a spreadsheet would run as a formula gets an
 * apostrophe, which `fromCell` removes.
 */
export function csvLine(fields: string[]): string {
  return `${fields.map(toCell).map(quoted).join(',')}\n`
}

// Some readers trim unquoted fields, and some treat U+2028 and U+2029 as line ends.
function quoted(cell: string): string {
  return /[",\r\n\u2028\u2029]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
