// One schema for requests and responses, with properties that are only in one of them.
import { construct } from './construct.ts'
import { post, ref, returns, takes } from './operation.ts'

construct('readOnly and writeOnly', {
  contract: `
jsonSchemaDialect: https://spec.openapis.org/oas/3.1/dialect/base
paths:
  /users: { post: { operationId: createUser, ${takes(ref('User'))}, ${returns(ref('User'))} } }
  /notes: { post: { operationId: createNote, ${takes(ref('Note'))}, ${returns(ref('Note'), 201)} } }
components:
  schemas:
    User:
      type: object
      additionalProperties: false
      required: [id, name, password]
      properties:
        id: { type: string, readOnly: true }
        name: { type: string, readOnly: false }
        password: { type: string, writeOnly: true, minLength: 3 }
    Note:
      type: object
      additionalProperties: false
      required: [id, text, at]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        text: { type: string }
        at: { type: string, format: date-time, readOnly: true, x-role: created }
`,
  handlers: {
    createUser: async ({ body }) => ({ status: 200, body: { id: '7', name: Object(body).name } }),
  },
  exchanges: [
    post('/users', { name: 'a', password: 'abc' }, { status: 200, body: { id: '7', name: 'a' } }),
    post('/notes', { id: '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41', text: 'a' }, { status: 201, body: { text: 'a' } }),
  ],
  calls: [['createUser', { body: { name: 'a', password: 'abc' } }, { status: 200 }]],
  types: `
void client.createUser({ body: { name: 'a', password: 'abc' } })
export const createUser: Handlers['createUser'] = async ({ body }) => ({ status: 200, body: { id: '1', name: body.name } })`,
})
