// A product whose collections have all combinations of x-access, and handlers that change an item.

import { Problem } from '../../core/problem.ts'
import { productWith } from '../support/product.ts'
import type { HandlerInput } from './exchange.ts'
import { pathParameter, ref, returns, returnsList, returnsNothing, takes } from './operation.ts'

const fields = 'text: { type: string, maxLength: 100 }, pages: { type: integer, minimum: 1, maximum: 9999 }'

interface Collection {
  /** Suffix of its operationIds, capitalised. */
  name: string
  access?: string
  /** Security of its reads. Default: that of its writes. */
  reads?: string
  /** Whether it has a child collection. */
  isParent?: true
}

/** The paths of a collection with all standard methods. The last path parameter of an item is `<name>Id`. */
function collection(path: string, { name, access, reads, isParent }: Collection): string {
  const parents = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => pathParameter(parameter, ref('Id')))
  const idName = `${name.toLowerCase()}Id`
  return `
  ${path}:
    ${access === undefined ? '' : `x-access: ${access}`}
    parameters: [${parents.join(', ')}]
    get:
      operationId: list${name}
      x-paging: true
      x-conditions: [ETag]
      ${reads === undefined ? '' : `security: ${reads}`}
      parameters: [{ name: text, in: query, schema: { type: string } }]
      ${returnsList('Note')}
    post:
      operationId: create${name}
      x-conditions: [ETag]
      x-idempotency-key: true
      ${takes(ref('NoteDraft'))}
      ${returns(ref('Note'), 201)}
  ${path}/{${idName}}:
    parameters: [${[...parents, pathParameter(idName, ref('Id'))].join(', ')}]
    get:
      operationId: get${name}
      x-conditions: [ETag, Last-Modified]
      ${reads === undefined ? '' : `security: ${reads}`}
      ${returns(ref('Note'))}
    patch:
      operationId: update${name}
      x-conditions: [ETag, Last-Modified]
      ${takes(ref('NotePatch'))}
      ${returns(ref('Note'))}
    put:
      operationId: replace${name}
      x-conditions: [ETag, Last-Modified]
      ${takes(ref('NoteDraft'))}
      ${returns(ref('Note'))}
    delete:
      operationId: delete${name}
      x-conditions: [ETag]
      ${isParent ? 'x-children: cascade' : ''}
      ${returnsNothing}`
}

/** An operation with a handler that changes a note. @param name Suffix of its operationId. */
function pinning(path: string, name: string): string {
  const idName = `${name.toLowerCase()}Id`
  return `
  ${path}/{${idName}}/pin:
    parameters: [${pathParameter(idName, ref('Id'))}]
    post: { operationId: pin${name}, ${returns(ref('Note'))} }`
}

const contract = `openapi: 3.1.1
info: { title: Notes, version: 1.0.0 }
security: [{ token: [notes:write] }]
paths:${[
  collection('/drafts', { name: 'Draft' }),
  collection('/notices', { name: 'Notice', access: '{ read: callers, write: scope }' }),
  pinning('/notices', 'Notice'),
  collection('/posts', { name: 'Post', access: '{ read: callers }' }),
  pinning('/posts', 'Post'),
  collection('/articles', {
    name: 'Article',
    access: '{ read: everybody, write: scope }',
    reads: '[]',
    isParent: true,
  }),
  collection('/articles/{articleId}/comments', {
    name: 'Comment',
    access: '{ write: creator }',
    reads: '[{}, { token: [] }]',
  }),
].join('')}
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Id: { type: string, format: uuid, minLength: 36, maxLength: 36 }
    Note:
      type: object
      required: [id, text, changedAt]
      properties:
        { id: ${ref('Id')}, ${fields}, changedAt: { type: string, format: date-time, maxLength: 24, x-role: updated } }
    NoteDraft: { type: object, required: [text], additionalProperties: false, properties: { ${fields} } }
    NotePatch: { type: object, additionalProperties: false, properties: { ${fields} } }
`

interface Items {
  create: (note: object) => Promise<unknown>
  update: (id: string, change: (note: object) => object) => Promise<unknown>
}
type AnyItems = (path: string) => Items

const pin =
  (path: string, parameter: string) =>
  async (call: HandlerInput, { items }: { items: AnyItems }) => {
    // Drafts are private.
    await items('/drafts').create({ text: `pins ${path}` })
    const body = await items(path).update(String(call.path[parameter]), (note) => ({ ...note, text: 'pinned' }))
    if (body === undefined) throw new Problem('not-found', 'There is no such note.')
    return { status: 200, body }
  }

export async function newNotes() {
  const handlers = { pinNotice: pin('/notices', 'noticeId'), pinPost: pin('/posts', 'postId') }
  return { ...(await productWith(contract)), handlers }
}
