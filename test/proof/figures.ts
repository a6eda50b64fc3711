// What the last full runs of the proof measured, a file for each command, and the page that is made of them: docs/proof.md.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export interface Figures {
  title: string
  /** One sentence or two: what this run shows, and how. */
  shows: string
  /** What to paste to have it again, seed included. */
  command: string
  /** Absent where nothing is random. */
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
export const parts = ['parity', 'conformance', 'coverage', 'compat', 'mutants', 'contract-mutants', 'client'] as const
export type Part = (typeof parts)[number]

const folder = new URL('figures/', import.meta.url)
export const page = fileURLToPath(new URL('../../docs/proof.md', import.meta.url))

/** Keeps what a run measured and makes the page anew, if RECORD asks for it; only full runs should. */
export async function record(part: Part, figures: Figures): Promise<void> {
  if (process.env.RECORD === undefined) return
  const { version } = process
  const date = new Date().toISOString().slice(0, 10)
  await mkdir(folder, { recursive: true })
  await writeFile(new URL(`${part}.json`, folder), `${JSON.stringify({ ...figures, date, node: version }, null, 2)}\n`)
  await writeFile(page, await renderPage())
  console.log(`Recorded in docs/proof.md.`)
}

export type Recorded = Figures & { date: string; node: string }

/** The page as the figures on record make it. */
export async function renderPage(): Promise<string> {
  const files = await readdir(folder)
  const present = parts.filter((part) => files.includes(`${part}.json`))
  return [introduction, ...(await Promise.all(present.map(recorded))).map(section)].join('\n')
}

/** What the last full run left. */
export async function recorded(part: Part): Promise<Recorded> {
  return JSON.parse(await readFile(new URL(`${part}.json`, folder), 'utf8'))
}

const introduction = `# The proof

Server, client, mock and docs are one API. These are the last full figures of the commands that show it, each with what
to paste to have it again. A short form of all but the last ones is part of \`make test\`.

This page is made by those commands when they are given \`RECORD=1\`; do not edit it.
`

function section({ title, shows, command, seed, seconds, date, node, figures, tables = [] }: Recorded): string {
  const run = `    ${command}\n\n${date}, Node ${node.slice(1)}, ${Math.round(seconds)} s${seed === undefined ? '' : `, seed ${seed}`}`
  const rows = Object.entries(figures)
  return [
    `## ${title}\n\n${shows}\n\n${run}\n\n${table(['Figure', ''], rows)}`,
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
