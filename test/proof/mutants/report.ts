// What a run says at its end: who noticed how many, what nobody noticed, and the figures to keep.
import type { Verdict } from './judge.ts'
import { described, difference, type Mutant } from './mutant.ts'
import { reasonFor, stale } from './survivors.ts'

export interface Judged extends Verdict {
  mutant: Mutant
}

export interface Totals {
  caught: number
  rate: number
  columns: string[]
  byArea: (string | number)[][]
  byOperator: (string | number)[][]
}

const columns = ['lint', 'generator', 'types', 'tests', 'late', 'tidy', 'compat', 'nobody'] as const

export function totals(judged: Judged[]): Totals {
  const caught = judged.filter(({ by }) => by !== 'nobody').length
  return {
    caught,
    rate: caught / judged.length,
    columns: ['', 'all', ...columns],
    byArea: rows(judged, ({ area }) => area),
    byOperator: rows(judged, ({ area, operator }) => `${area}: ${operator}`),
  }
}

function rows(judged: Judged[], group: (mutant: Mutant) => string): (string | number)[][] {
  const groups = Map.groupBy(judged, ({ mutant }) => group(mutant))
  return [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, members]) => [
      name,
      members.length,
      ...columns.map((column) => members.filter(({ by }) => by === column).length),
    ])
}

/** Columns under each other, and nothing where there is none. */
export function aligned(rows: (string | number)[][]): string {
  const cells = rows.map((row) => row.map((cell) => (cell === 0 ? '·' : String(cell))))
  const width = (column: number) => Math.max(...cells.map((row) => row[column]?.length ?? 0))
  return cells
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(width(at)) : cell.padStart(width(at)))).join('  '))
    .join('\n')
}

export interface Unnoticed {
  mutant: Mutant
  /** Why that is right. */
  reason: string | undefined
}

export function unnoticed(judged: Judged[]): Unnoticed[] {
  return judged.filter(({ by }) => by === 'nobody').map(({ mutant }) => ({ mutant, reason: reasonFor(mutant) }))
}

/** @param textOf The sound text of a file. */
export function survivorsReport(alive: Unnoticed[], textOf: (file: string) => string): string {
  if (alive.length === 0) return ''
  const of = ({ mutant, reason = 'NO REASON IS KNOWN: write the test, or its reason into survivors.ts' }: Unnoticed) =>
    `  ${described(mutant)}\n${difference(textOf(mutant.file), mutant)}\n    ${reason}`
  return `\nNobody noticed:\n\n${alive.map(of).join('\n\n')}\n`
}

export function staleReport(all: Mutant[]): string {
  const lines = stale(all).map(({ file, operator, source }) => `  ${file}: ${operator}: ${source}`)
  return lines.length === 0 ? '' : `\nSTALE in survivors.ts, they fit no mutant any more:\n${lines.join('\n')}\n`
}
