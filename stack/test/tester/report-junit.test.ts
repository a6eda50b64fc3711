// The JUnit report has the elements and attributes of junit-10.xsd of https://github.com/jenkinsci/xunit-plugin, whatever a
// service responds.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { afterAll, expect, it } from 'vitest'
import type { TestCase } from '../../tester/checks.ts'
import { writeJUnit } from '../../tester/report-junit.ts'
import { cleanUp, newFolder } from '../support/folder.ts'

afterAll(cleanUp)

const passed: TestCase = {
  phase: 'rules',
  name: 'tag filter',
  seconds: 1.5,
  findings: [],
  request: 'GET /rooms HTTP/1.1',
}
const markup = '<a href="\'x\'">&amp; ]]> 🌱'
const hostile = `\u0000\u0007\ufffe\ud800 ${markup}\t\n`
const failed: TestCase = {
  phase: 'sequences',
  name: 'random sequences',
  seconds: 1234.5678,
  findings: [{ check: 'timestamps', message: hostile, sentence: hostile }],
  request: hostile,
}

it('has a test suite for each phase, and a test case for each name', async () => {
  const file = join(await newFolder(), 'new/folder/report.xml')
  const skipped = [{ phase: 'rules' as const, name: 'ownership', reason: 'needs OTHER_TOKEN' }]
  writeJUnit({ cases: [passed, failed], skipped, aborted: hostile }, file, Date.UTC(2026, 0, 2, 3, 4, 5))
  const xml = await readFile(file, 'utf8')
  expect(XMLValidator.validate(xml)).toBe(true)
  // XML 1.0, 2.2: characters that a document cannot contain, not even escaped.
  expect(xml).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u)
  const options = { ignoreAttributes: false, attributeNamePrefix: '', ignoreDeclaration: true }
  const timestamp = '2026-01-02T03:04:05'
  const message = `${'\ufffd'.repeat(4)} ${markup}`
  const suite = { tests: '1', failures: '0', errors: '0', skipped: '0', time: '0', timestamp }
  expect(new XMLParser(options).parse(xml)).toEqual({
    testsuites: {
      ...{ name: 'contract', time: '1236.068' },
      testsuite: [
        {
          ...{ ...suite, name: 'rules', tests: '2', skipped: '1', time: '1.500' },
          testcase: [
            { classname: 'rules', name: 'tag filter', time: '1.500' },
            { classname: 'rules', name: 'ownership', time: '0', skipped: { message: 'needs OTHER_TOKEN' } },
          ],
        },
        {
          ...{ ...suite, name: 'sequences', failures: '1', time: '1234.568' },
          testcase: {
            ...{ classname: 'sequences', name: 'random sequences', time: '1234.568' },
            failure: { type: 'timestamps', message, '#text': expect.stringContaining('✗ random sequences') },
          },
        },
        {
          ...{ ...suite, name: 'run', errors: '1' },
          testcase: { classname: 'run', name: 'run', time: '0', error: { type: 'aborted', message } },
        },
      ],
    },
  })
})
