// The result of a run for CI pipelines: JUnit XML that is valid for junit-10.xsd of https://github.com/jenkinsci/xunit-plugin.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { phases, type TestCase } from './checks.ts'
import { failedCases, printFailures } from './report.ts'
import type { Skipped, SuiteResult } from './suite.ts'

/**
 * One test suite for each phase, one test case for each family, rule and sequence, with all its failures.
 * @param startedAt When the run started, in milliseconds since 1970.
 */
export function writeJUnit({ cases, skipped, aborted }: SuiteResult, file: string, startedAt: number): void {
  const timestamp = new Date(startedAt).toISOString().slice(0, 19)
  const suites = phases.flatMap((phase) => {
    const families = [
      ...Map.groupBy(
        cases.filter((one) => one.phase === phase),
        ({ name }) => name,
      ),
    ]
    const run = new Set(families.map(([name]) => name))
    const notRun = skipped.filter((one) => one.phase === phase && !run.has(one.name))
    if (families.length + notRun.length === 0) return []
    const failures = families.filter(([, ofFamily]) => failedCases({ cases: ofFamily }).length > 0).length
    const counts = { tests: families.length + notRun.length, failures, errors: 0, skipped: notRun.length }
    const elements = [
      ...families.map(([name, ofFamily]) => testCase(phase, name, ofFamily)),
      ...notRun.map(skippedCase),
    ]
    const time = secondsOf(families.flatMap(([, all]) => all))
    return [{ counts, text: element('testsuite', { name: phase, ...counts, time, timestamp }, elements) }]
  })
  const error = element('error', { type: 'aborted', message: aborted ?? '' }, [])
  const abortedCase = element('testcase', { classname: 'run', name: 'run', time: '0' }, [error])
  const counts = { tests: 1, failures: 0, errors: 1, skipped: 0 }
  const text = element('testsuite', { name: 'run', ...counts, time: '0', timestamp }, [abortedCase])
  if (aborted !== undefined) suites.push({ counts, text })
  const total = (name: 'tests' | 'failures' | 'errors') => suites.reduce((sum, suite) => sum + suite.counts[name], 0)
  const totals = { tests: total('tests'), failures: total('failures'), errors: total('errors') }
  const all = element(
    'testsuites',
    { name: 'contract', ...totals, time: secondsOf(cases) },
    suites.map((one) => one.text),
  )
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `<?xml version="1.0" encoding="UTF-8"?>\n${all}\n`)
}

function secondsOf(cases: TestCase[]): string {
  return cases.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3)
}

function testCase(phase: string, name: string, cases: TestCase[]): string {
  const failed = failedCases({ cases })
  const findings = failed.flatMap((one) => one.findings)
  const type = [...new Set(findings.map(({ check }) => check))].join(', ')
  const failure = element('failure', { type, message: findings[0]?.message ?? '' }, [
    escaped(printFailures({ cases: failed })),
  ])
  const attributes = { classname: phase, name, time: secondsOf(cases) }
  return element('testcase', attributes, failed.length === 0 ? [] : [failure])
}

function skippedCase({ phase, name, reason }: Skipped): string {
  return element('testcase', { classname: phase, name, time: '0' }, [element('skipped', { message: reason }, [])])
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
