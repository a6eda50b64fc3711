// What the common part adds to a contract, and what a contract can change of it.
import { expect, it } from 'vitest'
import { completeDocument } from '../../generate/complete/document.ts'

const json = { content: { 'application/json': { schema: { type: 'object' } } } }
const body = { required: true, ...json }
const token = { security: [{ bearer: ['notes:write'] }] }
const page = { description: 'Notes.', content: { 'application/json': { schema: { type: 'array' } } } }
const note = { description: 'A note.', ...json }
const id = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', maxLength: 8, pattern: '^[a-z]{8}$' },
  examples: { first: { value: 'aaaaaaaa' } },
}

/** Returns what is at a place of the complete contract of these paths: keys, separated by spaces. */
function complete(paths: object, more: object = {}): (place: string) => unknown {
  const own = { openapi: '3.1.0', info: { title: 'Notes', version: '1.0.0' }, paths, ...more }
  const before = JSON.stringify(own)
  const document = completeDocument(own)
  expect(JSON.stringify(own)).toBe(before)
  return (place) => place.split(' ').reduce<unknown>((found, key) => Object(found)[key], document)
}

function statuses(operation: object, path = '/notes', method = 'get'): string[] {
  const whole = { operationId: 'it', responses: { 200: { description: 'Done.' } }, ...operation }
  return Object.keys(Object(complete({ [path]: { [method]: whole } })(`paths ${path} ${method} responses`)))
}

const always = ['400', '429', '500', '503']

it.each<[what: string, added: string[], operation: object, path?: string, method?: string]>([
  ['nothing special', [], {}],
  ['a token', ['401'], { security: [{ bearer: [] }] }],
  ['a token that is optional', ['401', '403'], { security: [{ bearer: ['notes:read'] }, {}] }],
  ['a scope', ['401', '403'], token],
  ['a parameter in its path', ['404'], { parameters: [id] }, '/notes/{id}'],
  ['a body in its response', ['406'], { responses: { 200: note } }],
  ['a body in its request', ['413', '415'], { requestBody: body }, '/notes', 'post'],
  ['conditions of a read', ['304', '412'], { 'x-conditions': ['ETag'] }],
  ['conditions of a write', ['412'], { 'x-conditions': ['ETag', 'Last-Modified'] }, '/notes', 'delete'],
  ['an idempotency key', ['422'], { 'x-idempotency-key': true }, '/notes', 'post'],
])('an operation with %s also has the responses %j', (_, added, operation, path, method) => {
  expect(statuses(operation, path, method)).toEqual(['200', ...added, ...always].sort())
})

it('takes the security of the contract, unless the operation has its own', () => {
  const get = { operationId: 'it', responses: { 204: { description: 'Done.' } } }
  const security = [{ bearer: ['notes:read'] }]
  const at = complete({ '/a': { get }, '/b': { get: { ...get, security: [] } } }, { security })
  expect(at('paths /a get responses')).toHaveProperty('403')
  expect(at('paths /b get responses')).not.toHaveProperty('401')
})

it('adds the parameters and headers of a page, of which the path of an item has the identifier', () => {
  const parameters = [{ name: 'q', in: 'query' }]
  const at = complete({
    '/notes': { get: { operationId: 'list', 'x-paging': true, parameters, responses: { 200: page } } },
    '/notes/{id}': { get: { operationId: 'read', parameters: [id], responses: { 200: note } } },
  })
  expect(at('paths /notes get parameters')).toMatchObject([
    { $ref: '#/components/parameters/Limit' },
    { $ref: '#/components/parameters/After' },
    { name: 'q' },
  ])
  expect(at('paths /notes get responses 200 headers')).toHaveProperty('Link')
  expect(at('components parameters After')).toMatchObject({ name: 'after', schema: id.schema, examples: id.examples })
  const most = at('components parameters Limit schema maximum')
  expect(at('paths /notes get responses 200 content application/json schema maxItems')).toBe(most)
  expect(at('paths /notes get')).not.toHaveProperty('x-paging')
})

it('adds to each of several lists the identifier of its own items', () => {
  const list = { 'x-paging': true, responses: { 200: page } }
  const number = { ...id, schema: { type: 'integer' } }
  const at = complete({
    '/notes': { get: { operationId: 'listNotes', ...list } },
    '/notes/{id}': { get: { operationId: 'readNote', parameters: [id], responses: { 200: note } } },
    '/pages': { get: { operationId: 'listPages', ...list } },
    '/pages/{id}': { get: { operationId: 'readPage', parameters: [number], responses: { 200: note } } },
    '/words': { get: { operationId: 'listWords', ...list } },
  })
  expect(at('paths /notes get parameters 1')).toMatchObject({ name: 'after', schema: id.schema })
  expect(at('paths /pages get parameters 1')).toMatchObject({ name: 'after', schema: { type: 'integer' } })
  expect(at('paths /words get parameters 1')).toMatchObject({ name: 'after', schema: { type: 'string' } })
})

