// Each construct of broken-boats.yaml is rejected, needs a handler or is a warning, with its line.

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { checkContract, constructs as checked } from '../../contract/check/check-contract.ts'
import { collectionChecks } from '../../contract/model/collection-rules.ts'
import type { ContractModel } from '../../contract/model/contract.ts'
import { deriveResources } from '../../contract/model/resources.ts'
import { standardChecks } from '../../contract/model/standard-methods.ts'
import { append, applyEdits, type Edit, remove, rename, set } from '../support/contract-edit.ts'
import { root, temporaryFolder } from '../support/folder.ts'
import { loadContractText } from '../support/load-contract-text.ts'
import { run } from '../support/process.ts'

/** Edits of boats.yaml by location, and the line and the message that they lead to. */
interface Case {
  line: string
  message: string
  set?: Record<string, unknown>
  append?: Record<string, unknown[]>
  remove?: string[]
  rename?: Record<string, string>
}

const boats = await readFile('stack/test/generate/boats.yaml', 'utf8')
const cases: Record<'rejected' | 'needs a handler' | 'warnings', Record<string, Case[]>> = parse(
  await readFile('stack/test/generate/broken-boats.yaml', 'utf8'),
)

/** The names of the checks of each kind. */
const checkNames = {
  ...checked,
  'needs a handler': [...Object.keys({ ...standardChecks, ...collectionChecks }), 'any other operation'],
}

function toEdits(testCase: Case): Edit[] {
  return [
    ...Object.entries(testCase.set ?? {}).map(([keys, value]) => set(keys, value)),
    ...Object.entries(testCase.append ?? {}).flatMap(([keys, values]) => values.map((value) => append(keys, value))),
    ...(testCase.remove ?? []).map(remove),
    ...Object.entries(testCase.rename ?? {}).map(([keys, key]) => rename(keys, key)),
  ]
}

/** The report on a contract, without the lint. */
async function check(text: string) {
  const { contract } = await loadContractText(text)
  const { rejected, warnings } = await checkContract(contract, async () => ({ errors: [], warnings: [] }))
  return { contract, rejected, warnings: warnings.map(({ location, sentence }) => `${location} ${sentence}`) }
}

function getStandard(contract: ContractModel): string[] {
  return [...deriveResources(contract).standard]
}

/** Returns the messages of a report, each with the line of the contract that it names. */
function parseReport(text: string, lines: string[]): { line: string | undefined; message: string }[] {
  return lines.map((reported) => {
    const [, number, message = ''] = /\bopenapi\.yaml:(\d+) (?:warning: )?(.*)$/.exec(reported) ?? []
    return { line: text.split('\n')[Number(number) - 1]?.trim(), message }
  })
}

it('a fully supported contract has an empty report, and each operation is standard', async () => {
  const { contract, ...report } = await check(boats)
  expect(report).toEqual({ rejected: [], warnings: [] })
  expect(getStandard(contract)).toEqual(['listBoats', 'createBoat', 'getBoat', 'updateBoat', 'deleteBoat'])
})

it('a list that needs a handler is no child collection, unless its path has a different operation too', async () => {
  const properties = { id: { type: 'string' }, at: { $ref: '#/components/schemas/Time', 'x-role': 'created' } }
  const schema = { type: 'array', items: { type: 'object', properties } }
  const responses = { 200: { description: 'Trips.', content: { 'application/json': { schema } } } }
  const parameters = [{ name: 'boatId', in: 'path', required: true, schema: { $ref: '#/components/schemas/Uuid' } }]
  const get = { operationId: 'listTrips', responses }
  const post = { operationId: 'startTrip', responses: { 202: { description: 'It starts later.' } } }
  const paths = [{ get }, { get: { ...get, 'x-paging': true } }, { get, post }]
  const reports = paths.map(async (path) => {
    const edit = set('paths /boats/{boatId}/trips', { parameters, ...path })
    const { contract, rejected, warnings } = await check(applyEdits(boats, [edit]))
    const collections = deriveResources(contract).collections.map((collection) => [
      collection.path,
      collection.children,
    ])
    return { collections, rejected, first: warnings[0] }
  })
  const collections = [
    ['/boats', 'refuse'],
    ['/boats/{boatId}/trips', undefined],
  ]
  const needed = expect.stringContaining('listTrips needs a handler in server/handlers.ts: it has no x-paging: true')
  const role = expect.stringContaining('only properties of the items of a collection: remove x-role.')
  expect(await Promise.all(reports)).toEqual([
    { collections: [['/boats', undefined]], rejected: [role], first: needed },
    { collections, rejected: [], first: undefined },
    { collections, rejected: [], first: needed },
  ])
})

