// Times of the format date-time (RFC 3339). Lists compare them as strings in one format, so a leap second comes
// after 23:59:59.999 and before the next day. A Date has no leap seconds: parsing returns the second before.

const latestTimestamp = Date.parse('9999-12-31T23:59:59.999Z')

/** Returns the milliseconds since 1970; NaN for any other string. */
export function parseDateTime(text: string): number {
  return Date.parse(text.replace('23:59:60', '23:59:59'))
}

/** Returns a bound of a range in the format of stored times, rounded to a millisecond inside the range. */
export function toStoredTime(text: string, kind: 'min' | 'max'): string {
  const truncated = parseDateTime(text)
  if (Number.isNaN(truncated)) return text
  const roundsUp = kind === 'min' && /\.\d{3}\d*[1-9]/.test(text)
  const time = new Date(Math.min(roundsUp ? truncated + 1 : truncated, latestTimestamp)).toISOString()
  return text.slice(17, 19) === '60' ? time.replace(':59.', ':60.') : time
}

// Dates in headers (RFC 9110, 5.6.7).
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const formats = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) (?<month>\w{3}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-(?<month>\w{3})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>\w{3}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
]

/**
 * Parses a date in any of the three formats.
 * @param now Determines the century of a two-digit year.
 * @returns Milliseconds since 1970; NaN for any other string.
 */
export function parseHttpDate(text = '', now: Date = new Date()): number {
  const groups = formats.map((format) => format.exec(text)?.groups).find((match) => match !== undefined)
  if (groups === undefined) return Number.NaN
  // Each format has these groups.
  const { year, month, day, time } = groups as Record<'year' | 'month' | 'day' | 'time', string>
  const fullYear = year.length === 2 ? yearFrom(Number(year), now) : year
  const date = [fullYear, String(months.indexOf(month) + 1).padStart(2, '0'), day.replace(' ', '0')].join('-')
  // A Date takes the 31st of February for a day in March.
  const parsed = new Date(parseDateTime(`${date}T${time}Z`))
  return parsed.getUTCDate() === Number(day) ? parsed.getTime() : Number.NaN
}

// A two-digit year that would be more than 50 years in the future is one in the past.
function yearFrom(lastDigits: number, now: Date): number {
  const thisYear = now.getUTCFullYear()
  const year = thisYear - (thisYear % 100) + lastDigits
  return year > thisYear + 50 ? year - 100 : year
}
