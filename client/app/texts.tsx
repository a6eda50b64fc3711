// Formats numbers and times as parts of a sentence.

const numbers = new Intl.NumberFormat('en')
const ages = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const dates = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })

/** Formats a number, such as `1,024`. */
export const formatNumber = (count: number) => numbers.format(count)

/** Formats the header `Total-Count`, such as `2,000` or `1,000+`. */
export const formatTotal = (total: string) =>
  formatNumber(Number.parseInt(total, 10)) + (total.endsWith('+') ? '+' : '')

/** Formats a count, such as `1 row` and `2,000 rows`. */
export const formatCount = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`

/** Formats the time left, such as `About 3 minutes left`. */
export function formatTimeLeft(ms: number): string {
  if (ms < 10_000) return 'A few seconds left'
  if (ms < 60_000) return `About ${Math.ceil(ms / 10_000) * 10} seconds left`
  return `About ${formatCount(Math.ceil(ms / 60_000), 'minute')} left`
}

export const formatDate = (at: string) => dates.format(new Date(at))

const seconds = { year: 31_557_600, month: 2_629_800, week: 604_800, day: 86_400, hour: 3_600, minute: 60 } as const
const units = ['year', 'month', 'week', 'day', 'hour', 'minute'] as const

/** Shows a time such as `3 days ago`. */
export function Ago({ at }: { at: string }) {
  const age = (Date.now() - Date.parse(at)) / 1_000
  const unit = units.find((unit) => age >= seconds[unit])
  return (
    <time dateTime={at} title={`Added ${formatDate(at)}`}>
      {unit === undefined ? 'just now' : ages.format(-Math.floor(age / seconds[unit]), unit)}
    </time>
  )
}
