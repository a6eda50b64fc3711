// `make compat` finds a breaking change of each kind, and takes no other change for one.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { type Change, compare } from '../../../tools/compat/compare.ts'
import { append, type Edit, edited, remove, rename, set } from '../../support/contract-edit.ts'
import { cleanUp, newFolder, root } from '../../support/folder.ts'

// Other tests run at the same time.
vi.setConfig({ maxConcurrency: 2 })

const list = 'paths /plants get'
const page = `${list} responses 200`
const create = 'paths /plants post'
const plant = 'paths /plants/{id}'
const schemas = 'components schemas'
const parameters = 'components parameters'
const headers = 'components headers'
const key = `${parameters} IdempotencyKey schema`
const filter = `${parameters} TagFilter`
const createdAt = `${schemas} Plant properties createdAt`

const text = { type: 'string' }
const shortText = { type: 'string', maxLength: 20, pattern: '^[a-z]*$' }
const body = { content: { 'application/json': { schema: { type: 'object' } } } }
const parameter = { name: 'garden', in: 'query', schema: text }
const operation = { operationId: 'countPlants', responses: { 200: { description: 'The number of plants.' } } }
const problem = { description: 'The plant exists already.' }
const time = { $ref: '#/components/schemas/Timestamp' }
const id = { $ref: '#/components/parameters/Id' }

/** The rules of the project find what `redocly diff` does not. */
const breaking: [change: string, rule: string, ...edits: Edit[]][] = [
  [
    'a read-only property of a request',
    'contract/access-narrowed',
    set(`${schemas} PlantDraft properties tag readOnly`, true),
  ],
  [
    'a write-only property of a response',
    'contract/access-narrowed',
    set(`${schemas} Plant properties tag writeOnly`, true),
  ],
  ['another default', 'contract/default-changed', set(`${parameters} Limit schema default`, 10)],
  ['a removed default', 'contract/default-changed', remove(`${parameters} Limit schema default`)],
  ['an added default', 'contract/default-changed', set(`${schemas} PlantPatch properties name default`, 'Fern')],
  ['an optional response header', 'contract/header-became-optional', set(`${headers} ETag required`, false)],
  ['an optional header of any response', 'contract/header-became-optional', remove(`${headers} Allow required`)],
  ['a lower limit', 'contract/limit-lowered', set('x-limits bodyBytes', 8192)],
  ['a removed limit', 'contract/limit-lowered', remove('x-limits targetBytes')],
  ['a new limit', 'contract/limit-lowered', set('x-limits plantsPerCaller', 1000)],
  ['a header in lower case', 'contract/parameter-renamed', set(`${parameters} IfMatch name`, 'if-match')],
  [
    'a renamed path parameter',
    'contract/parameter-renamed',
    rename(plant, '/plants/{plantId}'),
    set(`${parameters} Id name`, 'plantId'),
  ],
  ['a required body', 'contract/required-body-added', set(`${plant} delete requestBody`, { ...body, required: true })],
  ['no responses to any request', 'contract/responses-removed', remove('x-http-responses')],
  ['a response without a schema', 'contract/schema-removed', remove(`${page} content application/json schema`)],
  ['another default server', 'contract/servers-moved', set('servers 1 variables base_url default', '/')],
  ['another server of an operation', 'contract/servers-moved', set(`${list} servers`, [{ url: '/' }])],
  [
    'a second success',
    'contract/success-added',
    set(`${create} responses 202`, { description: 'It will be created.' }),
  ],
  ['a removed media type', 'media-type-removed', remove(`${plant} patch requestBody content application/json`)],
  ['a removed operation', 'operation-removed', remove(`${plant} patch`)],
  ['a required parameter', 'parameter-became-required', set(`${parameters} IdempotencyKey required`, true)],
  ['a removed parameter', 'parameter-removed', remove(`${list} parameters 2`)],
  ['another serialisation', 'parameter-serialization-changed', set(`${filter} style`, 'pipeDelimited')],
  ['a removed property', 'property-removed', remove(createdAt)],
  ['an optional property of a response', 'required-properties-removed', remove(`${schemas} Plant required 4`)],
  ['a removed response header', 'response-header-removed', remove(`${page} headers Link`)],
  ['a removed response to any request', 'response-removed', remove('x-http-responses 405')],
  [
    'null that is no longer accepted',
    'schema-combinator-changed',
    remove(`${schemas} PlantPatch properties tag oneOf 1`),
  ],
  ['a lower maximum', 'schema-constraint-changed', set(`${parameters} Limit schema maximum`, 50)],
  [
    'a property of a response that may be longer',
    'schema-constraint-changed',
    set(`${schemas} PlantName maxLength`, 300),
  ],
  ['a lower maximum in another notation', 'schema-constraint-changed', set(key, { allOf: [shortText] })],
  ['a property that may be null', 'schema-type-changed', set(`${schemas} Timestamp type`, ['string', 'null'])],
  ['another scope', 'security-requirement-changed', append(`${create} security 0 bearerAuth`, 'plants:read')],
]

