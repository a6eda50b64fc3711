// Details that quote any string of the contract or of a handler: at most 500 code points on one line.
import { expect, it } from 'vitest'
import { AnyProblem } from '../../core/problem.ts'
import { productWith } from '../support/product.ts'
import { sharedService } from '../support/shared-service.ts'

const long = 'x'.repeat(900)
const schemas = {
  constant: { const: long },
  choice: { enum: Array.from({ length: 249 }, (_, index) => `C${index}`) },
  lineBreak: { enum: ['a\nb'] },
  halves: { enum: [`${'x'.repeat(476)}🌱${long}`] },
  digits: { maxLength: 9, pattern: '^[0-9]+$', 'x-pattern-message': `must have digits, ${long}` },
}
const types = Array.from({ length: 249 }, (_, index) => [`application/t${index}`, {}])
const responses = { 204: { description: 'Done.' } }
const scope = `texts:${'a'.repeat(200)}`
const product = await productWith(
  JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'Texts', version: '1.0.0' },
    paths: {
      '/texts': {
        get: {
          operationId: 'search',
          parameters: Object.entries(schemas).map(([name, schema]) => ({ name, in: 'query', schema })),
          responses,
        },
        post: { operationId: 'add', requestBody: { content: Object.fromEntries(types) }, responses },
        delete: { operationId: 'remove', security: [{ token: [scope] }], responses },
      },
      '/texts/{id}': {
        put: { operationId: 'fail', parameters: [{ name: 'id', in: 'path', required: true, schema: {} }], responses },
      },
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  }),
)
const handlers = {
  async fail() {
    throw new AnyProblem('not-found', `a\nb${long}`)
  },
}
const { url, token } = await sharedService({ api: { ...product, handlers } })

it.each([
  ['a constant', '?constant=q', {}, /^constant must be x{400,}…$/],
  ['a list of values', '?choice=q', {}, /^choice must be one of C0, C1, .{300,}…$/],
  ['a value with a line break', '?lineBreak=q', {}, /^lineBreak must be one of a\\nb\.$/],
  ['a value that is cut inside of a surrogate pair', '?halves=q', {}, /^halves must be one of x{300,}🌱?…$/u],
  ['a message of the contract', '?digits=q', {}, /^digits must have digits, x{300,}…$/],
  ['the media types', '', { method: 'POST', body: 'x' }, /^Send .{300,}…$/],
  ['a string of a handler', '/7', { method: 'PUT' }, /^a\\nbx{400,}…$/],
])('a detail quotes %s on one line', async (_, query, init, expected) => {
  const { detail } = await (await fetch(`${url}/texts${query}`, init)).json()
  expect(detail).toMatch(expected)
  expect([...detail].length).toBeLessThanOrEqual(500)
})

it('a challenge does not truncate a long scope', async () => {
  const headers = { Authorization: `Bearer ${await token('ann', 'other')}` }
  const response = await fetch(`${url}/texts`, { method: 'DELETE', headers })
  expect(response.status).toBe(403)
  expect(response.headers.get('WWW-Authenticate')).toContain(`scope="${scope}"`)
})
