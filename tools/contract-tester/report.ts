// What the suite found, for people as a table, and for pipelines as JUnit.
import { writeFileSync } from 'node:fs'
import { type Check, checks, type Trial } from './checks.ts'
import type { Conformance } from './suite.ts'

export interface Row {
  check: Check
  lookedAt: number
  failed: number
}

export function rowsOf({ trials }: Conformance): Row[] {
  // Object.keys forgets that the keys are those of the table.
  return (Object.keys(checks) as Check[]).map((check) => ({
    check,
    lookedAt: trials.filter(({ subjectTo }) => subjectTo.includes(check)).length,
    failed: trials.filter(({ findings }) => findings.some((finding) => finding.check === check)).length,
  }))
}

export function failures({ trials }: Conformance): Trial[] {
  return trials.filter(({ findings }) => findings.length > 0)
}

/** For a terminal. */
export function table(conformance: Conformance): string {
  const rows = rowsOf(conformance).map(({ check, lookedAt, failed }) =>
    [check.padEnd(30), String(lookedAt).padStart(9), String(failed || '-').padStart(7), ` ${checks[check]}`].join(' '),
  )
  const head = ['check'.padEnd(30), 'looked at'.padStart(9), 'failed'.padStart(7)].join(' ')
  const leftOut = conformance.leftOut.map((line) => `  ${line}`)
  return [head, ...rows, ...(leftOut.length === 0 ? [] : ['', 'Not asked:', ...leftOut])].join('\n')
}

/** The first failures of each kind, with the requests that show them. */
export function printedFailures(conformance: Conformance, most = 3): string {
  const kinds = Map.groupBy(failures(conformance), ({ name, findings }) => `${name}: ${findings[0]?.check}`)
  return [...kinds.values()]
    .flatMap((trials) => {
      const shown = trials.slice(0, most).map(({ name, findings, told }) => {
        const says = [...new Set(findings.map(({ check, says }) => `  ${check}: ${says}`))]
        return [`✗ ${name}`, ...says, ...told.split('\n').map((line) => `    | ${line}`)].join('\n')
      })
      return trials.length > most ? [...shown, `  … and ${trials.length - most} more of these`] : shown
    })
    .join('\n\n')
}

/** A suite for each phase, a case for each family, with all that failed in it. */
export function writeJUnit({ trials }: Conformance, file: string): void {
  const suites = [...Map.groupBy(trials, ({ phase }) => phase)].map(([phase, ofPhase]) => {
    const cases = [...Map.groupBy(ofPhase, ({ name }) => name)]
    const failed = cases.filter(([, ofCase]) => ofCase.some(({ findings }) => findings.length > 0))
    const written = cases.map(([name, ofCase]) => testCase(phase, name, ofCase))
    return element('testsuite', { name: phase, tests: cases.length, failures: failed.length }, written)
  })
  writeFileSync(file, `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, suites)}\n`)
}

function testCase(phase: string, name: string, trials: Trial[]): string {
  const failed = trials.filter(({ findings }) => findings.length > 0)
  const message = [...new Set(failed.flatMap(({ findings }) => findings.map(({ check }) => check)))].join(', ')
  const details = escaped(printedFailures({ trials: failed, leftOut: [] }))
  return element(
    'testcase',
    { classname: phase, name },
    failed.length === 0 ? [] : [element('failure', { message }, [details])],
  )
}

function element(name: string, attributes: Record<string, string | number>, content: string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  return `<${name}${written.join('')}>${content.join('\n')}</${name}>`
}

// XML 1.0 has no place for control characters, escaped or not.
function escaped(text: string): string {
  const names: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }
  return text
    .replace(/[<>&"]/g, (character) => names[character] ?? '')
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}
