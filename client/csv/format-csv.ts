/** A record as RFC 4180 writes it, with LF as its line end. Values are unchanged, also those that start like a formula. */
export function csvLine(fields: string[]): string {
  return `${fields.map(csvField).join(',')}\n`
}

// Some readers trim unquoted fields, and some treat U+2028 and U+2029 as line ends.
function csvField(text: string): string {
  return /[",\r\n\u2028\u2029]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
