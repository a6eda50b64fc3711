// Breaks each custom rule of `redocly lint`.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lint } from '../../redocly/run.ts'
import { append, applyEdits, type Edit, remove, rename, set } from '../support/contract-edit.ts'
import { temporaryFolder } from '../support/folder.ts'

const list = 'paths /lamps get'
const create = 'paths /lamps post'
const json = 'content application/json'
const schemas = 'components schemas'
const notFound = 'components responses NotFound'
const cacheControl = `${notFound} headers Cache-Control`
const problem = `${notFound} content application/problem+json`
const notFoundSchema = `${problem} schema`
const inline = { type: 'object', properties: { type: { type: 'string' } } }
const undated = { type: 'string', deprecated: true }
const dates = { since: '2026-11-22', sunset: '2027-11-22' }
const filter = 'components parameters TagFilter'
const listHeaders = `${list} responses 200 headers`
const constants = `${schemas} NotFoundProblem properties`

/** Edits that break a rule, whose name is here without the prefix `contract/`. */
const violations: [violation: string, rule: string, edit: Edit][] = [
  ['a problem without a constant type', 'problem-constants', remove(`${constants} type const`)],
  ['a problem without a constant title', 'problem-constants', remove(`${constants} title const`)],
  ['a problem with a different status', 'problem-constants', set(`${constants} status const`, 410)],
  ['an error in a second media type', 'problem-constants', set(`${notFound} ${json}`, { schema: inline })],
  ['a cacheable problem', 'problem-constants', set(`${cacheControl} $ref`, '#/components/headers/Cache-Control')],
  ['a response without Request-Id', 'required-headers', remove(`${notFound} headers Request-Id`)],
  ['an operation without CORS', 'required-headers', remove(`${notFound} headers Access-Control-Allow-Origin`)],
  ['a string without maxLength', 'bounded', remove(`${schemas} LampName maxLength`)],
  ['a string without pattern', 'bounded', remove(`${schemas} LampName pattern`)],
  ['a pattern without $', 'bounded', set(`${schemas} FieldError properties header pattern`, '^[A-Za-z-]+')],
  ['an integer without maximum', 'bounded', remove('components parameters Limit schema maximum')],
  ['an array without maxItems', 'bounded', remove(`${list} responses 200 ${json} schema maxItems`)],
  ['an open request body', 'closed-requests', remove(`${schemas} LampDraft additionalProperties`)],
  ['a nested request body', 'closed-requests', set(`${schemas} LampDraft properties tag`, { type: 'object' })],
  ['a closed response', 'open-responses', set(`${schemas} Lamp additionalProperties`, false)],
  ['a body without examples', 'named-examples', remove(`${create} requestBody ${json} examples`)],
  ['an example without a summary', 'named-examples', remove('components examples TwoLamps summary')],
  ['an operation without a scope', 'scoped', set(`${list} security 0 bearerAuth`, [])],
  ['an operation that inherits no scope', 'scoped', set('security 0 bearerAuth', [])],
  ['an operation with two security requirements', 'scoped', append(`${list} security`, {})],
  ['a deprecated property without dates', 'dated-deprecations', set(`${schemas} Lamp properties tag`, undated)],
  ['an operation with dates that is not deprecated', 'dated-deprecations', set(`${list} x-deprecation`, dates)],
  ['a parameter with dates that is not deprecated', 'dated-deprecations', set(`${filter} x-deprecation`, dates)],
  ['a successful response without Sunset', 'dated-deprecations', deprecateFilter('Deprecation')],

  // The rules for other languages and tools.
  ['alternatives of names', 'no-bare-required', set(`${schemas} FieldError anyOf`, [{ required: ['header'] }])],
  ['an inline problem', 'named-problems', set(notFoundSchema, inline)],
  ['a composed problem', 'named-problems', set(`${schemas} NotFoundProblem allOf`, [{ type: 'object' }])],
  ['a schema with the name of a constructor', 'distinct-names', set(`${schemas} NewLamp`, { type: 'boolean' })],
  ['a parameter with the name of a schema', 'distinct-names', rename('components parameters Id', 'LampId')],
  ['a default in a request body', 'no-body-defaults', set(`${schemas} LampTag default`, '')],
  ['a pattern with \\u', 'portable-patterns', set(`${schemas} LampTag pattern`, '^[^\\u0000]*$')],
  ['a pattern with lookaround', 'portable-patterns', set(`${schemas} LampTag pattern`, '^(?!x).*$')],
  ['a variable in the first server', 'plain-first-server', set('servers 0 url', '{base_url}')],
  ['a long description', 'short-texts', set('info description', 'x'.repeat(301))],
  ['a long description of a server', 'short-texts', set('servers 0 description', 'x'.repeat(41))],
]

/** Deprecates a parameter of the list, whose successful response documents these headers. */
function deprecateFilter(...names: string[]): Edit {
  const edits = [set(`${filter} deprecated`, true), set(`${filter} x-deprecation`, dates)]
  const headers = names.map((name) => set(`${listHeaders} ${name}`, { $ref: '#/components/headers/Request-Id' }))
  return (contract) => {
    for (const edit of [...edits, ...headers]) edit(contract)
  }
}

/** For each list of edits, the broken rules, once for each violation. One `redocly lint` checks all copies. */
async function violatedRules(edits: Edit[][]): Promise<string[][]> {
  await using folder = await temporaryFolder()
  const contract = await readFile('stack/test/product/generated/openapi.yaml', 'utf8')
  const files = edits.map((_, index) => join(folder.path, `${index}.yaml`))
  await Promise.all(files.map((file, index) => writeFile(file, applyEdits(contract, edits[index] ?? []))))
  return (await lint(...files)).map((violations) => violations.map(({ ruleId }) => ruleId))
}

const count = (rules: string[] = [], rule: string) => rules.filter((name) => name === `contract/${rule}`).length

/** `unchanged`: the rules that the contract breaks without an edit, since rooms have no descriptions and examples. */
const [unchanged = [], deprecated, inherited, ...violated] = await violatedRules([
  [],
  [deprecateFilter('Deprecation', 'Sunset')],
  [remove(`${list} security`), set('security 0 bearerAuth', ['rooms:write'])],
  ...violations.map(([, , edit]) => [edit]),
])

it('redocly lint accepts a deprecated parameter with dates and headers', () => expect(deprecated).toEqual(unchanged))

it('redocly lint accepts an operation that inherits a scope', () => expect(inherited).toEqual(unchanged))

it('redocly lint finds no error in the hand-written contract alone', async () => {
  const [violations] = await lint('stack/test/product/openapi.yaml')
  expect(violations?.filter(({ severity }) => severity === 'error')).toEqual([])
})

it.each(violations.map(([violation, rule], index) => [violation, rule, violated[index]] as const))(
  'redocly lint reports %s (contract/%s)',
  (_violation, rule, rules) => expect(count(rules, rule)).toBeGreaterThan(count(unchanged, rule)),
)
