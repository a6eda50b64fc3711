// The reports of a run: a table and the failures for the terminal, and JUnit XML for CI pipelines, which is valid
// against junit-10.xsd of https://github.com/jenkinsci/xunit-plugin.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { checks, shorten, type TestCase } from './checks.ts'
import type { SuiteResult } from './suite.ts'

export function failedCases({ cases }: Pick<SuiteResult, 'cases'>): TestCase[] {
  return cases.filter(({ violations }) => violations.length > 0)
}

export function formatTable(result: SuiteResult): string {
  const line = (check: string, failed: string | number, meaning = '') =>
    `${check.padEnd(30)} ${String(failed).padStart(7)}  ${meaning}`.trimEnd()
  const failures = (check: string) =>
    result.cases.filter(({ violations }) => violations.some((violation) => violation.check === check)).length
  const skipped = [...Map.groupBy(result.skipped, ({ reason }) => reason)]
  const notes = [...(result.notes ?? [])].map((note) => `  ${note}`)
  return [
    line('check', 'failed'),
    ...Object.entries(checks).map(([check, meaning]) => line(check, failures(check) || '-', meaning)),
    ...(skipped.length > 0 ? ['', 'Not checked:'] : []),
    ...skipped.map(([reason, cases]) => `  ${reason}: ${cases.map(({ name }) => name).join(', ')}`),
    ...(notes.length > 0 ? ['', 'Sent by the HTTP library of the service; failures with STRICT=1:'] : []),
    ...notes,
  ].join('\n')
}

const maxShown = 3

/** Formats the first failures of each kind, with the requests that reproduce them. */
export function formatFailures({ cases }: Pick<SuiteResult, 'cases'>): string {
  const kinds = Map.groupBy(failedCases({ cases }), ({ name, violations }) => `${name}: ${violations[0]?.check}`)
  return [...kinds.values()]
    .flatMap((failed) => {
      const printed = failed.slice(0, maxShown).map((testCase) => printFailure(testCase))
      return failed.length > maxShown ? [...printed, `  … and ${failed.length - maxShown} more like these`] : printed
    })
    .join('\n\n')
}

/** Formats the first violations with different messages, above their requests. */
function printFailure({ name, violations, request, history = [] }: TestCase): string {
  const byMessage = Map.groupBy(violations, ({ message }) => message)
  const first = [...byMessage.values()].flatMap((all) => all.slice(0, 1)).slice(0, 5)
  const lines = [...Map.groupBy(first, (violation) => violation.request ?? request)].flatMap(([requestText, all]) => [
    ...all.map(({ check, message }) => `  ${check}: ${message}`),
    ...new Set(all.flatMap(({ sentence }) => (sentence === undefined ? [] : [`  contract: “${sentence}”`]))),
    ...(requestText === '' ? [] : requestText.split('\n').map((line) => `    | ${line}`)),
  ])
  const earlier = history.length > 1 ? ['  after', ...history.slice(0, -1).map((line) => `    ${shorten(line)}`)] : []
  return escapeInvisible([`✗ ${name}`, ...lines, ...earlier].join('\n'))
}

/** Writes one test case for each category, invariant and stateful test, with its first failures of each kind. */
export function writeJUnit({ cases, skipped, aborted }: SuiteResult, file: string): void {
  const run = Map.groupBy(cases, ({ name }) => name)
  const notRun = skipped.filter(({ name }) => !run.has(name))
  const failed = new Set(failedCases({ cases }).map(({ name }) => name))
  const elements = [
    ...[...run].map(([name, all]) => testCase(`${all[0]?.phase}`, name, getFailures(all), all)),
    ...notRun.map(({ phase, name, reason }) => testCase(phase, name, [element('skipped', { message: reason })])),
  ]
  if (aborted !== undefined)
    elements.push(testCase('run', 'run', [element('error', { type: 'aborted', message: aborted })]))
  const counts = { tests: elements.length, failures: failed.size, errors: aborted === undefined ? 0 : 1 }
  const attributes = { name: 'contract', ...counts, skipped: notRun.length }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuite', attributes, elements)}\n`)
}

function testCase(classname: string, name: string, content: string[], cases: TestCase[] = []): string {
  const time = cases.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3)
  return element('testcase', { classname, name, time }, content)
}

function getFailures(cases: TestCase[]): string[] {
  const violations = cases.flatMap((testCase) => testCase.violations)
  const type = [...new Set(violations.map(({ check }) => check))].join(', ')
  const text = escapeXml(formatFailures({ cases }))
  return violations.slice(0, 1).map(({ message }) => element('failure', { type, message }, [text]))
}

function element(name: string, attributes: Record<string, string | number>, content: string[] = []): string {
  const attributeTexts = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
  return `<${name}${attributeTexts.join('')}>${content.join('\n')}</${name}>`
}

// XML 1.0 cannot contain most control characters, not even escaped.
function escapeXml(text: string): string {
  return text
    .replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}

/** Escapes control characters, and others that are invisible or change the direction of a text. */
function escapeInvisible(text: string): string {
  return text.replace(/(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
