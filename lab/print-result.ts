// Prints the result of a proof as a section of docs/proof.md. A command prints it last, and `make proof` copies it.

import { execFileSync } from 'node:child_process'

export interface Result {
  title: string
  /** Sentences that say what the run shows. Each is printed on its own line. */
  shows: string
  /** Command with the settings that repeat the run. */
  command: string
  rows: Row[]
}

export type Row = Record<string, string | number>

/** Prints the errors, and then the section. With errors, the command exits with status 1. */
export function printResult(result: Result, errors: string[] = []): void {
  const { title, shows, command, rows } = result
  if (errors.length > 0) process.exitCode = 1
  const date = new Date().toISOString().slice(0, 10)
  const sentences = shows.replaceAll(/\. (?=[A-Z])/g, '.\n')
  const run = `${date}, commit ${readCommit()}: \`${command}\`, ${Math.round(performance.now() / 1000).toLocaleString('en')} s.`
  console.log(['', ...errors, '', `## ${title}`, '', sentences, run, '', renderTable(rows)].join('\n'))
}

function readCommit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
}

/** Renders a Markdown table with padded columns. Numbers are aligned to the right. */
function renderTable(rows: Row[]): string {
  const names = new Set(rows.flatMap(Object.keys))
  const columns = Array.from(names, (name) => {
    const values = rows.map((row) => row[name] ?? '')
    const cells = values.map((value) => (typeof value === 'number' ? value.toLocaleString('en') : value))
    const width = Math.max(name.length, 3, ...cells.map((cell) => cell.length))
    const isNumber = typeof values[0] === 'number'
    const pad = (text: string) => (isNumber ? text.padStart(width) : text.padEnd(width))
    const rule = isNumber ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)
    return [pad(name), rule, ...cells.map(pad)]
  })
  const lines = columns[0]?.map((_, line) => `| ${columns.map((cells) => cells[line]).join(' | ')} |`) ?? []
  return lines.join('\n')
}
