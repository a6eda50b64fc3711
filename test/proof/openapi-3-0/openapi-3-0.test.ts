// The contract as OpenAPI 3.0 describes the same API as openapi.yaml: a service that validates with it responds in the same
// way to the same requests, its schemas have the same valid values, and everything else is equal.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createOpenApiValidator } from '../../../server/http/openapi-validator.ts'
import { document as contract, type Json } from '../../../tools/contract-tester/contract/openapi.ts'
import { printFailures } from '../../../tools/contract-tester/report.ts'
import { rules } from '../../../tools/contract-tester/rules/index.ts'
import { runSuite } from '../../../tools/contract-tester/suite.ts'
import { describeDeprecations } from '../../../tools/generate/deprecations.ts'
import { openapiValidators } from '../../../tools/generate/openapi-validators.ts'
import { cleanUp, temporaryFolder } from '../../support/folder.ts'
import { startService } from '../../support/service.ts'
import { mutated } from '../contract-mutations/mutants.ts'
import { callersOf } from '../implementations.ts'
import { differences, schemas } from './schemas.ts'

const document: Json = JSON.parse(await readFile('generated/openapi-3.0.json', 'utf8'))
afterAll(cleanUp)

/** The document with another node at a JSON Pointer, or without the node. */
function changed(pointer: string, node?: Json): Json {
  const path = pointer.split('/').map((part) => part.replaceAll('~1', '/'))
  return JSON.parse(JSON.stringify(mutated(document, { path, node })))
}

/** Runs the contract tester on a service that validates with a document. Its oracle reads openapi.yaml. */
async function failuresWith(validated: Json, { perFamily = 3, sequences = 1 } = {}): Promise<string> {
  // In 3.0, express-openapi-validator takes the `id` in an example for the identifier of a schema.
  const text = JSON.stringify(validated, (key, value) => (key === 'examples' ? undefined : value))
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'openapi.json'), text)
  const compiled = join(folder.path, 'openapi-validators.js')
  await writeFile(compiled, await openapiValidators(join(folder.path, 'openapi.json')))
  await using service = await startService({ validator: createOpenApiValidator(await import(compiled)) })
  const tokens = await (await callersOf(service.folder))()
  const target = { url: service.url, tokens, timeoutMs: 5_000, mayWrite: true, isMock: false }
  // Rules are about stored plants. The document does not change what happens to them.
  const skip = rules.map(({ name }) => name)
  return printFailures(await runSuite(target, { seed: 20251120, perFamily, sequences, skip }))
}

describe('the service that validates with OpenAPI 3.0', { timeout: 60_000 }, () => {
  it('keeps the contract in OpenAPI 3.1', async () => {
    expect(await failuresWith(document)).toBe('')
  })

  it('does not keep it if a required property is dropped', async () => {
    const failures = await failuresWith(changed('components/schemas/PlantDraft/required'), {
      perFamily: 2,
      sequences: 0,
    })
    expect(failures).toContain('expected 400, got')
  })
})

describe('the schemas in OpenAPI 3.0', () => {
  it('have the same valid values as in OpenAPI 3.1', async () => {
    expect(schemas.length).toBeGreaterThan(45)
    expect(await differences(document)).toEqual([])
  })

  const schema = 'components/schemas'
  it.each<[change: string, pointer: string, node?: Json]>([
    ['maxLength is dropped', `${schema}/ProblemDetail/maxLength`],
    ['maximum is changed', 'components/parameters/Limit/schema/maximum', 101],
    ['a pattern is changed', `${schema}/PlantName/pattern`, '^.*$'],
    ['a pattern of a header is dropped', 'components/headers/ETag/schema/pattern'],
    ['a format is dropped', `${schema}/Timestamp/format`],
    ['a required property is dropped', `${schema}/Plant/required`, ['id', 'name', 'tag', 'createdAt']],
    ['additionalProperties is dropped', `${schema}/PlantDraft/additionalProperties`],
    ['nullable is dropped', `${schema}/PlantPatch/properties/tag/nullable`],
    [
      'nullable is beside a reference',
      `${schema}/PlantPatch/properties/tag`,
      { nullable: true, allOf: [{ $ref: '#/components/schemas/PlantTag' }] },
    ],
    ['a constant is dropped', `${schema}/NotFoundProblem/properties/title/enum`],
    ['a constant has another value', `${schema}/NotFoundProblem/properties/status/enum`, [410]],
    ['minItems is dropped', `${schema}/InvalidRequestProblem/properties/errors/minItems`],
    ['maxItems is changed', 'paths/~1plants/get/responses/200/content/application~1json/schema/maxItems', 101],
    ['a condition is dropped', `${schema}/FieldError/allOf`],
    ['one case of a condition is dropped', `${schema}/FieldError/allOf/3`, {}],
  ])('do not have the same valid values if %s', async (_, pointer, node) => {
    expect(await differences(changed(pointer, node))).not.toEqual([])
  })
})

describe('the rest of the document in OpenAPI 3.0', () => {
  it('differs from openapi.yaml in version, info and the dates of deprecations only', () => {
    const { openapi: _, info: __, ...expected } = comparable(describeDeprecations(contract))
    const { openapi, info, ...actual } = comparable(document)
    expect(actual).toEqual(expected)
    expect(openapi).toBe('3.0.3')
    const { title, version, contact } = Object(contract.info)
    expect(info).toMatchObject({ title, version, contact, license: { name: 'MIT', url: expect.any(String) } })
  })

  it.each<[change: string, pointer: string, node?: Json]>([
    ['minLength is dropped', 'components/schemas/PlantId/minLength'],
    ['a response is dropped', 'paths/~1plants/get/responses/503'],
    ['a schema is not the same component', 'components/parameters/Id/schema/$ref', '#/components/schemas/PlantTag'],
    ['a scope is changed', 'paths/~1plants/get/x-scopes', ['plants:write']],
    ['a header is optional', 'components/headers/ETag/required', false],
  ])('is not the same if %s', (_, pointer, node) => {
    expect(comparable(changed(pointer, node))).not.toEqual(comparable(document))
  })
})

/** Keywords that 3.0 does not have, and what replaces them. */
const converted = new Set(['const', 'enum', 'if', 'then', 'else', 'not', 'allOf', 'security', 'x-scopes'])

/** Without converted keywords and schemas, and with the scopes of each operation in the same place. */
function comparable(document: Json): Record<string, Json> {
  return Object(visit(document))

  function visit(node: Json): Json {
    if (Array.isArray(node)) return node.map(visit)
    if (typeof node !== 'object' || node === null) return node
    const { description = null, security = [], 'x-scopes': scopes = [] } = node
    const isReference = '$ref' in node || ('allOf' in node && !('properties' in node))
    if ('oneOf' in node || 'nullable' in node || (isReference && description !== null)) return { description }
    const inSecurity = [security].flat().flatMap((one) => Object.values(Object(one)).flat())
    const members = Object.entries(node).filter(([name]) => !converted.has(name))
    return {
      ...Object.fromEntries(members.map(([name, value]): [string, Json] => [name, visit(value)])),
      scopes: [...inSecurity, ...[scopes].flat()].map(String),
    }
  }
}
