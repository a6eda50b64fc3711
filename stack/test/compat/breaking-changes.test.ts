// `make compat` finds a breaking change of each kind, and takes no other change for one.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ContractChange, compare } from '../../compat/compare.ts'
import { append, type Edit, edited, remove, rename, set } from '../support/contract-edit.ts'
import { newFolder, root } from '../support/folder.ts'

const list = 'paths /lamps get'
const page = `${list} responses 200`
const create = 'paths /lamps post'
const lamp = 'paths /lamps/{id}'
const schemas = 'components schemas'
const parameters = 'components parameters'
const headers = 'components headers'
const key = `${parameters} IdempotencyKey schema`
const filter = `${parameters} TagFilter`
const createdAt = `${schemas} Lamp properties createdAt`

const text = { type: 'string' }
const shortText = { type: 'string', maxLength: 20, pattern: '^[a-z]*$' }
const body = { content: { 'application/json': { schema: { type: 'object' } } } }
const parameter = { name: 'garden', in: 'query', schema: text }
const operation = { operationId: 'countLamps', responses: { 200: { description: 'The number of lamps.' } } }
const problem = { description: 'The lamp exists already.' }
const time = { $ref: '#/components/schemas/Timestamp' }
const id = { $ref: '#/components/parameters/Id' }

type Case = [change: string, rule: string, ...edits: Edit[]]

/** Changes that only a rule of the project finds, and not `redocly diff`. */
const projectCases: Case[] = [
  ['a read-only property of a request', 'access-narrowed', set(`${schemas} LampDraft properties tag readOnly`, true)],
  ['a write-only property of a response', 'access-narrowed', set(`${schemas} Lamp properties tag writeOnly`, true)],
  ['another default', 'default-changed', set(`${parameters} Limit schema default`, 10)],
  ['an added default', 'default-changed', set(`${schemas} LampPatch properties name default`, 'Desk')],
  ['an optional header of any response', 'header-became-optional', remove(`${headers} Allow required`)],
  ['a lower limit', 'limit-lowered', set('x-limits bodyBytes', 8192)],
  ['a removed limit', 'limit-lowered', remove('x-limits targetBytes')],
  ['a header in lower case', 'parameter-renamed', set(`${parameters} IfMatch name`, 'if-match')],
  [
    'a renamed path parameter',
    'parameter-renamed',
    rename(lamp, '/lamps/{lampId}'),
    set(`${parameters} Id name`, 'lampId'),
  ],
  ['a required body', 'required-body-added', set(`${lamp} delete requestBody`, { ...body, required: true })],
  ['no responses to any request', 'responses-removed', remove('x-http-responses')],
  ['a response without a schema', 'schema-removed', remove(`${page} content application/json schema`)],
  [
    'the deletion of an item with children',
    'permission-narrowed',
    set('paths /rooms/{roomId} delete x-children', 'refuse'),
  ],
  ['another default server', 'servers-moved', set('servers 1 variables base_url default', '/')],
  ['another server of an operation', 'servers-moved', set(`${list} servers`, [{ url: '/' }])],
  ['a second success', 'success-added', set(`${create} responses 202`, { description: 'It will be created.' })],
]

/** Changes that `redocly diff` finds, also in the spelling of the project. */
const redoclyCases: Case[] = [
  ['another serialisation', 'parameter-serialization-changed', set(`${filter} style`, 'pipeDelimited')],
  ['a removed response to any request', 'response-removed', remove('x-http-responses 405')],
  ['null that is refused', 'schema-combinator-changed', remove(`${schemas} LampPatch properties tag oneOf 1`)],
  ['a lower maximum in another spelling', 'schema-constraint-changed', set(key, { allOf: [shortText] })],
]
const withPrefix = projectCases.map(([change, rule, ...edits]): Case => [change, `contract/${rule}`, ...edits])
/** Comparisons with several changes, because each takes a second. No comparison has two changes of the same rule. */
const isFirst = ([, rule]: Case, index: number) => withPrefix.findIndex((candidate) => candidate[1] === rule) === index
const breaking = [
  withPrefix.filter(isFirst),
  withPrefix.filter((change, index) => !isFirst(change, index)),
  redoclyCases,
]

const additions: Edit[] = [
  set('paths /count', { get: operation }),
  append(`${list} parameters`, parameter),
  set(`${lamp} delete requestBody`, body),
  set(`${schemas} LampDraft properties garden`, shortText),
  set(`${schemas} Lamp properties garden`, shortText),
  append(`${schemas} Lamp required`, 'garden'),
  set(`${page} headers Total-Count`, { schema: shortText }),
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
  rename(`${page} headers Link`, 'link'),
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

async function changesBetween(before: Edit[], after: Edit[]): Promise<ContractChange[]> {
  const write = async (edits: Edit[]) => {
    const file = join(folder, `${++count}.yaml`)
    await writeFile(file, edited(contract, edits))
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
    changes = await changesBetween([], edits)
  })

  it.each(cases)('needs a major version for %s (%s)', (_, rule) => {
    const broken = changes.filter(({ verdicts }) => verdicts.some(({ ruleId }) => ruleId === rule))
    expect(broken.map(({ impact }) => impact)).toContain('major')
  })

  it('breaks no other rule', () => {
    expect(findRules(changes)).toEqual(new Set(cases.map(([, rule]) => rule)))
  })
})

/** By path: the property of x-access that is narrowed, and both values. Without one, only the creator sees and changes an item. */
const narrowedAccess: Record<string, [property: string, wide: object, narrow?: object]> = {
  '/lamps': ['read', { read: 'everybody', write: 'creator' }, { read: 'callers', write: 'creator' }],
  '/rooms': ['read', { read: 'callers' }],
  '/rooms/{roomId}/bookings': ['write', { read: 'callers', write: 'scope' }, { read: 'callers' }],
}

it('needs a major version for each narrower property of x-access, and none for the opposite', async () => {
  const rows = Object.entries(narrowedAccess)
  const wide = rows.map(([path, [, access]]) => set(`paths ${path} x-access`, access))
  const narrow = rows.flatMap(([path, [, , access]]) => (access ? [set(`paths ${path} x-access`, access)] : []))
  const narrowed = await changesBetween(wide, narrow)
  expect(findRules(narrowed)).toEqual(new Set(['contract/permission-narrowed']))
  expect(narrowed.map((change) => change.property).toSorted()).toEqual(['read', 'read', 'write'])
  expect(findImpacts(await changesBetween(narrow, wide))).toEqual(['patch'])
})

it('needs a minor version for additions, and a patch for other harmless changes', async () => {
  expect(findImpacts(await changesBetween([], additions))).toEqual(['minor', 'patch'])
  expect(findImpacts(await changesBetween([], otherChanges))).toEqual(['patch'])
})

it('finds no change in another spelling with the same meaning, in either direction', async () => {
  expect(await changesBetween([], otherSpellings)).toEqual([])
  expect(await changesBetween(otherSpellings, [])).toEqual([])
})

function read(file: string): Promise<string> {
  return readFile(join(root, file), 'utf8')
}