it('adds to a creation the URL of the item, and the validators that reading it returns', () => {
  const read = { operationId: 'read', 'x-conditions': ['ETag', 'Last-Modified'], parameters: [id] }
  const at = complete({
    '/books/{book}/notes': { post: { operationId: 'create', responses: { 201: note } } },
    '/books/{book}/notes/{id}': { get: { ...read, responses: { 200: note } } },
  })
  const headers = at('paths /books/{book}/notes post responses 201 headers')
  expect(headers).toMatchObject({
    Location: {
      required: true,
      schema: { maxLength: 'notes/'.length + 8, pattern: '^notes/[a-z]{8}$' },
      example: 'notes/aaaaaaaa',
    },
  })
  expect(Object.keys(Object(headers))).toEqual(expect.arrayContaining(['ETag', 'Last-Modified', 'Request-Id']))
})

it('adds the headers of a deprecation wherever the deprecated part is', () => {
  const dates = { deprecated: true, 'x-deprecation': { since: '2026-01-01', sunset: '2027-01-01' } }
  const old = { name: 'old', in: 'query', schema: { type: 'string' }, ...dates }
  const schema = { type: 'object', properties: { old: { type: 'string', ...dates } } }
  const responses = { 200: note }
  for (const part of [dates, { parameters: [old] }, { requestBody: { content: { 'application/json': { schema } } } }]) {
    const at = complete({ '/notes': { put: { operationId: 'it', responses, ...part } } })
    expect(at('paths /notes put responses 200 headers')).toMatchObject({ Deprecation: {}, Sunset: {} })
  }
})

it('leaves out the responses that an operation does not have', () => {
  expect(statuses({ 'x-without-responses': ['503', '429'] })).toEqual(['200', '400', '500'])
})

it('changes a common response as the operation says, also one that its kind does not have', () => {
  const responses = { 200: page, 400: { description: 'Bad.' }, 404: { description: 'You have no note.' } }
  const at = complete({ '/newest': { get: { operationId: 'it', responses } } })
  const common = complete({ '/notes/{id}': { get: { operationId: 'it', parameters: [id], responses: { 200: note } } } })
  expect(at('paths /newest get responses 404')).toEqual({
    ...Object(common('components responses NotFound')),
    description: 'You have no note.',
  })
  expect(at('paths /newest get responses 400 content application/problem+json schema $ref')).toBe(
    '#/components/schemas/InvalidRequestProblem',
  )
})

it('keeps a response that the common part does not know', () => {
  const teapot = { description: 'A teapot.' }
  const at = complete({ '/tea': { get: { operationId: 'it', responses: { 200: page, 418: teapot } } } })
  expect(at('paths /tea get responses 418')).toMatchObject({ ...teapot, headers: { 'Request-Id': {} } })
  expect(at('paths /tea get responses 418 content')).toBeUndefined()
})

it('merges a response component of the contract into the common one, and replaces all its examples', () => {
  const examples = { mine: { summary: 'Mine', value: {} } }
  const InvalidRequest = { description: 'Bad.', content: { 'application/problem+json': { examples } } }
  const at = complete(
    { '/notes': { get: { operationId: 'it', responses: { 200: page } } } },
    { components: { responses: { InvalidRequest } } },
  )
  expect(at('components responses InvalidRequest')).toMatchObject({
    description: 'Bad.',
    headers: { 'Request-Id': {} },
  })
  expect(at('components responses InvalidRequest content application/problem+json')).toEqual({
    schema: { $ref: '#/components/schemas/InvalidRequestProblem' },
    examples,
  })
})

it.each([
  ['parameters', 'Limit', { name: 'max', in: 'query', schema: { type: 'integer' } }],
  ['headers', 'Request-Id', { schema: { type: 'string' } }],
  ['schemas', 'FieldError', { type: 'object' }],
  ['examples', 'UnknownParameter', { value: 1 }],
])('replaces a common component of %s by that of the contract', (group, name, component) => {
  const list = { operationId: 'it', 'x-paging': true, responses: { 200: page } }
  const at = complete({ '/notes': { get: list } }, { components: { [group]: { [name]: component } } })
  expect(at(`components ${group} ${name}`)).toEqual(component)
})

it('keeps what a merged response refers to, although no operation has it', () => {
  const components = { responses: { IdempotencyKeyReused: { description: 'Used.' } } }
  const at = complete({ '/notes': { get: { operationId: 'it', responses: { 200: note } } } }, { components })
  expect(at('components schemas IdempotencyKeyReusedProblem')).toBeDefined()
})

it('adds a problem of the contract to an operation that states its status, or its name', () => {
  const problem = (title: string) => ({ status: 409, title, description: 'Fix it.', detail: 'Not this one.' })
  const responses = { 200: note, 409: { description: 'The name is taken.' } }
  const at = complete(
    {
      '/notes': { put: { operationId: 'first', responses } },
      '/words': {
        put: { operationId: 'second', responses: { ...responses, 409: { ...responses[409], 'x-problem': 'is-old' } } },
      },
    },
    { 'x-problems': { 'name-taken': problem('Taken'), 'is-old': problem('Old') } },
  )
  expect(at('paths /notes put responses 409')).toMatchObject({
    description: 'The name is taken.',
    headers: { 'Request-Id': {} },
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/NameTakenProblem' } } },
  })
  expect(at('components schemas NameTakenProblem properties title const')).toBe('Taken')
  expect(at('components examples NameTaken value')).toMatchObject({ status: 409, detail: 'Not this one.' })
  expect(at('paths /words put responses 409')).toMatchObject({
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/IsOldProblem' } } },
  })
  expect(at('paths /words put responses 409')).not.toHaveProperty('x-problem')
})

