// A contract as teams write it: items with allOf, nested values, open bodies, a list with an order of its own, and no DELETE.
import { expect } from 'vitest'
import { construct } from './construct.ts'
import { json, ref, send } from './operation.ts'

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
      responses: { '200': { description: Customers., ${json(`{ type: array, items: ${ref('Customer')} }`)} } }
    post:
      operationId: createCustomer
      x-idempotency-key: true
      requestBody: { required: true, ${json(ref('NewCustomer'))} }
      responses: { '201': { description: A customer., ${json(ref('Customer'))} } }
  /customers/{customerId}:
    parameters: [{ name: customerId, in: path, required: true, schema: { type: string, format: uuid } }]
    get:
      operationId: getCustomer
      x-conditions: [ETag, Last-Modified]
      responses: { '200': { description: A customer., ${json(ref('Customer'))} } }
    patch:
      operationId: updateCustomer
      x-conditions: [ETag, Last-Modified]
      requestBody: { required: true, content: { application/merge-patch+json: { schema: ${ref('CustomerPatch')} } } }
      responses: { '200': { description: A customer., ${json(ref('Customer'))} } }
  /visits:
    get:
      operationId: listVisits
      x-paging: true
      responses: { '200': { description: Visits., ${json(`{ type: array, items: ${ref('Visit')} }`)} } }
    post:
      operationId: createVisit
      requestBody: { required: true, ${json(`{ type: object, properties: { note: ${ref('Note')} } }`)} }
      responses: { '201': { description: A visit., ${json(ref('Visit'))} } }
  /visits/{visitId}:
    parameters: [{ name: visitId, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getVisit
      responses: { '200': { description: A visit., ${json(ref('Visit'))} } }
    patch:
      operationId: updateVisit
      requestBody: { required: true, content: { application/merge-patch+json: { schema: { type: object, properties: { note: ${ref('Note')} } } } } }
      responses: { '200': { description: A visit., ${json(ref('Visit'))} } }
    delete:
      operationId: deleteVisit
      responses: { '204': { description: It is gone. } }
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
    Note: { type: string, maxLength: 50 }
    Visit: { type: object, required: [id], properties: { id: { type: integer }, note: ${ref('Note')} } }
`,
  exchanges: [
    {
      name: 'a customer',
      send: { ...send('POST', '/customers', { name: 'Ada', town: 'Ulm', other: 1 }) },
      receive: { status: 401 },
    },
    {
      name: 'a customer with a token',
      send: {
        ...send('POST', '/customers', { name: 'Ada', town: 'Ulm', other: 1 }),
        headers: { 'content-type': 'application/json', authorization: 'Bearer {token}' },
      },
      receive: { status: 201, body: { name: 'Ada', phones: [], createdAt: expect.any(String) } },
    },
    ...[null, 'Onwards'].map((motto) => ({
      name: `a customer with the motto ${motto}`,
      send: {
        ...send('POST', '/customers', { name: 'Bea', motto }),
        headers: { 'content-type': 'application/json', authorization: 'Bearer {token}' },
      },
      receive: { status: 201, body: { name: 'Bea', motto } },
    })),
    {
      name: 'a search of a text that can be null',
      send: { ...send('GET', '/customers?q=onw'), headers: { authorization: 'Bearer {token}' } },
      receive: { status: 200, body: [{ name: 'Bea', motto: 'Onwards' }] },
    },
  ],
})
