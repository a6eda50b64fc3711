// The result of a run: a table and the failures for people, JUnit XML for CI pipelines.
import { writeFileSync } from 'node:fs'
import { type Check, checks, type TestCase } from './checks.ts'
import type { SuiteResult } from './suite.ts'

export interface Row {
  check: Check
  checked: number
  failed: number
}

export function rowsOf({ cases }: SuiteResult): Row[] {
  // Object.keys loses the type of the keys.
  return (Object.keys(checks) as Check[]).map((check) => ({
    check,
    checked: cases.filter((testCase) => testCase.checks.includes(check)).length,
    failed: cases.filter(({ findings }) => findings.some((finding) => finding.check === check)).length,
  }))
}

export function failedCases({ cases }: Pick<SuiteResult, 'cases'>): TestCase[] {
  return cases.filter(({ findings }) => findings.length > 0)
}

/** One line for each check, then what was skipped. */
export function printTable(result: SuiteResult): string {
  const line = (check: string, checked: string, failed: string, meaning = '') =>
    `${check.padEnd(30)} ${checked.padStart(9)} ${failed.padStart(7)}  ${meaning}`.trimEnd()
  const rows = rowsOf(result).map(({ check, checked, failed }) =>
    line(check, String(checked), String(failed || '-'), checks[check]),
  )
  const skipped = result.skipped.map((text) => `  ${text}`)
  return [
    line('check', 'checked', 'failed'),
    ...rows,
    ...(skipped.length > 0 ? ['', 'Skipped:', ...skipped] : []),
  ].join('\n')
}

/** The first failures of each kind, with the requests that reproduce them. */
export function printFailures({ cases }: Pick<SuiteResult, 'cases'>, maxShown = 3): string {
  const kinds = Map.groupBy(failedCases({ cases }), ({ name, findings }) => `${name}: ${findings[0]?.check}`)
  return [...kinds.values()]
    .flatMap((failed) => {
      const shown = failed.slice(0, maxShown).map(({ name, findings, requests }) => {
        const messages = [...new Set(findings.map(({ check, message }) => `  ${check}: ${message}`))]
        return [`✗ ${name}`, ...messages, ...requests.split('\n').map((line) => `    | ${line}`)].join('\n')
      })
      return failed.length > maxShown ? [...shown, `  … and ${failed.length - maxShown} more like these`] : shown
    })
    .join('\n\n')
}

/** One test suite for each phase, one test case for each family, with all failures of the family. */
export function writeJUnit({ cases }: SuiteResult, file: string): void {
  const suites = [...Map.groupBy(cases, ({ phase }) => phase)].map(([phase, ofPhase]) => {
    const families = [...Map.groupBy(ofPhase, ({ name }) => name)]
    const failures = families.filter(([, ofFamily]) => failedCases({ cases: ofFamily }).length > 0).length
    const elements = families.map(([name, ofFamily]) => testCase(phase, name, ofFamily))
    return element('testsuite', { name: phase, tests: families.length, failures }, elements)
  })
  writeFileSync(file, `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, suites)}\n`)
}

function testCase(phase: string, name: string, cases: TestCase[]): string {
  const failed = failedCases({ cases })
  const message = [...new Set(failed.flatMap(({ findings }) => findings.map(({ check }) => check)))].join(', ')
  const failure = element('failure', { message }, [escaped(printFailures({ cases: failed }))])
  return element('testcase', { classname: phase, name }, failed.length === 0 ? [] : [failure])
}

function element(name: string, attributes: Record<string, string | number>, content: string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  return `<${name}${written.join('')}>${content.join('\n')}</${name}>`
}

// XML 1.0 cannot contain control characters, not even escaped.
function escaped(text: string): string {
  const names: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }
  return text
    .replace(/[<>&"]/g, (character) => names[character] ?? '')
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}
