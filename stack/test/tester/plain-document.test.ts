// Contracts of other projects, as the contract tester reads them.
import { expect, it } from 'vitest'
import { bodySchema } from '../../tester/contract/operations.ts'
import { TestedContract } from '../../tester/contract/tested-contract.ts'
import { reasonUntested } from '../../tester/requests/valid.ts'

const description = 'A text.'

function contractWith(openapi: string, schema: unknown, responses?: object) {
  const requestBody = { content: { 'application/json': { schema } } }
  const post = { requestBody, ...(responses && { responses }) }
  // Some public contracts have fields that OpenAPI does not know.
  return new TestedContract({ openapi, info: { title: 'A', version: '1', odd: 1 }, paths: { '/a': { post } } })
}

it.each([
  ['nullable', { type: 'string', nullable: true }, null, 1],
  ['nullable beside an enum', { type: 'string', enum: ['a'], nullable: true }, null, 'b'],
  ['an exclusive minimum', { type: 'integer', minimum: 0, exclusiveMinimum: true }, 1, 0],
  ['a maximum', { type: 'integer', maximum: 5, exclusiveMaximum: false }, 5, 6],
  [
    'a property with the name nullable',
    { properties: { nullable: { type: 'string' } } },
    { nullable: 'a' },
    { nullable: 1 },
  ],
])('the contract tester reads %s of OpenAPI 3.0', async (_, schema, valid, invalid) => {
  const contract = contractWith('3.0.3', schema, { 200: { description } })
  await contract.compile()
  const [operation] = contract.operations
  const read = operation && bodySchema(operation)
  expect([read?.isValid(valid), read?.isValid(invalid)]).toEqual([true, false])
})

it.each(['größe', 'e%f', '%41', 'g#h', 'i j', 'a/~b'])('the contract tester validates a property %j', async (name) => {
  const pointer = encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
  const same = { $ref: `#/paths/~1a/post/requestBody/content/application~1json/schema/properties/${pointer}` }
  const schema = { type: 'object', properties: { [name]: { type: 'string', maxLength: 1 }, same } }
  const contract = contractWith('3.1.0', schema, { 200: { description } })
  await contract.compile()
  const [operation] = contract.operations
  const read = operation && bodySchema(operation)
  expect([read?.isValid({ [name]: 'a', same: 'b' }), read?.isValid({ same: 'ab' })]).toEqual([true, false])
  expect(read?.properties.map((one) => [one.name, one.schema.isValid('ab')])).toEqual([
    [name, false],
    ['same', false],
  ])
  expect(read?.findErrors({ [name]: 'ab' })).toEqual([expect.stringContaining('expected maxLength 1, got "ab"')])
})

it('the contract tester does not check an operation without a success', async () => {
  const contract = contractWith('3.1.0', { type: 'array', items: true })
  await contract.compile()
  const [operation] = contract.operations
  expect(operation && reasonUntested(operation)).toBe('the contract documents no success of POST /a')
})

it('the contract tester refuses a contract with fields of this project that is not complete', () => {
  const schema = { properties: { id: { 'x-role': 'id' } } }
  expect(() => contractWith('3.1.0', schema)).toThrow('it has x-role but no x-http-responses')
})

it('the contract tester refuses another version of OpenAPI', () => {
  expect(() => contractWith('2.0', {})).toThrow('it is not OpenAPI 3.0 or 3.1')
})
