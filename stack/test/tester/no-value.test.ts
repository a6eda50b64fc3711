// The contract tester leaves out an operation with a schema for which it finds no value, and checks the others.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readContract } from '../../tester/contract/tested-contract.ts'
import { formatFailures } from '../../tester/report.ts'
import { runSuite } from '../../tester/suite.ts'
import { productWith } from '../support/product.ts'
import { startService } from '../support/service.ts'
import { waitMs } from '../support/wait.ts'

const responses = `responses: { '200': { description: The input., content: { application/json: { schema: {} } } } }`
const post = (name: string, content: string) =>
  `  /${name}: { post: { operationId: ${name}, requestBody: { required: true, content: { ${content} } }, ${responses} } }`
const json = (schema: string) => `application/json: { schema: ${schema} }`

const contract = `openapi: 3.1.1
info: { title: Values, version: 1.0.0 }
paths:
${[
  post('noNumber', json('{ type: integer, minimum: 5, maximum: 1 }')),
  post('noChoice', json('{ oneOf: [{ type: string }, { type: string }] }')),
  post('noArray', json('{ type: array, minItems: 3, maxItems: 1, items: { type: integer } }')),
  post('noField', 'application/x-www-form-urlencoded: { schema: { type: object, maxProperties: 0 } }'),
  post('formats', json('{ type: object, properties: { to: { type: string, format: idn-email } } }')),
  post('file', 'multipart/form-data: { schema: { type: object } }'),
  post('texts', 'application/x-www-form-urlencoded: { schema: { type: object, additionalProperties: true } }'),
].join('\n')}
  /bytes: { get: { operationId: bytes, parameters: [{ name: raw, in: query, schema: { type: string, format: byte } }], ${responses} } }
  /boats: { post: { operationId: newBoat, responses: { '201': { description: A boat., content: { ${json('{ type: object, properties: { number: { type: integer } } }')} } } } } }
  /boats/{number}: { get: { operationId: boat, parameters: [{ name: number, in: path, required: true, schema: { type: integer } }], ${responses} } }
webhooks:
  changed: { post: { operationId: changed, responses: { '204': { description: Received. } } } }
`

it('the contract tester lists operations without a valid value, and checks the others', async () => {
  const product = await productWith(contract)
  const echo = async () => ({ status: 200, body: null })
  const newBoat = async () => ({ status: 201, headers: { Location: 'boats/1' }, body: { number: 1 } })
  const handlers = { ...Object.fromEntries(product.contract.operations.map(({ id }) => [id, echo])), newBoat }
  await using service = await startService({ api: { ...product, handlers } })
  const tested = await readContract(join(product.folder, 'generated/openapi.yaml'))
  const target = { contract: tested, url: service.url, tokens: {}, mayWrite: true, isMock: false, timeoutMs: waitMs }
  const result = await runSuite(target, { seed: 1, perFamily: 3, sequences: 1, skip: [] })
  expect(formatFailures(result)).toBe('')
  expect(result.cases.length).toBeGreaterThan(50)
  const reasons = result.skipped.map(({ name, reason }) => `${name}: ${reason}`)
  const none = (name: string) => `${name}: the contract tester finds no valid value of /paths/~1${name}/`
  for (const name of ['noNumber', 'noChoice', 'noArray'])
    expect(reasons).toContainEqual(expect.stringContaining(none(name)))
  expect(reasons.join('\n')).toMatch(/noField: the contract tester finds no valid value/)
  expect(reasons).toContain('file: the contract tester does not write the body of file')
  expect(reasons).toContainEqual(
    'invalid parameter values: bytes: the contract tester finds no invalid value of /paths/~1bytes/get/parameters/0/schema',
  )
  const checked = result.cases.map(({ request }) => request)
  // What a handler creates need not be an item that others can read.
  expect(tested.collections).toEqual([])
  for (const path of ['/boats', '/boats/', '/formats', '/texts', '/bytes'])
    expect(checked).toContainEqual(expect.stringContaining(` ${path}`))
  const identifiers = await runSuite(target, { seed: 1, perFamily: 200, sequences: 1, skip: [], only: ['identifiers'] })
  expect(formatFailures(identifiers)).toBe('')
})
