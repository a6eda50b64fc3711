// Schemas for which it is difficult to find a value: patterns with lookaheads, and any value of JSON.
import { construct } from './construct.ts'

const echo = (id: string, name: string) => {
  const body = `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`
  return `
  /${id}:
    post: { operationId: ${id}, requestBody: { required: true, ${body} }, responses: { '200': { description: The body., ${body} } } }`
}

construct('values that are difficult to find', {
  contract: `
paths:${echo('password', 'Password')}${echo('letters', 'Letters')}${echo('json', 'Json')}
components:
  schemas:
    Password: { type: object, required: [text], properties: { text: { type: string, pattern: '^(?=.*[A-Z])(?!.*\\s).{3,8}$' } } }
    Letters: { type: string, pattern: '^\\p{Lu}+$', maxLength: 20 }
    Json:
      anyOf:
        - { type: string, maxLength: 20 }
        - { type: [number, boolean, 'null'] }
        - { type: array, maxItems: 3, items: { $ref: '#/components/schemas/Json' } }
        - { type: object, additionalProperties: { $ref: '#/components/schemas/Json' } }
`,
  handlers: Object.fromEntries(
    ['password', 'letters', 'json'].map((id) => [id, async ({ body }) => ({ status: 200, body })]),
  ),
  exchanges: [
    post('/password', { text: 'Abc' }, 200),
    post('/password', { text: 'abc' }, 400),
    post('/letters', 'ÄÖ', 200),
    post('/letters', 'äö', 400),
    post('/json', [1, { a: [null] }], 200),
  ],
})

function post(path: string, value: unknown, status: number) {
  const body = JSON.stringify(value)
  const headers = { 'Content-Type': 'application/json' }
  return { name: `${path} ${body}`, send: { method: 'POST', path, headers, body }, receive: { status } }
}
