// What nobody noticed in the run on record. Asked again once tests have been written, the page says what notices it now.
import { record, recorded, type Table } from '../figures.ts'
import { described, type Mutant } from './mutant.ts'
import { type Judged, type Unnoticed, unnoticed } from './report.ts'

const title = 'Noticed by nobody'

export function tableOf(alive: Unnoticed[]): Table {
  const rows = alive.map(({ mutant, reason = 'Not known.' }) => [cell(mutant), reason])
  return { title, columns: ['Mutant', 'Why that is right, or what notices it since'], rows }
}

export async function unnoticedOnRecord(all: Mutant[]): Promise<Mutant[]> {
  const { tables = [] } = await recorded('mutants')
  const cells = tables.filter((table) => table.title === title).flatMap(({ rows }) => rows.map(([first]) => first))
  return all.filter((mutant) => cells.includes(cell(mutant)))
}

/** The figures stay those of the run on record. */
export async function recordSince(judged: Judged[]): Promise<void> {
  const since = judged.filter(({ by }) => by !== 'nobody').map(({ mutant, what }) => [cell(mutant), `Since: ${what}`])
  const still = tableOf(unnoticed(judged))
  // Some places of one line look alike, and are asked together.
  const rows = [...new Map([...still.rows, ...since].map((row) => [row[0], row])).values()]
  const now = { ...still, rows }
  const figures = await recorded('mutants')
  const tables = (figures.tables ?? []).map((table) => (table.title === title ? now : table))
  await record('mutants', { ...figures, tables })
}

function cell(mutant: Mutant): string {
  return `\`\` ${described(mutant)} \`\``
}
