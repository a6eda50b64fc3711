// The mutation score, and the mutants that no test notices. The report of StrykerJS has the scores of the folders.
import type { Row } from '../print-result.ts'
import type { Mutant, Report } from './stryker.ts'

/** Killed and timed out mutants as a part of all that ran or should have run; invalid and ignored ones do not count. */
export function scoreOf(mutants: Mutant[]): number {
  const detected = count(mutants, 'Killed') + count(mutants, 'Timeout')
  const undetected = count(mutants, 'Survived') + count(mutants, 'NoCoverage')
  return detected / (detected + undetected || 1)
}

export function row(folder: string, mutants: Mutant[]): Row {
  return {
    Folder: folder,
    Killed: count(mutants, 'Killed'),
    'Timed out': count(mutants, 'Timeout'),
    Survived: count(mutants, 'Survived'),
    'Not covered': count(mutants, 'NoCoverage'),
    Score: `${(100 * scoreOf(mutants)).toFixed(1)} %`,
  }
}

export function survivors({ files }: Report): string[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map((mutant) => described(file, source, mutant)),
  )
}

function described(file: string, source: string, { mutatorName, replacement, location, status }: Mutant): string {
  const { start, end } = location
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const before = lines[0]?.slice(0, start.column - 1) ?? ''
  const after = lines.at(-1)?.slice(end.column - 1) ?? ''
  const mutated = `${before}${replacement ?? ''}${after}`
  const title = `${file}:${start.line} ${mutatorName}${status === 'NoCoverage' ? ' (not covered)' : ''}`
  return [title, ...lines.map((line) => `  - ${line}`), ...mutated.split('\n').map((line) => `  + ${line}`)].join('\n')
}

function count(mutants: Mutant[], status: Mutant['status']): number {
  return mutants.filter((mutant) => mutant.status === status).length
}
