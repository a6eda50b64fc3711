// The bounds and defaults of the complete contract.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { visitNodes } from '../stack/generate/complete/node.ts'
import { sendRawRequest } from '../stack/test/support/raw-http.ts'
import { sharedService } from './support/shared-service.ts'

const contract = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))

const bounds = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
]
const listed: Record<string, { default?: unknown }> = parse(readFileSync('test/openapi-bounds.yaml', 'utf8'))

/** The members with these names of each object that can be a schema, by its place. */
function membersOf(document: unknown, names: string[]): Record<string, object> {
  const found: Record<string, object> = {}
  visitNodes(document, (node, pointer) => {
    const own = Object.entries(node).filter(([name]) => names.includes(name))
    if (own.length > 0) found[pointer] = Object.fromEntries(own)
  })
  return found
}

it('the complete contract has the bounds and defaults of openapi-bounds.yaml, and no others', () => {
  expect(membersOf(contract, [...bounds, 'default'])).toEqual(listed)
})

it('openapi-3.0.json has the defaults of openapi-bounds.yaml, and no others', () => {
  const document = JSON.parse(readFileSync('generated/openapi-3.0.json', 'utf8'))
  const defaults = Object.entries(listed).filter(([, one]) => 'default' in one)
  const expected = defaults.map(([place, one]) => [place, { default: one.default }])
  expect(membersOf(document, ['default'])).toEqual(Object.fromEntries(expected))
})

it('each header parameter can be as long as its bound, beside a token of 2 kB', async () => {
  const { url } = await sharedService()
  const headers = Object.values<{ in: string; name: string; schema: { $ref?: string; maxLength?: number } }>(
    contract.components.parameters,
  ).filter((one) => one.in === 'header')
  expect(headers.length).toBeGreaterThan(3)
  for (const { name, schema } of headers) {
    const { maxLength } = contract.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
    const sent = [`Authorization: Bearer ${'x'.repeat(2048)}`, `${name}: ${'x'.repeat(maxLength)}`]
    // Not 431: the service reads the head, and refuses the token.
    expect([name, (await sendRawRequest(url, 'GET /plants', sent)).status]).toEqual([name, 401])
  }
})
