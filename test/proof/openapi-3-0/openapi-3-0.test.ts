// The contract as OpenAPI 3.0 describes the same API as openapi.yaml: each schema of a parameter, header or body, in the same
// place, has the same valid values.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { Json } from '../../../tools/contract-tester/contract/openapi.ts'
import { differences, schemas } from './schemas.ts'

const document: Json = JSON.parse(await readFile('generated/openapi-3.0.json', 'utf8'))

/** The document with another node at a JSON Pointer, or without the node. */
function changed(pointer: string, node?: Json): Json {
  const path = pointer.split('/').map((part) => part.replaceAll('~1', '/'))
  const root = structuredClone(document)
  const parent = path.slice(0, -1).reduce((inner, key) => Object(inner)[key], root)
  Object.assign(Object(parent), { [path.at(-1) ?? '']: node })
  return JSON.parse(JSON.stringify(root))
}

it('the schemas in OpenAPI 3.0 have the same valid values as in OpenAPI 3.1', async () => {
  expect(schemas.length).toBeGreaterThan(45)
  expect(await differences(document)).toEqual([])
})

const schema = 'components/schemas'
it.each<[change: string, pointer: string, node?: Json]>([
  ['a pattern is changed', `${schema}/PlantName/pattern`, '^.*$'],
  ['nullable is dropped', `${schema}/PlantPatch/properties/tag/nullable`],
  ['a constant is dropped', `${schema}/NotFoundProblem/properties/title/enum`],
  ['maxItems is changed', 'paths/~1plants/get/responses/200/content/application~1json/schema/maxItems', 101],
  ['one case of a condition is dropped', `${schema}/FieldError/allOf/3`, {}],
])('they have other valid values if %s', async (_, pointer, node) => {
  expect(await differences(changed(pointer, node))).not.toEqual([])
})
