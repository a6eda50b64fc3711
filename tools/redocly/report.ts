// What `redocly lint` reports, as far as it is read here.
import { redocly } from '../generate/redocly.ts'

export interface Violation {
  message: string
  ruleId: string
  severity: 'error' | 'warn'
  location: { pointer?: string }[]
}

/** Lints files in one process. @returns The violations of each file. */
export async function lint(...files: string[]): Promise<Violation[][]> {
  // It exits with 1 if a violation is an error.
  const printed = await redocly('lint', ...files, '--format', 'json').catch((error) => {
    if (!error.stdout) throw error
    return error.stdout
  })
  // It prints one report for each file, one after the other.
  const reports: { problems: Violation[] }[] = JSON.parse(`[${printed.trim().replaceAll('\n}{\n', '\n},{\n')}]`)
  return reports.map(({ problems }) => problems)
}
