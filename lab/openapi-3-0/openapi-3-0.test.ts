// The contract as OpenAPI 3.0 describes the same API as openapi.yaml: each schema of a parameter, header or body, in the same
// place, has the same valid values. The library knows both versions, and no implementation of the API uses it.
import { readFile } from 'node:fs/promises'
import { registerSchema, setShouldValidateSchema, validate } from '@hyperjump/json-schema/openapi-3-0'
import { expect, it } from 'vitest'
import type { Json } from '../../stack/tester/contract/document-node.ts'
import { contract } from '../../test/support/tested-contract.ts'
import { valuesFor } from './values.ts'

const { httpResponses, operations } = contract
const names = Object.keys(contract.at('/components/schemas').value)
const components = names.map((name) => contract.schemaAt(`/components/schemas/${name}`))
const properties = components
  .flatMap((schema) => schema.properties)
  .filter(({ schema }) => !('const' in schema.keywords))
const responses = [...operations.map((one) => one.responses), httpResponses].flatMap((all) => [...all.values()])
const used = [
  ...operations.flatMap(({ parameters, body }) => [...parameters, ...body.values()]),
  ...responses.flatMap(({ headers, content }) => [...headers.values(), ...content.values()]),
]

/** All schemas that are not only a reference or a constant property: their JSON Pointers are the same in both versions. */
const all = [
  ...components,
  ...[...properties, ...used].flatMap(({ schema }) => (schema ? contract.schemaAt(schema.resolved) : [])),
]
const schemas = [...new Set(all)]
const seed = 20251120
const uri = 'https://contract.test/openapi-3.0'

it('the schemas in OpenAPI 3.0 have the same valid values as in OpenAPI 3.1', async () => {
  expect(schemas.length).toBeGreaterThan(45)
  const document = JSON.parse(await readFile('generated/openapi-3.0.json', 'utf8'))
  registerSchema(document, uri, 'https://spec.openapis.org/oas/3.0/schema')
  // Its meta-schema wants absolute references. Another test validates the document.
  setShouldValidateSchema(false)
  const checks = await Promise.all(schemas.map(({ pointer }) => validate(encodeURI(`${uri}#${pointer}`))))
  setShouldValidateSchema(true)
  await contract.compile()
  for (const [index, schema] of schemas.entries()) {
    // Other seeds give other deviations to schemas that are alike.
    const values = valuesFor(schema, { seed: seed + index, numRuns: 80 })
    const different = values.filter(({ value, isValid }) => checks[index]?.(value as Json).valid !== isValid)
    expect(different, schema.pointer).toEqual([])
  }
})