const additions: Edit[] = [
  set('paths /count', { get: operation }),
  append(`${list} parameters`, parameter),
  set(`${plant} delete requestBody`, body),
  set(`${schemas} PlantDraft properties garden`, shortText),
  set(`${schemas} Plant properties garden`, shortText),
  append(`${schemas} Plant required`, 'garden'),
  set(`${page} headers Total-Count`, { schema: shortText }),
  set(`${create} responses 409`, problem),
  set(`${plant} patch responses 304`, problem),
]

const otherChanges: Edit[] = [
  set(`${parameters} Limit schema maximum`, 200),
  remove(`${schemas} PlantDraft required`),
  set(`${list} security`, []),
  set('x-limits bodyBytes', 32_768),
  set(`${schemas} FieldError properties detail maxLength`, 400),
  set(`${createdAt} readOnly`, true),
  set(`${schemas} PlantPatch properties tag writeOnly`, true),
  set(`${headers} RateLimit required`, true),
  rename(`${page} headers Link`, 'link'),
  set('info description', 'Plants.'),
]

const otherNotations: Edit[] = [
  set(`${filter} style`, 'form'),
  set(`${filter} explode`, true),
  set(`${parameters} Cursor allowReserved`, false),
  set(createdAt, { allOf: [time] }),
  remove(`${plant} parameters`),
  ...['get', 'patch', 'delete'].map((method) => append(`${plant} ${method} parameters`, id)),
]

const contract = await read('openapi.yaml')
const folder = await newFolder()
afterAll(cleanUp)
let count = 0

async function changesBetween(before: Edit[], after: Edit[]): Promise<Change[]> {
  const files = [before, after].map((edits) => ({
    name: join(folder, `${++count}.yaml`),
    text: edited(contract, edits),
  }))
  await Promise.all(files.map(({ name, text }) => writeFile(name, text)))
  const [base, revision] = files.map(({ name }) => name)
  return (await compare(base ?? '', revision ?? '')).changes
}

const findImpacts = (changes: Change[]) => [...new Set(changes.map(({ impact }) => impact))].toSorted()
const findRules = (changes: Change[]) =>
  new Set(changes.flatMap(({ verdicts }) => verdicts.map(({ ruleId }) => ruleId)))

it.concurrent.each(breaking)('needs a major version for %s (%s)', async (_, rule, ...edits) => {
  const changes = await changesBetween([], edits)
  expect(findRules(changes)).toEqual(new Set([rule]))
  expect(findImpacts(changes)).toContain('major')
})

it('needs a minor version for additions, and a patch for other harmless changes', async () => {
  expect(findImpacts(await changesBetween([], additions))).toEqual(['minor', 'patch'])
  expect(findImpacts(await changesBetween([], otherChanges))).toEqual(['patch'])
})

it('finds no change in another notation with the same meaning, in either direction', async () => {
  expect(await changesBetween([], otherNotations)).toEqual([])
  expect(await changesBetween(otherNotations, [])).toEqual([])
})

it('the stored contract is the last released one', async () => {
  const [changelog, released] = await Promise.all([read('CHANGELOG.md'), read('docs/released/openapi.yaml')])
  const last = /^## \[(\d+\.\d+\.\d+)\]/m.exec(changelog)?.[1]
  expect(/^ {2}version: (.*)$/m.exec(released)?.[1]).toBe(last)
})

function read(file: string): Promise<string> {
  return readFile(join(root, file), 'utf8')
}
