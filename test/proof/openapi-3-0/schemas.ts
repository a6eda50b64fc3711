// Compares the schemas of the contract in OpenAPI 3.1 and 3.0: every value must be valid in both or in neither. The library
// knows both versions, and no implementation of the API uses it.
import { readFile } from 'node:fs/promises'
import { registerSchema, setShouldValidateSchema, validate } from '@hyperjump/json-schema/openapi-3-0'
import { at, httpResponses, type Json, operations } from '../../../tools/contract-tester/contract/openapi.ts'
import { propertiesOf } from '../../../tools/contract-tester/requests/values.ts'
import { valuesFor } from './values.ts'

const components = Object.keys(at('/components/schemas').value).map((name) => `/components/schemas/${name}`)
const properties = components.flatMap(propertiesOf).filter(({ schema }) => !('const' in at(schema).value))
const responses = [...operations.map((one) => one.responses), httpResponses].flatMap((all) => [...all.values()])
const used = [
  ...operations.flatMap(({ parameters, body }) => [...parameters, ...body.values()]),
  ...responses.flatMap(({ headers, content }) => [...headers.values(), ...content.values()]),
]

/** JSON Pointers of all schemas that are not only a reference or a constant property: the same in both versions. */
export const schemas = [
  ...new Set([...components, ...[...properties, ...used].map(({ schema }) => at(schema).pointer)]),
]

const seed = 20251120
// Other seeds give other deviations to schemas that are alike.
const valuesOfEach = await Promise.all(
  schemas.map((schema, index) => valuesFor(schema, { seed: seed + index, numRuns: 80 })),
)
const uri = 'https://contract.test/openapi-3.0'

/** Returns a line for each schema that does not have the same valid values. */
export async function differences(): Promise<string[]> {
  const document = JSON.parse(await readFile('generated/openapi-3.0.json', 'utf8'))
  registerSchema(document, uri, 'https://spec.openapis.org/oas/3.0/schema')
  // Its meta-schema wants absolute references. Another test validates the document.
  setShouldValidateSchema(false)
  const checks = await Promise.all(schemas.map((schema) => validate(encodeURI(`${uri}#${schema}`))))
  setShouldValidateSchema(true)
  return schemas.flatMap((schema, place) => {
    const different = valuesOfEach[place]?.find(
      ({ value, isValid }) => checks[place]?.(value as Json).valid !== isValid,
    )
    if (different === undefined) return []
    return [`${schema}: only 3.${different.isValid ? 1 : 0} allows ${JSON.stringify(different.value)}`]
  })
}
