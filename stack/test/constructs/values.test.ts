// Schemas for which it is difficult to find a value: patterns with lookaheads, and any value of JSON.
import { construct } from './construct.ts'
import { post } from './operation.ts'

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
    post('/password', { text: 'Abc' }, { status: 200 }),
    post('/password', { text: 'abc' }, { status: 400 }),
    post('/letters', 'ÄÖ', { status: 200 }),
    post('/letters', 'äö', { status: 400 }),
    post('/json', [1, { a: [null] }], { status: 200 }),
  ],
})
