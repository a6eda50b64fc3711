// Each rule of the contract, ours and those of Redocly that others rely on, is shown to notice what it is for.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
let folder: string
let contract: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rules-'))
  contract = await readFile('openapi.yaml', 'utf8')
})
afterAll(() => rm(folder, { recursive: true }))

/** The ids of the rules that a contract breaks. */
async function brokenRules(text: string): Promise<string[]> {
  const file = join(folder, 'openapi.yaml')
  await writeFile(file, text)
  const args = [cli, 'lint', file, '--config', 'redocly.yaml', '--format', 'json', '--max-problems', '20']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off' }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 24 }).catch(
    (error) => error,
  )
  const { problems }: { problems: { ruleId: string }[] } = JSON.parse(stdout)
  return [...new Set(problems.map(({ ruleId }) => ruleId))]
}

describe('the rules of the contract', () => {
  it('are kept by it', async () => {
    expect(await brokenRules(contract)).toEqual([])
  })

  it.each([
    ['house/problem-constants', 'a problem without a fixed type', /const: \/problems\/not-found/, 'type: string'],
    ['house/problem-constants', 'a problem without a fixed title', /const: Not found/, 'type: string'],
    ['house/problem-constants', 'a problem with another status', /const: 404/, 'const: 410'],
    [
      'house/problem-constants',
      'an error that is no problem',
      / {8}application\/problem\+json:/,
      '        application/json:',
    ],
    ['house/problem-constants', 'a problem that may be kept', /headers\/No-Store'/, "headers/Cache-Control'"],
    ['house/standing-headers', 'an answer without Request-Id', /( +)Request-Id:\n.*Request-Id'\n/, ''],
    [
      'house/standing-headers',
      'an answer of an operation that pages cannot read',
      /( +)Access-Control-Allow-Origin:\n.*headers\/Access-Control-Allow-Origin'\n/,
      '',
    ],
    ['house/standing-headers', 'an answer without Vary', /( +)Vary:\n.*headers\/Vary'\n/, ''],
    ['house/bounded', 'a string without an end', /\n {6}maxLength: 200\n/, '\n'],
    ['house/bounded', 'a pattern with an open end', /pattern: \^\[A-Za-z-\]\+\$/, 'pattern: ^[A-Za-z-]+'],
    ['house/bounded', 'an integer without an end', / {8}maximum: 100\n/, ''],
    ['house/bounded', 'an array without an end', / {16}maxItems: 100\n/, ''],
    ['house/closed-requests', 'an open request body', / {6}additionalProperties: false\n/, ''],
    [
      'house/closed-requests',
      'a request body within a body',
      /( +)tag:\n.*PlantTag'\n +default: ''\n/,
      '        tag:\n          type: object\n',
    ],
    [
      'house/open-responses',
      'a closed answer',
      / {6}required: \[id, name,/,
      '      additionalProperties: false\n      required: [id, name,',
    ],
    ['house/named-examples', 'a body without examples', / {12}examples:\n {14}tagged:[\s\S]*?NewUntaggedPlant'\n/, ''],
    ['house/named-examples', 'an example without a summary', / {6}summary: Two plants\n/, ''],
    ['house/scoped', 'an operation without a scope', /bearerAuth: \[plants:read\]/, 'bearerAuth: []'],
    [
      'house/scoped',
      'an operation with two ways in',
      /- bearerAuth: \[plants:read\]/,
      '- bearerAuth: [plants:read]\n        - {}',
    ],
    ['struct', 'a misspelt keyword', / {6}maxLength: 64\n/, '      maxLenght: 64\n'],
    ['no-unresolved-refs', 'a reference to nothing', /responses\/Forbidden'/, "responses/Forbiden'"],
    ['no-invalid-media-type-examples', 'an example that breaks its schema', /name: Monstera deliciosa/, 'name: 5'],
    [
      'no-unused-components',
      'a component that nobody uses',
      / {4}NewPlant:\n/,
      '    Old:\n      type: boolean\n    NewPlant:\n',
    ],
    ['operation-operationId-unique', 'an operationId given twice', /operationId: getPlant/, 'operationId: listPlants'],
  ])('%s notices %s', async (rule, _what, from, to) => {
    const broken = contract.replace(from, to)
    expect(broken).not.toBe(contract)
    expect(await brokenRules(broken)).toContain(rule)
  })
})
