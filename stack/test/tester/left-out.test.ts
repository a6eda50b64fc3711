// What the contract tester omits while it checks the rest: operations for which it finds no value, and creations that a
// handler refuses with a documented response of its own, such as for a rule of two fields.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readContract } from '../../tester/contract/tested-contract.ts'
import { failedCases, formatFailures } from '../../tester/report.ts'
import { runSuite } from '../../tester/suite.ts'
import { type Product, productWith } from '../support/product.ts'
import { startService } from '../support/service.ts'
import { waitMs } from '../support/wait.ts'

async function testService(api: Product, suite = {}) {
  await using service = await startService({ api, settings: { RATE_LIMIT_PER_MINUTE: '9999999' } })
  const contract = await readContract(join(api.folder, 'generated/openapi.yaml'))
  const target = {
    contract,
    url: service.url,
    tokens: { token: 'any' },
    mayWrite: true,
    isMock: false,
    timeoutMs: waitMs,
  }
  return { contract, ...(await runSuite(target, { seed: 1, perCategory: 2, statefulTests: 1, skip: [], ...suite })) }
}

const responses = `responses: { '200': { description: The input., content: { application/json: { schema: {} } } } }`
const post = (name: string, content: string) =>
  `  /${name}: { post: { operationId: ${name}, requestBody: { required: true, content: { ${content} } }, ${responses} } }`
const json = (schema: string) => `application/json: { schema: ${schema} }`

const values = `openapi: 3.1.1
info: { title: Values, version: 1.0.0 }
paths:
${[
  post('noNumber', json('{ type: integer, minimum: 5, maximum: 1 }')),
  post('noChoice', json('{ oneOf: [{ type: string }, { type: string }] }')),
  post('noArray', json('{ type: array, minItems: 3, maxItems: 1, items: { type: integer } }')),
  post('noField', 'application/x-www-form-urlencoded: { schema: { type: object, maxProperties: 0 } }'),
  post('long', json('{ type: string, minLength: 15000, maxLength: 16000 }')),
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

it('lists operations without a valid value as skipped, and checks the others', async () => {
  const product = await productWith(values)
  const echo = async () => ({ status: 200, body: null })
  const newBoat = async () => ({ status: 201, headers: { Location: 'boats/1' }, body: { number: 1 } })
  const handlers = { ...Object.fromEntries(Object.keys(product.contract.operations).map((id) => [id, echo])), newBoat }
  const api = { ...product, handlers }
  const result = await testService(api)
  expect(formatFailures(result)).toBe('')
  expect(result.cases.length).toBeGreaterThan(50)
  const reasons = result.skipped.map(({ name, reason }) => `${name}: ${reason}`)
  const noValidValue = (name: string) => `${name}: the contract tester finds no valid value of /paths/~1${name}/`
  for (const name of ['noNumber', 'noChoice', 'noArray'])
    expect(reasons).toContainEqual(expect.stringContaining(noValidValue(name)))
  expect(reasons.join('\n')).toMatch(/noField: the contract tester finds no valid value/)
  expect(reasons).toContain('file: the contract tester cannot generate the body of file')
  expect(reasons).toContainEqual(
    'invalid parameter values: bytes: the contract tester finds no invalid value of /paths/~1bytes/get/parameters/0/schema',
  )
  const checked = result.cases.map(({ request }) => request)
  // A handler may create something that is not an item of a collection.
  expect(result.contract.creations).toEqual([])
  for (const path of ['/boats HTTP', '/boats/', '/long', '/formats', '/texts', '/bytes'])
    expect(checked).toContainEqual(expect.stringContaining(` ${path}`))
  const identifiers = await testService(api, { perCategory: 50, only: ['identifiers'] })
  expect(formatFailures(identifiers)).toBe('')
  expect(identifiers.cases).not.toEqual([])
})

const slots = await readFile('stack/test/tester/slots.yaml', 'utf8')

/** Tests a service with a handler of createSlot. @param rule Statements before the creation. */
async function testWith(rule: string, contract = slots) {
  const api = await productWith(
    contract,
    `import { type Handlers, Problem } from './generated/handlers.ts'
    export const handlers: Handlers = {
      async createSlot({ body }, { items }) {
        ${rule}
        const slot = await items('/slots').create(body)
        if (slot === undefined) throw new Problem('not-found', 'There are no slots.')
        return { status: 201, body: slot, headers: { Location: \`slots/\${slot.id}\` } }
      },
    }`,
  )
  return testService(api)
}

it('accepts documented refusals, and creates items with the example of the contract', async () => {
  const result = await testWith(`
    if (body.from >= body.to) return { status: 422, body: { code: 'order' } }
    if (body.name === 'taken') throw new Problem('name-taken', 'Another slot has this name.')`)
  expect(formatFailures(result)).toBe('')
  expect(result.skipped.filter(({ reason }) => reason.includes('refused'))).toEqual([])
  expect(result.cases.map(({ name }) => name)).toContain('random histories: /slots')
})

it.each([
  ['a custom body', `if (body.name) return { status: 422, body: { code: 'always' } }`, 422],
  ['a problem type of the contract', `if (body.name) throw new Problem('name-taken', 'Another slot has it.')`, 409],
])('reports tests as skipped if every creation is refused with %s', async (_, rule, status) => {
  const result = await testWith(rule, slots.replace(/ +example: .+\n/, ''))
  expect(formatFailures(result)).toBe('')
  const reason = `POST /slots refused a valid request with ${status}`
  expect(result.skipped).toContainEqual({ phase: 'stateful tests', name: 'random histories: /slots', reason })
})

it('reports a failed creation as a server error, not as a slow response', async () => {
  const failed = failedCases(await testWith(`if (body.name) throw new Error('a fault')`))
  const checks = failed.flatMap(({ violations }) => violations.map(({ check }) => check))
  expect(checks).toContain('not_a_server_error')
  expect(checks).not.toContain('max_response_time')
})
