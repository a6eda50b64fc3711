// `make compat` reports each type of breaking change as breaking, and no other change.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ContractChange, compare } from '../../compat/compare.ts'
import { append, applyEdits, type Edit, remove, rename, set } from '../support/contract-edit.ts'
import { newFolder, root } from '../support/folder.ts'

const list = 'paths /lamps get'
const listResponse = `${list} responses 200`
const create = 'paths /lamps post'
const lamp = 'paths /lamps/{id}'
const schemas = 'components schemas'
const parameters = 'components parameters'
const headers = 'components headers'
const key = `${parameters} IdempotencyKey schema`
const filter = `${parameters} TagFilter`
const createdAt = `${schemas} Lamp properties createdAt`

const string = { type: 'string' }
const shortString = { type: 'string', maxLength: 20, pattern: '^[a-z]*$' }
const body = { content: { 'application/json': { schema: { type: 'object' } } } }
const parameter = { name: 'garden', in: 'query', schema: string }
const operation = { operationId: 'countLamps', responses: { 200: { description: 'The number of lamps.' } } }
const problem = { description: 'The lamp exists already.' }
const time = { $ref: '#/components/schemas/Timestamp' }
const id = { $ref: '#/components/parameters/Id' }

type Case = [change: string, rule: string, ...edits: Edit[]]

/** Changes that a rule of this project finds, and `redocly diff` does not. */
const projectCases: Case[] = [
  ['a read-only property of a request', 'access-narrowed', set(`${schemas} LampDraft properties tag readOnly`, true)],
  ['a write-only property of a response', 'access-narrowed', set(`${schemas} Lamp properties tag writeOnly`, true)],
  ['a different default', 'default-changed', set(`${parameters} Limit schema default`, 10)],
  ['an added default', 'default-changed', set(`${schemas} LampPatch properties name default`, 'Desk')],
  ['a response header that became optional', 'header-became-optional', remove(`${headers} Allow required`)],
  ['a lower limit', 'limit-lowered', set('x-limits bodyBytes', 8192)],
  ['a removed limit', 'limit-lowered', remove('x-limits targetBytes')],
  ['a header in lower case', 'parameter-renamed', set(`${parameters} IfMatch name`, 'if-match')],
  [
    'a renamed path parameter',
    'parameter-renamed',
    rename(lamp, '/lamps/{lampId}'),
    set(`${parameters} Id name`, 'lampId'),
  ],
  ['a required request body', 'required-body-added', set(`${lamp} delete requestBody`, { ...body, required: true })],
  ['a removed x-http-responses', 'responses-removed', remove('x-http-responses')],
  ['a response without a schema', 'schema-removed', remove(`${listResponse} content application/json schema`)],
  [
    'a DELETE that refuses to delete children',
    'permission-narrowed',
    set('paths /rooms/{roomId} delete x-children', 'refuse'),
  ],
  ['a different default server', 'servers-moved', set('servers 1 variables base_url default', '/')],
  ['a different server of an operation', 'servers-moved', set(`${list} servers`, [{ url: '/' }])],
  ['a new 202', 'success-added', set(`${create} responses 202`, { description: 'It will be created.' })],
]

/** Changes that `redocly diff` finds, also in a normalised contract. */
const redoclyCases: Case[] = [
  ['a different serialisation', 'parameter-serialization-changed', set(`${filter} style`, 'pipeDelimited')],
  ['a response removed from x-http-responses', 'response-removed', remove('x-http-responses 405')],
  ['null that is no longer valid', 'schema-combinator-changed', remove(`${schemas} LampPatch properties tag oneOf 1`)],
  ['a lower maximum in an allOf', 'schema-constraint-changed', set(key, { allOf: [shortString] })],
]
const withPrefix = projectCases.map(([change, rule, ...edits]): Case => [change, `contract/${rule}`, ...edits])
const isFirst = ([, rule]: Case, index: number) => withPrefix.findIndex((candidate) => candidate[1] === rule) === index
/** Changes of each comparison: several, because one takes a second, but not two that break the same rule. */
const breaking = [
  withPrefix.filter(isFirst),
  withPrefix.filter((change, index) => !isFirst(change, index)),
  redoclyCases,
]

const additions: Edit[] = [
  set('paths /count', { get: operation }),
  append(`${list} parameters`, parameter),
  set(`${lamp} delete requestBody`, body),
  set(`${schemas} LampDraft properties garden`, shortString),
  set(`${schemas} Lamp properties garden`, shortString),
  append(`${schemas} Lamp required`, 'garden'),
  set(`${listResponse} headers Total-Count`, { schema: shortString }),
  set(`${create} responses 409`, problem),
  set(`${lamp} patch responses 304`, problem),
]

