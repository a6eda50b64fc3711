// Dates in headers (RFC 9110, 5.6.7).
import { parseDateTime } from './date-time.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const formats = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) (?<month>\w{3}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-(?<month>\w{3})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>\w{3}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
]

/**
 * Reads a date in any of the three formats.
 * @param now Decides on the century of a year that has two digits.
 * @returns Milliseconds since 1970; NaN for other texts.
 */
export function parseHttpDate(text = '', now: Date = new Date()): number {
  const groups = formats.map((format) => format.exec(text)?.groups).find((found) => found !== undefined)
  if (groups === undefined) return Number.NaN
  // Each format has these groups.
  const { year, month, day, time } = groups as Record<'year' | 'month' | 'day' | 'time', string>
  const fullYear = year.length === 2 ? yearFrom(Number(year), now) : year
  const date = [fullYear, String(months.indexOf(month) + 1).padStart(2, '0'), day.replace(' ', '0')].join('-')
  // A Date reads the 31st of February as a day in March.
  const parsed = new Date(parseDateTime(`${date}T${time}Z`))
  return parsed.getUTCDate() === Number(day) ? parsed.getTime() : Number.NaN
}

// A year that is more than 50 years in the future is in the past.
function yearFrom(lastDigits: number, now: Date): number {
  const thisYear = now.getUTCFullYear()
  const year = thisYear - (thisYear % 100) + lastDigits
  return year > thisYear + 50 ? year - 100 : year
}
