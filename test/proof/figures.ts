// The figures of the last full run of each proof, one file for each command, and docs/proof.md, which is generated from them.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export interface Figures {
  title: string
  /** One to three sentences: what the run shows, and how. */
  shows: string
  /** The command that repeats the run. */
  command: string
  /** Only if the run is random. */
  seed?: number
  seconds: number
  figures: Record<string, string | number>
  tables?: Table[]
}

export interface Table {
  title: string
  columns: string[]
  rows: (string | number)[][]
}

/** In the order of the page. */
export const parts = [
  'parity',
  'conformance',
  'defects',
  'coverage',
  'compat',
  'mutants',
  'contract-mutants',
  'client',
  'histories',
  'restarts',
  'failover',
  'growth',
  'endurance',
  'generators',
] as const
export type Part = (typeof parts)[number]

const folder = new URL('figures/', import.meta.url)
export const page = fileURLToPath(new URL('../../docs/proof.md', import.meta.url))

/** Prints the result of a run. With errors the command fails; otherwise the figures are stored if RECORD is set. */
export async function report(part: Part, figures: Figures, errors: string[]): Promise<void> {
  const tables = (figures.tables ?? []).map(
    ({ title, columns, rows }) => `${title}:\n\n${aligned([columns, ...rows])}\n`,
  )
  const lines = Object.entries(figures.figures).map(([name, value]) => `${name}: ${cell(value)}`)
  console.log(['', ...tables, ...errors, ...lines, `${Math.round(figures.seconds)} s`].join('\n'))
  if (errors.length > 0) process.exitCode = 1
  else await record(part, figures)
}

/** Columns of equal width, numbers to the right. */
function aligned(rows: (string | number)[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)))
  const padded = (value: string | number, column: number) =>
    typeof value === 'number' ? String(value).padStart(widths[column] ?? 0) : value.padEnd(widths[column] ?? 0)
  return rows.map((row) => `  ${row.map(padded).join('  ').trimEnd()}`).join('\n')
}

/** Stores the figures of a run and generates the page again, if RECORD is set. Set it for full runs only. */
export async function record(part: Part, figures: Figures): Promise<void> {
  if (process.env.RECORD === undefined) return
  const { version } = process
  const date = new Date().toISOString().slice(0, 10)
  await writeFile(new URL(`${part}.json`, folder), `${JSON.stringify({ ...figures, date, node: version }, null, 2)}\n`)
  await writeFile(page, await renderPage())
  console.log('Recorded in docs/proof.md.')
}

export type Recorded = Figures & { date: string; node: string }

/** The page, generated from the stored figures. */
export async function renderPage(): Promise<string> {
  const files = await readdir(folder)
  const present = parts.filter((part) => files.includes(`${part}.json`))
  return [introduction, ...(await Promise.all(present.map(recorded))).map(section)].join('\n')
}

/** The figures of the last full run. */
export async function recorded(part: Part): Promise<Recorded> {
  return JSON.parse(await readFile(new URL(`${part}.json`, folder), 'utf8'))
}

const introduction = `# The proof

Server, client, mock and docs are one API. Each section has the figures of the last full run of a command, and the
command that repeats it. \`make test\` includes a short form of most of them.

These commands generate this page when \`RECORD=1\` is set. Do not edit it.
`

function section({ title, shows, command, seed, seconds, date, node, figures, tables = [] }: Recorded): string {
  const random = seed === undefined ? '' : `, seed ${seed}`
  const run = `    ${command}\n\n${date}, Node ${node.slice(1)}, ${Math.round(seconds)} s${random}`
  return [
    `## ${title}\n\n${shows}\n\n${run}\n\n${table(['Figure', ''], Object.entries(figures))}`,
    ...tables.map(({ title, columns, rows }) => `### ${title}\n\n${table(columns, rows)}`),
  ].join('\n')
}

function table(columns: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line), ''].join('\n')
}

function cell(value: string | number): string {
  if (typeof value === 'number') return value.toLocaleString('en')
  return value.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
