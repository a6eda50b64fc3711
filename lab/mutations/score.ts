// The mutation score.
import type { Row } from '../print-result.ts'
import type { Mutant } from './stryker.ts'

/** Killed and timed out mutants as a part of all that ran or should have run; invalid and ignored ones do not count. */
export function getScore(mutants: Mutant[]): number {
  const detected = count(mutants, 'Killed') + count(mutants, 'Timeout')
  const undetected = count(mutants, 'Survived') + count(mutants, 'NoCoverage')
  return detected / (detected + undetected || 1)
}

export function row(mutants: Mutant[]): Row {
  return {
    Killed: count(mutants, 'Killed'),
    'Timed out': count(mutants, 'Timeout'),
    Survived: count(mutants, 'Survived'),
    'Not covered': count(mutants, 'NoCoverage'),
    Score: `${(100 * getScore(mutants)).toFixed(1)} %`,
  }
}

function count(mutants: Mutant[], status: Mutant['status']): number {
  return mutants.filter((mutant) => mutant.status === status).length
}
