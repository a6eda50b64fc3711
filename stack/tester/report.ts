// The result of a run. For people: a table, and the failures. For CI pipelines: JUnit XML that is valid for
// junit-10.xsd of https://github.com/jenkinsci/xunit-plugin.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { checks, phases, type TestCase } from './checks.ts'
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

/**
 * One test suite for each phase, one test case for each family, rule and sequence, with all its failures.
 * @param startedAt When the run started, in milliseconds since 1970.
 */
export function writeJUnit({ cases, skipped, aborted }: SuiteResult, file: string, startedAt: number): void {
  const timestamp = new Date(startedAt).toISOString().slice(0, 19)
  const suites = phases.flatMap((phase) => {
    const run = cases.filter((one) => one.phase === phase)
    const families = Map.groupBy(run, ({ name }) => name)
    const notRun = skipped.filter((one) => one.phase === phase && !families.has(one.name))
    const tests = families.size + notRun.length
    if (tests === 0) return []
    const failures = new Set(failedCases({ cases: run }).map(({ name }) => name)).size
    const elements = [
      ...[...families].map(([name, all]) => testCase(phase, name, all)),
      ...notRun.map(({ name, reason }) => testCase(phase, name, [], [element('skipped', { message: reason })])),
    ]
    const counts = { tests, failures, errors: 0, skipped: notRun.length }
    return element('testsuite', { name: phase, ...counts, time: getSeconds(run), timestamp }, elements)
  })
  if (aborted !== undefined) {
    const error = testCase('run', 'run', [], [element('error', { type: 'aborted', message: aborted })])
    const counts = { tests: 1, failures: 0, errors: 1, skipped: 0 }
    suites.push(element('testsuite', { name: 'run', ...counts, time: '0', timestamp }, [error]))
  }
  const all = element('testsuites', { name: 'contract', time: getSeconds(cases) }, suites)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `<?xml version="1.0" encoding="UTF-8"?>\n${all}\n`)
}

function getSeconds(cases: TestCase[]): string {
  return cases.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3)
}

function testCase(classname: string, name: string, cases: TestCase[], content = getFailures(cases)): string {
  return element('testcase', { classname, name, time: getSeconds(cases) }, content)
}

function getFailures(cases: TestCase[]): string[] {
  const findings = cases.flatMap((one) => one.findings)
  const type = [...new Set(findings.map(({ check }) => check))].join(', ')
  const text = escaped(formatFailures({ cases }))
  return findings.slice(0, 1).map(({ message }) => element('failure', { type, message }, [text]))
}

function element(name: string, attributes: Record<string, string | number>, content: string[] = []): string {
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
