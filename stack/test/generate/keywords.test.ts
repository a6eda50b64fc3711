// The schema keywords that docs/openapi-support.md calls supported: each validator rejects a value that breaks only one
// (keywords.yaml). generated/openapi-3.0.json is valid OpenAPI 3.0.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { registerSchema, setShouldValidateSchema, validate } from '@hyperjump/json-schema/openapi-3-0'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { checkContract } from '../../contract/check/check-contract.ts'
import { checkedKeywords, portableKeywords } from '../../contract/check/schemas.ts'
import { loadContract } from '../../contract/load-contract.ts'
import { openapi30 } from '../../generate/openapi-3-0.ts'
import { redocly } from '../../redocly/run.ts'
import type { Json } from '../../tester/contract/schema.ts'
import { applyEdits, set } from '../support/contract-edit.ts'
import { newFolder, root, temporaryFolder } from '../support/folder.ts'
import { getOutput } from '../support/process.ts'
import { productWith } from '../support/product.ts'
import { json, startService } from '../support/service.ts'

const cases: Record<string, { schema: object; value: unknown }> = parse(
  await readFile('stack/test/generate/keywords.yaml', 'utf8'),
)
const values = Object.fromEntries(Object.entries(cases).map(([keyword, { value }]) => [`${keyword}Field`, value]))

const toProperties = (keywords: string[]) =>
  Object.fromEntries(keywords.map((keyword) => [`${keyword}Field`, cases[keyword]?.schema]))

const folder = await newFolder()
const file = join(folder, 'openapi.yaml')
const properties = toProperties(checkedKeywords)
const content = { 'application/json': { schema: { $ref: '#/components/schemas/All' } } }
const post = { operationId: 'tryAll', requestBody: { content }, responses: { 200: { description: 'All.', content } } }
const edits = [set('components schemas All', { type: 'object', properties }), set('paths /all', { post })]
await writeFile(file, applyEdits(await readFile('stack/test/generate/boats.yaml', 'utf8'), edits))

it('the checked keywords are those in docs/openapi-support.md and keywords.yaml', async () => {
  const [, row = ''] = /^\| schema \| (.*): validators/m.exec(await readFile('docs/openapi-support.md', 'utf8')) ?? []
  expect(Array.from(row.matchAll(/`([^`]+)`/g), ([, name]) => name)).toEqual(checkedKeywords)
  expect(Object.keys(cases)).toEqual(checkedKeywords)
})

it('the checks accept the keywords, and OpenAPI 3.0 has most of them', async () => {
  const contract = await loadContract(file)
  expect((await checkContract(contract)).rejected).toEqual([])
  expect(() => openapi30(contract)).toThrow('OpenAPI 3.0 does not have patternProperties')
  const portable = `${file}.portable.yaml`
  const orNull = { anyOf: [{ $ref: '#/components/schemas/Kind' }, { type: 'null' }] }
  const withNull = { ...toProperties(portableKeywords), orNull, textOrNull: { type: ['string', 'null'] } }
  const edit = set('components schemas All properties', withNull)
  await writeFile(portable, applyEdits(await readFile(file, 'utf8'), [edit]))
  const document = JSON.parse(openapi30(await loadContract(portable)))
  const { properties } = document.components.schemas.All
  expect(properties.exclusiveMinimumField).toEqual({ type: 'number', minimum: 1, exclusiveMinimum: true })

  const uri = 'https://contract.test/openapi-3.0'
  registerSchema(document, uri, 'https://spec.openapis.org/oas/3.0/schema')
  // The meta-schema requires absolute references. Another test validates the document.
  // Nothing resets this: the contract tester, which other tests of this process load, sets the same.
  setShouldValidateSchema(false)
  const accepts = await validate(`${uri}#/components/schemas/All`)
  const isAccepted = (name: string) => accepts({ [name]: values[name] as Json }).valid
  // The library checks only the formats of JSON Schema, and the draft of OpenAPI 3.0 does not have `date`.
  expect(portableKeywords.filter((keyword) => isAccepted(`${keyword}Field`))).toEqual(['format'])
  const valid = { notField: 'motor', oneOfField: 'motor', ifField: 'motor', orNull: null, textOrNull: null }
  expect(accepts(valid).valid).toBe(true)
})

it('the service checks the keywords in requests', async () => {
  const product = await productWith(await readFile(file, 'utf8'))
  const handlers = { tryAll: async () => ({ status: 200, body: {} }) }
  await using service = await startService({ api: { ...product, handlers } })
  const responses = Object.entries(values).map(async ([name, value]) => {
    const { status } = await service.request('/all', json({ [name]: value }))
    return [name, status]
  })
  expect((await service.request('/all', json({}))).status).toBe(200)
  expect((await Promise.all(responses)).filter(([, status]) => status !== 400)).toEqual([])
})

it('the generated validators of responses check the keywords', async () => {
  // In a process without Vitest, because that loads the module of Ajv that counts characters with different exports.
  const printed = await getOutput('node', [
    '--input-type=module',
    '-e',
    `import { writeFile } from 'node:fs/promises'
    import { generators } from '${root}/stack/generate/generators.ts'
    import { loadContract } from '${root}/stack/contract/load-contract.ts'
    await writeFile('${file}.mjs', await generators['openapi-validators.js'](await loadContract('${file}')))
    const { responseValidators } = await import('${file}.mjs')
    const accepts = (response) => responseValidators["tryAll200 application/json"]({ response })
    const values = ${JSON.stringify(values)}
    const accepted = Object.keys(values).filter((name) => accepts({ [name]: values[name] }))
    console.log(JSON.stringify([accepts({}), accepted]))`,
  ])
  expect(JSON.parse(printed)).toEqual([true, []])
})

it('stack/test/product/generated/openapi-3.0.json is valid, and so are its examples', async () => {
  await using folder = await temporaryFolder()
  const config = join(folder.path, 'redocly.yaml')
  const rules = ['struct', 'no-unresolved-refs', 'no-invalid-media-type-examples', 'no-invalid-schema-examples']
  await writeFile(config, `rules:\n${rules.map((rule) => `  ${rule}: error\n`).join('')}`)
  const printed = await redocly(
    'lint',
    'stack/test/product/generated/openapi-3.0.json',
    '--config',
    config,
    '--format',
    'json',
  ).catch(({ stdout }) => stdout)
  expect(JSON.parse(printed).problems).toEqual([])
})
