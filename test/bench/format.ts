import type { Spread } from './figures.ts'

/** The median, and in brackets the least and the most. */
export function formatSpread({ median, least, most }: Spread, digits: number): string {
  const text = (value: number) => formatNumber(value, digits)
  return `${text(median)} (${text(least)}–${text(most)})`
}

export function formatNumber(value: number, digits: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** A table in Markdown. */
export function table(columns: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(columns), line(columns.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(line), ''].join(
    '\n',
  )
}
