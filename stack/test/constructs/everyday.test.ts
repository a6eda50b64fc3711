// A contract as teams write it: items with allOf, nested values, open bodies, a default order, and no DELETE.
import { expect } from 'vitest'
import { construct } from './construct.ts'
import { get, inPath, post, ref, returns, returnsList, takes } from './operation.ts'

const Authorization = 'Bearer {token}'

construct('customers', {
  contract: `
paths:
  /customers:
    get:
      operationId: listCustomers
      x-paging: true
      parameters:
        - { name: country, in: query, schema: { type: string, pattern: '^[A-Z]{2}$' } }
        - { name: q, in: query, x-search: [name, town, motto], schema: { type: string, maxLength: 100 } }
        - { name: sort, in: query, x-sort: true, schema: { type: string, enum: [name, -name], default: name } }
      ${returnsList('Customer')}
    post:
      operationId: createCustomer
      x-idempotency-key: true
      ${takes(ref('NewCustomer'))}
      ${returns(ref('Customer'), 201)}
  /customers/{customerId}:
    parameters: [${inPath('customerId', '{ type: string, format: uuid }')}]
    get: { operationId: getCustomer, x-conditions: [ETag, Last-Modified], ${returns(ref('Customer'))} }
    patch:
      operationId: updateCustomer
      x-conditions: [ETag, Last-Modified]
      requestBody: { required: true, content: { application/merge-patch+json: { schema: ${ref('CustomerPatch')} } } }
      ${returns(ref('Customer'))}
security: [{ token: [] }]
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Address:
      type: object
      required: [street]
      properties: { street: { type: string, maxLength: 50 }, zip: { type: [string, 'null'], maxLength: 9 } }
    NewCustomer:
      type: object
      required: [name]
      properties:
        name: { type: string, minLength: 1, maxLength: 60 }
        town: { type: string, maxLength: 60 }
        motto: { type: [string, 'null'], maxLength: 60 }
        country: { type: string, pattern: '^[A-Z]{2}$' }
        address: ${ref('Address')}
        phones: { type: array, maxItems: 3, items: { type: string, maxLength: 9 }, default: [] }
    CustomerPatch:
      type: object
      minProperties: 1
      properties:
        name: { type: string, minLength: 1, maxLength: 60 }
        town: { type: string, maxLength: 60 }
        address: ${ref('Address')}
    Customer:
      allOf:
        - ${ref('NewCustomer')}
        - type: object
          required: [id, createdAt, updatedAt]
          properties:
            id: { type: string, format: uuid }
            createdAt: { type: string, format: date-time, x-role: created }
            updatedAt: { type: string, format: date-time, x-role: updated }
`,
  exchanges: [
    post(
      '/customers',
      { name: 'Ada', town: 'Ulm', other: 1 },
      { status: 201, body: { name: 'Ada', phones: [], createdAt: expect.any(String) } },
      { Authorization },
    ),
    ...[null, 'Onwards'].map((motto) =>
      post('/customers', { name: 'Bea', motto }, { status: 201, body: { name: 'Bea', motto } }, { Authorization }),
    ),
    get(
      'a text that can be null',
      '/customers?q=onw',
      { status: 200, body: [{ motto: 'Onwards' }] },
      { Authorization },
    ),
  ],
})