describe.each(['rejected', 'needs a handler', 'warnings'] as const)('%s', (kind) => {
  const all = Object.entries(cases[kind]).flatMap(([construct, testCases]) =>
    testCases.map((testCase) => ({ construct, ...testCase })),
  )
  it.each(all)('$construct: $message', async (testCase) => {
    const text = applyEdits(boats, toEdits(testCase))
    const { contract, rejected, warnings } = await check(text)
    const [actual, unexpected] = kind === 'rejected' ? [rejected, []] : [warnings, rejected]
    expect(parseReport(text, actual)).toContainEqual({ line: testCase.line, message: testCase.message })
    // Without a standard list or an item of a collection, x-conditions is an error too.
    expect(unexpected.filter((line) => !line.includes('x-conditions'))).toEqual([])
    const [needed, id] = /^(\w+) needs a (?:handler|function read)/.exec(testCase.message) ?? []
    expect(actual.filter((line) => needed && line.includes(needed))).toHaveLength(id ? 1 : 0)
    if (kind === 'needs a handler') expect(getStandard(contract)).toEqual(id ? expect.not.arrayContaining([id]) : [])
  })

  it('has a case for each check, and a row in docs/openapi-support.md', async () => {
    const names = checkNames[kind]
    expect(Object.keys(cases[kind]).toSorted()).toEqual(names.toSorted())
    const docs = await readFile('docs/openapi-support.md', 'utf8')
    expect(names.filter((name) => !docs.includes(`| ${name} |`))).toEqual([])
  })
})

it('make generate reports all problems of a contract, but one warning per operation, and writes nothing', async () => {
  const selected = [
    'a parameter that cannot be serialized',
    'an x-problem with a different status',
    'a query parameter that a standard list does not know',
  ]
  const all = Object.assign({}, ...Object.values(cases))
  const edits = selected.flatMap((name) => toEdits(all[name][0]))
  const boatId = { name: 'boatId', in: 'path', required: true, schema: { type: 'string' } }
  const put = { operationId: 'other', parameters: [boatId], responses: { 204: { description: 'Done.' } } }
  // The lint of Redocly finds this parameter.
  const linted = set('paths /logs', { put })
  const fields = [set('paths /boats get x-owner', 'a'), set('paths /boats post x-team', 'a'), set('x-team', 'a')]
  await using folder = await temporaryFolder()
  const text = applyEdits(boats, [...edits, linted, ...fields])
  await writeFile(join(folder.path, 'openapi.yaml'), text)
  const { code, stdout, stderr } = await run('node', [join(root, 'stack/generate/main.ts')], { cwd: folder.path })
  const lines = parseReport(text, stderr.trim().split('\n'))
  expect(lines.at(-1)?.line).toBe('- name: boatId')
  expect([code, stdout, await readdir(folder.path), lines.map(({ message }) => message)]).toEqual([
    1,
    '',
    ['openapi.yaml'],
    [
      expect.stringMatching(/^listBoats needs a handler .* createdSince has .* GET \/boats has 1 more warning\.$/),
      'x-team is not a field of this project. It adds nothing. The same is true of 1 more place in this file.',
      'The standard method never returns 409: remove what is documented for it.',
      expect.stringMatching('^other needs a handler '),
      'The content of kinds must be JSON: write application/json instead of text/plain.',
      'No problem is-sunk has the status 409: add one to x-problems.',
      'Path parameter `boatId` is not used in the path `/logs`.',
    ],
  ])
})
