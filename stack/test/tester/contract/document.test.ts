// The document of a complete contract, as the contract tester reads it.
import { expect, it } from 'vitest'
import { bodySchema } from '../../../tester/contract/operations.ts'
import { TestedContract } from '../../../tester/contract/tested-contract.ts'
import { reasonUntested } from '../../../tester/requests/valid.ts'

async function operationWith(schema: object, responses: object) {
  const post = { operationId: 'post', requestBody: { content: { 'application/json': { schema } } }, responses }
  const completed = { 'x-limits': {}, 'x-http-responses': {}, 'x-exposed-headers': [], 'x-order-of-checks': [] }
  const info = { title: 'A', version: '1' }
  const contract = new TestedContract({ openapi: '3.1.0', info, paths: { '/a': { post } }, ...completed })
  await contract.compile()
  return contract.operations[0]
}

it('the contract tester does not check an operation without a success', async () => {
  const operation = await operationWith({ type: 'array', items: true }, {})
  expect(operation && reasonUntested(operation)).toBe('the contract documents no success of post')
})

it.each(['größe', 'e%f', '%41', 'g#h', 'i j', 'a/~b'])('the contract tester validates a property %j', async (name) => {
  const pointer = encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
  const same = { $ref: `#/paths/~1a/post/requestBody/content/application~1json/schema/properties/${pointer}` }
  const schema = { type: 'object', properties: { [name]: { type: 'string', maxLength: 1 }, same } }
  const operation = await operationWith(schema, { 200: { description: 'A text.' } })
  const read = operation && bodySchema(operation)
  expect([read?.isValid({ [name]: 'a', same: 'b' }), read?.isValid({ same: 'ab' })]).toEqual([true, false])
  expect(read?.properties.map((one) => [one.name, one.schema.isValid('ab')])).toEqual([
    [name, false],
    ['same', false],
  ])
  expect(read?.findErrors({ [name]: 'ab' })).toEqual([expect.stringContaining('expected maxLength 1, got "ab"')])
})