const otherChanges: Edit[] = [
  set(`${parameters} Limit schema maximum`, 200),
  remove(`${schemas} LampDraft required`),
  set(`${list} security`, []),
  set('x-limits bodyBytes', 32_768),
  set(`${schemas} FieldError properties detail maxLength`, 400),
  set(`${createdAt} readOnly`, true),
  set(`${schemas} LampPatch properties tag writeOnly`, true),
  set(`${headers} RateLimit required`, true),
  rename(`${listResponse} headers Link`, 'link'),
  set('info description', 'Lamps.'),
]

const otherSpellings: Edit[] = [
  set(`${filter} style`, 'form'),
  set(`${filter} explode`, true),
  set(`${parameters} Limit allowReserved`, false),
  set(createdAt, { allOf: [time] }),
  remove(`${lamp} parameters`),
  ...['get', 'patch', 'delete'].map((method) => append(`${lamp} ${method} parameters`, id)),
]

const contract = await read('stack/test/product/generated/openapi.yaml')
const folder = await newFolder()
let count = 0

async function compareEdited(before: Edit[], after: Edit[]): Promise<ContractChange[]> {
  const write = async (edits: Edit[]) => {
    const file = join(folder, `${++count}.yaml`)
    await writeFile(file, applyEdits(contract, edits))
    return file
  }
  return (await compare(await write(before), await write(after))).changes
}

const findImpacts = (changes: ContractChange[]) => [...new Set(changes.map(({ impact }) => impact))].toSorted()
const findRules = (changes: ContractChange[]) =>
  new Set(changes.flatMap(({ verdicts }) => verdicts.map(({ ruleId }) => ruleId)))

describe.each(breaking.map((cases) => [cases[0]?.[0], cases] as const))('a contract with %s and more', (_, cases) => {
  let changes: ContractChange[]
  beforeAll(async () => {
    const edits = cases.flatMap(([, , ...all]) => all)
    changes = await compareEdited([], edits)
  })

  it.each(cases)('needs a major version for %s (%s)', (_, rule) => {
    const broken = changes.filter(({ verdicts }) => verdicts.some(({ ruleId }) => ruleId === rule))
    expect(broken.map(({ impact }) => impact)).toContain('major')
  })

  it('breaks no other rule', () => {
    expect(findRules(changes)).toEqual(new Set(cases.map(([, rule]) => rule)))
  })
})

/** The property of x-access that becomes narrower, and both values, by path. Default: only the creator sees an item. */
const narrowedAccess: Record<string, [property: string, wide: object, narrow?: object]> = {
  '/lamps': ['read', { read: 'everybody', write: 'creator' }, { read: 'callers', write: 'creator' }],
  '/rooms': ['read', { read: 'callers' }],
  '/rooms/{roomId}/bookings': ['write', { read: 'callers', write: 'scope' }, { read: 'callers' }],
}

it('needs a major version for each narrower property of x-access, and none for the opposite', async () => {
  const rows = Object.entries(narrowedAccess)
  const wide = rows.map(([path, [, access]]) => set(`paths ${path} x-access`, access))
  const narrow = rows.flatMap(([path, [, , access]]) => (access ? [set(`paths ${path} x-access`, access)] : []))
  const narrowed = await compareEdited(wide, narrow)
  expect(findRules(narrowed)).toEqual(new Set(['contract/permission-narrowed']))
  expect(findImpacts(narrowed)).toEqual(['major'])
  expect(narrowed.map((change) => change.property).toSorted()).toEqual(['read', 'read', 'write'])
  expect(findImpacts(await compareEdited(narrow, wide))).toEqual(['patch'])
})

it('needs a minor version for additions, and a patch version for other compatible changes', async () => {
  const changes = await compareEdited([], additions)
  expect(findImpacts(changes)).toEqual(['minor', 'patch'])
  expect(findImpacts(changes.filter(({ kind }) => kind === 'added'))).toEqual(['minor'])
  expect(findImpacts(await compareEdited([], otherChanges))).toEqual(['patch'])
})

it('finds no change in a different spelling of the same contract, in either direction', async () => {
  expect(await compareEdited([], otherSpellings)).toEqual([])
  expect(await compareEdited(otherSpellings, [])).toEqual([])
})

function read(file: string): Promise<string> {
  return readFile(join(root, file), 'utf8')
}
