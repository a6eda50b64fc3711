// A record as RFC 4180 writes it, but for the line end, which is LF.

/** Values are kept as they are: whoever opens them in a spreadsheet is asked there about formulas. */
export function csvLine(fields: string[]): string {
  return `${fields.map(field).join(',')}\n`
}

// Some readers trim, and some take U+2028 and U+2029 for line ends, unless there are quotes.
function field(text: string): string {
  return /[",\r\n\u2028\u2029]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
