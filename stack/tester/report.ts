// The result of a run for people: a table, and the failures.
import { checks, type TestCase } from './checks.ts'
import { visible } from './readable.ts'
import type { SuiteResult } from './suite.ts'

export function failedCases({ cases }: Pick<SuiteResult, 'cases'>): TestCase[] {
  return cases.filter(({ findings }) => findings.length > 0)
}

/** One line for each check, then what was skipped, and notes. */
export function formatTable(result: SuiteResult): string {
  const line = (check: string, failed: string | number, meaning = '') =>
    `${check.padEnd(30)} ${String(failed).padStart(7)}  ${meaning}`.trimEnd()
  const failures = (check: string) =>
    result.cases.filter(({ findings }) => findings.some((finding) => finding.check === check)).length
  const skipped = [...Map.groupBy(result.skipped, ({ reason }) => reason)]
  const notes = [...Map.groupBy(result.notes ?? [], ({ name }) => name)]
  return [
    line('check', 'failed'),
    ...Object.entries(checks).map(([check, meaning]) => line(check, failures(check) || '-', meaning)),
    ...(skipped.length > 0 ? ['', 'Not checked:'] : []),
    ...skipped.map(([reason, cases]) => `  ${reason}: ${cases.map(({ name }) => name).join(', ')}`),
    ...(notes.length > 0 ? ['', 'Decided by the HTTP library of the service. STRICT=1 makes each a failure:'] : []),
    ...notes.map(([name, all]) => `  ${name}: ${[...new Set(all.map(({ message }) => message))].join('; ')}`),
  ].join('\n')
}

const maxShown = 3

/** The first failures of each kind, with the requests that reproduce them. */
export function formatFailures({ cases }: Pick<SuiteResult, 'cases'>): string {
  const kinds = Map.groupBy(failedCases({ cases }), ({ name, findings }) => `${name}: ${findings[0]?.check}`)
  return [...kinds.values()]
    .flatMap((failed) => {
      const shown = failed.slice(0, maxShown).map((one) => printFailure(one))
      return failed.length > maxShown ? [...shown, `  … and ${failed.length - maxShown} more like these`] : shown
    })
    .join('\n\n')
}

// The findings of one request stand together, above the request.
function printFailure({ name, findings, request }: TestCase): string {
  const first = [...Map.groupBy(findings, ({ message }) => message).values()].flatMap(([finding]) => finding ?? [])
  const ofRequest = Map.groupBy(first, (finding) => finding.request ?? request)
  const parts = [...ofRequest].slice(0, 3).map(([sent, found]) => {
    const sentences = new Set(found.flatMap(({ sentence }) => sentence ?? []))
    return [
      ...found.slice(0, 5).map(({ check, message }) => `  ${check}: ${message}`),
      ...(found.length > 5 ? [`  … and ${found.length - 5} more of this response`] : []),
      ...[...sentences].map((sentence) => `  contract: “${sentence}”`),
      ...(sent === '' ? [] : sent.split('\n').map((line) => `    | ${line}`)),
    ].join('\n')
  })
  return visible([`✗ ${name}`, ...parts].join('\n'))
}
