// The contract as OpenAPI 3.0 describes the same API as openapi.yaml: each schema of a parameter, header or body, in the same
// place, has the same valid values.
import { expect, it } from 'vitest'
import { differences, schemas } from './schemas.ts'

it('the schemas in OpenAPI 3.0 have the same valid values as in OpenAPI 3.1', async () => {
  expect(schemas.length).toBeGreaterThan(45)
  expect(await differences()).toEqual([])
})
