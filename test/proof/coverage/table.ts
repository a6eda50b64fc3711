// The table of the coverage gate: a row for each operation and status, with how much of what is documented was exercised.
import type { Shown } from './coverage.ts'
import { kinds } from './points.ts'

export const columns = ['Operation', 'Answer', 'Times', 'Media types', 'Headers', 'Problem types', 'Examples']

export function rowsOf(shown: Shown[]): (string | number)[][] {
  const rows = Map.groupBy(shown, ({ point: { of, status } }) => `${of} ${status}`)
  return [...rows.values()].map((ofRow) => {
    const [of, status] = [ofRow[0]?.point.of ?? '', ofRow[0]?.point.status ?? '']
    const [, ...counted] = kinds.map((kind) => ofRow.filter(({ point }) => point.kind === kind))
    const ofStatus = ofRow.find(({ point }) => point.kind === 'status')
    return [of, status, ofStatus?.times ?? '', ...counted.map(share)]
  })
}

function share(shown: Shown[]): string {
  return shown.length === 0 ? '' : `${shown.filter(({ times }) => times > 0).length}/${shown.length}`
}

/** For a terminal: columns as wide as need be, the name of an operation once. */
export function printed(rows: (string | number)[][]): string {
  const lines = [columns, ...rows.map(([of = '', ...rest], index) => [rows[index - 1]?.[0] === of ? '' : of, ...rest])]
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => String(line[column]).length)))
  const text = (line: (string | number)[]) =>
    line.map((cell, column) =>
      column < 2 ? String(cell).padEnd(widths[column] ?? 0) : String(cell).padStart(widths[column] ?? 0),
    )
  return lines.map((line) => text(line).join('  ').trimEnd()).join('\n')
}
