// Writes CSV files. A spreadsheet runs a cell that starts like a formula (https://owasp.org/www-community/attacks/CSV_Injection).
// So an export writes an apostrophe before the `=` of such a cell, and an import removes it.

/**
 * Formats a record (RFC 4180), with LF as its line end. A field that a spreadsheet would run as a formula gets an
 * apostrophe, which `fromCell` removes.
 */
export function csvLine(fields: string[]): string {
  return `${fields.map(toCell).map(quoteCell).join(',')}\n`
}

// Some readers trim unquoted fields, and some treat U+2028 and U+2029 as line ends.
function quoteCell(cell: string): string {
  return /[",\r\n\u2028\u2029]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

// The spreadsheet decides where a cell starts. If it splits at `;`, the quotes around `a;=1+1` mean nothing in the middle of
// its cell. Some programs also drop quotes or white space. So a cell may start after each character that a program may
// split at, and the apostrophe is directly before the `=`. If the field has apostrophes there, it gets one more.
const beforeFormula = /(?<=^|[,;|\t-\r\x85\u2028\u2029])(?:[^\S\t-\r\u2028\u2029]|["'])*(?=[=+\-@\t\r＝＋－＠])/g

/** Adds an apostrophe wherever a spreadsheet might find a formula. */
export function toCell(text: string): string {
  return text.replace(beforeFormula, "$&'")
}

export function fromCell(cell: string): string {
  return cell.replace(beforeFormula, (skipped) => (skipped.endsWith("'") ? skipped.slice(0, -1) : skipped))
}
