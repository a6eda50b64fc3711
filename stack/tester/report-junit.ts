// The result of a run for CI pipelines: JUnit XML that is valid for junit-10.xsd of https://github.com/jenkinsci/xunit-plugin.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { phases, type TestCase } from './checks.ts'
import { failedCases, formatFailures } from './report.ts'
import type { SuiteResult } from './suite.ts'

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
