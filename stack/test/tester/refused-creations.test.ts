// Creations that a handler refuses for a documented reason of its own, such as a rule of two fields.
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readContract } from '../../tester/contract/tested-contract.ts'
import { failedCases, formatFailures } from '../../tester/report.ts'
import { runSuite } from '../../tester/suite.ts'
import { cleanUp } from '../support/folder.ts'
import { productWith } from '../support/product.ts'
import { startService } from '../support/service.ts'
import { waitMs } from '../support/wait.ts'

afterAll(cleanUp)

const json = (name: string) => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`
const minutes = '{ type: integer, minimum: 0, maximum: 999 }'
const fields = `from: ${minutes}, to: ${minutes}, name: { type: string, minLength: 1, maxLength: 20 }`
const contract = `openapi: 3.1.1
info: { title: Slots, version: 1.0.0 }
x-problems:
  name-taken: { status: 409, title: Taken, description: Choose another name., detail: Another slot has this name. }
paths:
  /slots:
    post:
      operationId: createSlot
      requestBody: { required: true, ${json('SlotInput')} }
      responses:
        '201': { description: The slot., ${json('Slot')} }
        '409': { description: Another slot has this name. }
        '422': { description: It ends before it starts., ${json('Reason')} }
  /slots/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { $ref: '#/components/schemas/Id' } }]
    get: { operationId: getSlot, responses: { '200': { description: The slot., ${json('Slot')} } } }
    delete: { operationId: deleteSlot, responses: { '204': { description: Gone. } } }
  /slots/{id}/notes:
    parameters: [{ name: id, in: path, required: true, schema: { $ref: '#/components/schemas/Id' } }]
    post:
      operationId: createNote
      requestBody: { required: true, ${json('Note')} }
      responses: { '201': { description: The note., ${json('Note')} } }
components:
  schemas:
    Id: { type: string, format: uuid, minLength: 36, maxLength: 36 }
    Reason: { type: object, required: [code], properties: { code: { type: string } } }
    Note: { type: object, properties: { id: { $ref: '#/components/schemas/Id', readOnly: true }, text: { type: string, maxLength: 9 } } }
    SlotInput:
      type: object
      additionalProperties: false
      required: [from, to, name]
      properties: { ${fields} }
      example: { from: 1, to: 2, name: a }
    Slot: { type: object, required: [id, from, to, name], properties: { id: { $ref: '#/components/schemas/Id' }, ${fields} } }
`

/** Tests the service with a handler of createSlot. @param rule Statements before the creation. */
async function testWith(rule: string) {
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
  await using service = await startService({ api, settings: { RATE_LIMIT_PER_MINUTE: '9999999' } })
  const tested = await readContract(join(api.folder, 'generated/openapi.yaml'))
  const target = {
    contract: tested,
    url: service.url,
    tokens: { token: 'any' },
    mayWrite: true,
    isMock: false,
    timeoutMs: waitMs,
  }
  return await runSuite(target, { seed: 1, perFamily: 3, sequences: 2, skip: [] })
}

it('accepts each documented refusal, and creates items with the example of the contract', async () => {
  const result = await testWith(`
    if (body.from >= body.to) return { status: 422, body: { code: 'order' } }
    if (body.name === 'taken') throw new Problem('name-taken', 'Another slot has this name.')`)
  expect(formatFailures(result)).toBe('')
  expect(result.skipped.filter(({ reason }) => reason.includes('refused'))).toEqual([])
  expect(result.cases.map(({ name }) => name)).toContain('texts are stored unchanged: /slots')
})

it.each([
  ['a body of its own', `if (body.name) return { status: 422, body: { code: 'always' } }`, 422],
  ['a problem of the contract', `if (body.name) throw new Problem('name-taken', 'Another slot has it.')`, 409],
])('reports what no creation allows as not tested, after a refusal with %s', async (_, rule, status) => {
  const result = await testWith(rule)
  expect(formatFailures(result)).toBe('')
  const reason = `POST /slots refused a valid request with ${status}`
  expect(result.skipped).toContainEqual({ phase: 'rules', name: expect.stringContaining('/slots'), reason })
})

it('reports a creation that fails as what it is, not as a slow response', async () => {
  const failed = failedCases(await testWith(`if (body.name) throw new Error('a fault')`))
  const checks = failed.flatMap(({ findings }) => findings.map(({ check }) => check))
  expect(checks).toContain('not_a_server_error')
  expect(checks).not.toContain('max_response_time')
})
