// A planted fault: a deliberate defect that a check must report. Only for what StrykerJS cannot change (README.md).

export interface Fault {
  /** What the original text ensures; in brackets the bug of a dependency that makes it necessary. */
  guard: string
  file: string
  edits: Edit[]
  /** The command that must fail. */
  check: string
}

export type Edit = [find: string, replacement: string]
export type Row = [guard: string, ...edits: Edit[]]

/** Faults of one file that the same check must report. */
export function faultsIn(file: string, check: string, rows: Row[]): Fault[] {
  return rows.map(([guard, ...edits]) => ({ guard, file, edits, check }))
}

/** @throws {OutdatedFault} unless the text has each passage exactly once. */
export function plant(text: string, { edits, file }: Fault): string {
  return edits.reduce((edited, [find, replacement]) => {
    const count = edited.split(find).length - 1
    if (count !== 1) throw new OutdatedFault(`${file} has this text ${count} times: ${find}`)
    return edited.replace(find, () => replacement)
  }, text)
}

export class OutdatedFault extends Error {
  override readonly name = 'OutdatedFault'
}