it('keeps a header of the contract, whatever its case', () => {
  const headers = { etag: { schema: { type: 'string' } } }
  const at = complete({
    '/notes': { get: { operationId: 'it', 'x-conditions': ['ETag'], responses: { 200: { ...page, headers } } } },
  })
  expect(at('paths /notes get responses 200 headers')).toMatchObject(headers)
  expect(at('paths /notes get responses 200 headers')).not.toHaveProperty('ETag')
})

it('adds headers to a redirect', () => {
  const at = complete({
    '/old': { get: { operationId: 'it', responses: { 200: note, 303: { description: 'There.' } } } },
  })
  expect(at('paths /old get responses 303 headers')).toHaveProperty('Request-Id')
})

it('reads a request body behind a reference', () => {
  const post = { operationId: 'it', requestBody: { $ref: '#/components/requestBodies/Note' }, responses: { 200: note } }
  const at = complete({ '/notes': { post } }, { components: { requestBodies: { Note: body } } })
  expect(at('paths /notes post requestBody')).toEqual(body)
})

it('keeps a parameter and a chapter of the contract instead of the common ones', () => {
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } }
  const errors = { name: 'Errors', description: 'None.' }
  const list = { operationId: 'it', 'x-paging': true, parameters: [limit], responses: { 200: page } }
  const at = complete({ '/notes': { get: list } }, { tags: [errors] })
  expect(at('paths /notes get parameters')).toMatchObject([{ $ref: '#/components/parameters/After' }, limit])
  const tags: { name: string }[] = Object(at('tags'))
  expect(tags.filter(({ name }) => name === 'Errors')).toEqual([errors])
})

it('states limits and scopes of the contract in the common texts', () => {
  const post = { operationId: 'it', ...token, requestBody: body, responses: { 204: { description: 'Done.' } } }
  const at = complete({ '/notes': { post } }, { 'x-limits': { bodyBytes: 99 } })
  expect(at('x-limits')).toMatchObject({ bodyBytes: 99, targetBytes: 8192 })
  expect(at('components responses ContentTooLarge description')).toContain('99 bytes')
  expect(at('components examples ReadOnlyToken value detail')).toContain('notes:write')
  for (const part of ['components', 'paths', 'tags']) expect(JSON.stringify(at(part))).not.toMatch(/\{[a-z]+[A-Z]\w+\}/)
})

it('allows the scopes and media types of the contract in headers', () => {
  const content = { 'application/vnd.note2+json': {} }
  const security = [{ bearer: ['notes_2:write'] }]
  const post = { operationId: 'it', security, requestBody: { content }, responses: { 200: note } }
  const at = complete({ '/notes': { post } })
  const challenge = new RegExp(String(at('components headers WWW-Authenticate schema pattern')))
  expect(`Bearer realm="notes", error="insufficient_scope", error_description="No.", scope="notes_2:write"`).toMatch(
    challenge,
  )
  expect('application/vnd.note2+json').toMatch(new RegExp(String(at('components headers Accept schema pattern'))))
})

it('names the product by the title, unless the contract has other names', () => {
  const ofTitle = { version: '1.0.0', name: 'notes', shortName: 'notes', authority: 'notes.example,2026' }
  expect(complete({})('x-product')).toEqual({ title: 'Notes', ...ofTitle })
  const names = (title: string, own = {}) =>
    complete({}, { info: { title, version: '1.0.0' }, 'x-product': own })('x-product')
  expect(names('2 Grünes of a "Shed"!')).toMatchObject({
    name: 'api-2-grunes-of-a-shed',
    shortName: 'api_2_grunes_of_a_shed',
  })
  expect(names('Notes', { name: 'my-notes', shortName: 'n' })).toMatchObject({
    shortName: 'n',
    authority: 'my-notes.example,2026',
  })
})

it('has no component that nothing refers to, and no reference to nothing', () => {
  const responses = { 204: { description: 'Done.' } }
  const at = complete({ '/notes': { get: { operationId: 'it', responses } } })
  expect(at('components')).not.toHaveProperty('parameters')
  expect(at('components responses')).not.toHaveProperty('IdempotencyKeyReused')
  const references = JSON.stringify(at('components')).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)
  for (const [, group, name] of references) expect(at(`components ${group} ${name}`), name).toBeDefined()
})

it('completes a complete contract to itself', () => {
  const paths = { '/notes': { get: { operationId: 'it', ...token, responses: { 200: page } } } }
  const document = completeDocument({ openapi: '3.1.0', paths })
  expect(completeDocument(document)).toEqual(document)
})
