// Reads dates in headers (RFC 9110, 5.6.7). The service has a strict reader. A client does not have to reject a date that does
// not exist, and the strict reader would be a twentieth of it.

/** Reads a date in any of the three formats. @returns Milliseconds since 1970; NaN for other texts. */
export function parseHeaderDate(text: string | null | undefined): number {
  // A year at the end is the oldest format, which has no zone: `Date.parse` would read it as local time.
  return Date.parse(text && /^[A-Z]/.test(text) ? text.replace(/\d$/, '$& GMT') : '')
}
