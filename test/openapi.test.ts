// The complete contract: texts that repeat what the contract or the service defines elsewhere, bounds and defaults.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { contract as served } from '../generated/index.ts'
import { visitNodes } from '../stack/generate/complete/node.ts'
import { sendRawRequest } from '../stack/test/support/raw-http.ts'
import { startService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'

const { httpResponses, limits, problemKinds } = served

const contract = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const { tags }: { tags: { description: string }[] } = contract
const description = tags.map((chapter) => chapter.description).join('\n')

it.each([
  ['bodyBytes', 16 * 1024, 'content-too-large'],
  ['headBytes', 16 * 1024, 'header-fields-too-large'],
  ['targetBytes', 8192, 'uri-too-long'],
  ['bodyChunks', 1000, 'content-too-large'],
  ['contentTypeBytes', 256, 'unsupported-media-type'],
] as const)('the limit %s is %i, as the description of its problem says', (name, limit, problem) => {
  expect(limits[name]).toBe(limit)
  expect(problemKinds.find((kind) => kind.name === problem)?.help).toMatch(RegExp(` than ${limit} (?:byte|chunk)s`))
})

it('an idempotency key is kept as long as the description says', () => {
  expect(limits.idempotencyKeyHours).toBe(24)
  expect(description).toMatch(/For 24\s+hours, a request with the same key/)
})

it('the description lists every problem of x-http-responses, and no other', () => {
  const rows = [...description.matchAll(/^\| `(\d+)` `([a-z-]+)` \|/gm)]
  const listed = rows.map(([, status, name]) => [status, problemKinds.find((kind) => kind.name === name)?.status])
  const errors = httpResponses.all.map(({ status }) => status).filter((status) => status >= 400)
  expect(listed).toEqual(errors.map((status) => [String(status), status]))
})

it('the description lists the headers that a script may read', async () => {
  await using service = await startService()
  const { headers } = await service.request('/plants', { headers: { Origin: 'http://localhost:1' } })
  const sentence = /can\s+read\s+the\s+response\s+headers (.*?)\./s.exec(description)?.[1] ?? ''
  const listed = sentence.match(/(?<=`)[A-Za-z-]+(?=`)/g)
  expect(listed).toEqual(headers.get('Access-Control-Expose-Headers')?.split(','))
})

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
