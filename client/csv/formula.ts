// A spreadsheet runs a cell that starts like a formula. So an export writes an apostrophe before such a text, and an import
// removes it again (https://owasp.org/www-community/attacks/CSV_Injection).

// A text that already has apostrophes gets one more. So each text has its own cell, and an import restores it.
const formula = /^'*[=+\-@\t\r]/

/** The text as a cell that a spreadsheet shows and does not run. */
export function toCell(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** The text of a cell: without the apostrophe that an export has written before a text that starts like a formula. */
export function fromCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}
