// A contract whose collections have each kind of x-access.

const needed = '[{ token: [notes:write] }]'
const id = (name: string) => `{ name: ${name}, in: path, required: true, schema: { $ref: '#/components/schemas/Id' } }`
const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`
const note = json("{ $ref: '#/components/schemas/Note' }")
const body = `requestBody: { required: true, ${json("{ $ref: '#/components/schemas/NoteDraft' }")} }`

interface Collection {
  /** The start of the names of its operations, in upper case. */
  name: string
  access?: string
  /** The security of its reads. Default: that of its writes. */
  reads?: string
  /** Whether there is a collection below it. */
  isParent?: true
}

/** The paths of a collection with all standard methods. The last parameter of an item is `<name>Id`. */
export function collection(path: string, { name, access, reads = needed, isParent }: Collection): string {
  const above = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => id(parameter))
  const own = `${name.toLowerCase()}Id`
  return `
  ${path}:
    ${access === undefined ? '' : `x-access: ${access}`}
    parameters: [${above.join(', ')}]
    get:
      operationId: list${name}
      x-paging: true
      x-conditions: [ETag]
      security: ${reads}
      parameters: [{ name: text, in: query, schema: { type: string } }]
      responses: { '200': { description: A page., ${json("{ type: array, items: { $ref: '#/components/schemas/Note' } }")} } }
    post:
      operationId: create${name}
      x-conditions: [ETag]
      x-idempotency-key: true
      security: ${needed}
      ${body}
      responses: { '201': { description: The note., ${note} } }
  ${path}/{${own}}:
    parameters: [${[...above, id(own)].join(', ')}]
    get:
      operationId: get${name}
      x-conditions: [ETag, Last-Modified]
      security: ${reads}
      responses: { '200': { description: The note., ${note} } }
    patch:
      operationId: update${name}
      x-conditions: [ETag, Last-Modified]
      security: ${needed}
      ${body.replace('NoteDraft', 'NotePatch')}
      responses: { '200': { description: The note., ${note} } }
    delete:
      operationId: delete${name}
      x-conditions: [ETag]
      ${isParent ? 'x-children: cascade' : ''}
      security: ${needed}
      responses: { '204': { description: It is deleted. } }`
}

/** @param paths Those of `collection`, and of other operations. */
export function sharedContract(...paths: string[]): string {
  return `openapi: 3.1.1
info: { title: Notes, version: 1.0.0 }
paths:${paths.join('')}
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
  schemas:
    Id: { type: string, format: uuid, minLength: 36, maxLength: 36 }
    Time: { type: string, format: date-time, maxLength: 24 }
    Text: { type: string, maxLength: 100 }
    Note:
      type: object
      required: [id, text, changedAt]
      properties:
        id: { $ref: '#/components/schemas/Id' }
        text: { $ref: '#/components/schemas/Text' }
        pages: { type: integer, minimum: 1, maximum: 9999 }
        changedAt: { $ref: '#/components/schemas/Time', x-role: updated }
    NoteDraft:
      type: object
      required: [text]
      additionalProperties: false
      properties: { text: { $ref: '#/components/schemas/Text' }, pages: { type: integer, minimum: 1, maximum: 9999 } }
    NotePatch:
      type: object
      additionalProperties: false
      properties: { text: { $ref: '#/components/schemas/Text' }, pages: { type: integer, minimum: 1, maximum: 9999 } }
`
}

/** An operation with a handler that changes a note. @param name As for `collection`. */
export function pinning(path: string, name: string): string {
  const own = `${name.toLowerCase()}Id`
  return `
  ${path}/{${own}}/pin:
    parameters: [${id(own)}]
    post:
      operationId: pin${name}
      security: ${needed}
      responses:
        '200': { description: The note., ${note} }`
}
