// The JUnit report is valid for junit-10.xsd of https://github.com/jenkinsci/xunit-plugin, whatever a service responds.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { afterAll, expect, it } from 'vitest'
import type { TestCase } from '../../../tools/contract-tester/checks.ts'
import { writeJUnit } from '../../../tools/contract-tester/report-junit.ts'
import type { SuiteResult } from '../../../tools/contract-tester/suite.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'

afterAll(cleanUp)

interface Rule {
  children: string[]
  required: string[]
  optional: string[]
}

const leaf: Rule = { children: ['#text'], required: [], optional: ['type', 'message'] }
/** The elements of the schema that the report uses; other ones are not allowed. */
const schema: Record<string, Rule> = {
  testsuites: { children: ['testsuite'], required: [], optional: ['name', 'time', 'tests', 'failures', 'errors'] },
  testsuite: {
    children: ['testcase'],
    required: ['name', 'tests', 'failures', 'errors'],
    optional: ['time', 'skipped', 'timestamp'],
  },
  testcase: {
    children: ['skipped', 'error', 'failure'],
    required: ['name'],
    optional: ['time', 'classname'],
  },
  skipped: leaf,
  error: leaf,
  failure: leaf,
}
const surefireTime = /^(?:(?:\d{0,3},)*\d{3}|\d{0,3})*(?:\.\d*)?$/

interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
}

function elementsOf(parsed: Record<string, unknown>[]): Element[] {
  return parsed.flatMap(({ ':@': attributes = {}, ...element }) =>
    Object.entries(element).map(([name, content]) => ({
      name,
      attributes: Object(attributes),
      children: Array.isArray(content) ? elementsOf(content) : [],
    })),
  )
}

function violationsOf({ name, attributes, children }: Element): string[] {
  if (name === '#text') return []
  const { children: allowed = [], required = [], optional = [] } = schema[name] ?? {}
  const { time } = attributes
  return [
    ...(name in schema ? [] : [`${name} is not declared`]),
    ...required.filter((one) => !(one in attributes)).map((one) => `${name} lacks ${one}`),
    ...Object.keys(attributes).flatMap((one) =>
      [...required, ...optional].includes(one) ? [] : [`${name} has ${one}`],
    ),
    ...(time === undefined || surefireTime.test(time) ? [] : [`${name} has the time ${time}`]),
    ...children.filter((child) => !allowed.includes(child.name)).map((child) => `${child.name} in ${name}`),
    ...children.flatMap(violationsOf),
  ]
}

async function reportOf(result: SuiteResult): Promise<{ xml: string; elements: Element[] }> {
  const file = join(await newFolder(), 'new/folder/report.xml')
  writeJUnit(result, file, Date.UTC(2026, 0, 2, 3, 4, 5))
  const xml = await readFile(file, 'utf8')
  expect(XMLValidator.validate(xml)).toBe(true)
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseAttributeValue: false,
    ignoreDeclaration: true,
  })
  return { xml, elements: elementsOf(parser.parse(xml)) }
}

const passed: TestCase = {
  phase: 'rules',
  name: 'tag filter',
  seconds: 1.5,
  findings: [],
  request: 'GET /plants HTTP/1.1',
}
const hostile = '\u0000\u0007\ufffe\ud800 <a href="\'x\'">&amp; ]]> 🌱\t\n'
const failed: TestCase = {
  ...passed,
  phase: 'sequences',
  name: 'random sequences',
  seconds: 1234.5678,
  findings: [{ check: 'timestamps', message: hostile, sentence: hostile }],
  request: hostile,
}
const skipped: SuiteResult['skipped'] = [{ phase: 'rules', name: 'ownership', reason: 'needs OTHER_TOKEN' }]

it.each<[string, SuiteResult]>([
  ['nothing', { cases: [], skipped: [] }],
  ['passed and skipped cases', { cases: [passed], skipped }],
  ['failed cases with any text', { cases: [passed, failed], skipped }],
  ['an aborted run', { cases: [passed, failed], skipped, aborted: hostile }],
])('is valid with %s', async (_, result) => {
  const { xml, elements } = await reportOf(result)
  expect(elements.map(({ name }) => name)).toEqual(['testsuites'])
  expect(elements.flatMap(violationsOf)).toEqual([])
  // XML 1.0, 2.2: characters that a document cannot contain, not even escaped.
  expect(xml).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u)
})

it('counts passed, failed, skipped and aborted cases', async () => {
  const { elements } = await reportOf({ cases: [passed, failed], skipped, aborted: 'Interrupted by SIGINT.' })
  const [all] = elements
  expect(all?.attributes).toEqual({ name: 'contract', tests: '4', failures: '1', errors: '1', time: '1236.068' })
  const timestamp = '2026-01-02T03:04:05'
  expect(all?.children.map(({ attributes }) => attributes)).toEqual([
    { name: 'rules', tests: '2', failures: '0', errors: '0', skipped: '1', time: '1.500', timestamp },
    { name: 'sequences', tests: '1', failures: '1', errors: '0', skipped: '0', time: '1234.568', timestamp },
    { name: 'run', tests: '1', failures: '0', errors: '1', skipped: '0', time: '0', timestamp },
  ])
})
