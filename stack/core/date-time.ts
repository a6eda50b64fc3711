// Times of the format date-time (RFC 3339). Lists compare them as texts in one format, so a leap second comes after
// 23:59:59.999 and before the next day. A Date has no leap second: as a number, it is the second before it.

const lastTime = Date.parse('9999-12-31T23:59:59.999Z')

/** Returns the milliseconds since 1970; NaN for other texts. */
export function parseDateTime(text: string): number {
  return Date.parse(text.replace('23:59:60', '23:59:59'))
}

/** Returns an end of a range in the format of stored times, in whole milliseconds of the range. */
export function toStoredTime(text: string, end: 'min' | 'max'): string {
  const cut = parseDateTime(text)
  if (Number.isNaN(cut)) return text
  const isLater = end === 'min' && /\.\d{3}\d*[1-9]/.test(text)
  const time = new Date(Math.min(isLater ? cut + 1 : cut, lastTime)).toISOString()
  return text.slice(17, 19) === '60' ? time.replace(':59.', ':60.') : time
}
