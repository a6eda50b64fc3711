// What the base spec adds to a contract, and what a contract can override.
import { expect, it } from 'vitest'
import { completeDocument } from '../../contract/complete/document.ts'
import { ContractModel } from '../../contract/model/contract.ts'
import type { Document } from '../../contract/model/openapi.ts'

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

function createModel(source: object): ContractModel {
  const document: Document = Object(source)
  return new ContractModel(document, () => '')
}

/** Resolves a contract. @returns A function that reads the resolved spec at a location: keys, separated by spaces. */
function complete(paths: object, more: object = {}): (location: string) => unknown {
  const source = { openapi: '3.1.0', info: { title: 'Notes', version: '1.0.0' }, paths, ...more }
  const before = JSON.stringify(source)
  const document = completeDocument(createModel(source))
  expect(JSON.stringify(source)).toBe(before)
  return (location) => location.split(' ').reduce<unknown>((node, key) => Object(node)[key], document)
}

it('an operation overrides a response of the base spec, even one that its traits do not add', () => {
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

it('a response component of the contract is merged into that of the base spec, and replaces all examples', () => {
  const examples = { mine: { summary: 'Mine', value: {} } }
  const InvalidRequest = { description: 'Bad.', content: { 'application/problem+json': { examples } } }
  const get = { operationId: 'it', responses: { 200: page } }
  const at = complete({ '/notes': { get } }, { components: { responses: { InvalidRequest } } })
  const bad = { description: 'Bad.', headers: { 'Request-Id': {} } }
  expect(at('components responses InvalidRequest')).toMatchObject(bad)
  expect(at('components responses InvalidRequest content application/problem+json')).toEqual({
    schema: { $ref: '#/components/schemas/InvalidRequestProblem' },
    examples,
  })
})

it('the descriptions of the base spec name the limits and the scopes of the contract', () => {
  const post = { operationId: 'it', ...token, requestBody: body, responses: { 204: { description: 'Done.' } } }
  const at = complete({ '/notes': { post } }, { 'x-limits': { bodyBytes: 99 } })
  expect(at('x-limits')).toMatchObject({ bodyBytes: 99, targetBytes: 8192 })
  expect(at('components responses ContentTooLarge description')).toContain('99 bytes')
  expect(at('components examples ReadOnlyToken value detail')).toContain('notes:write')
  for (const part of ['components', 'paths', 'tags']) expect(JSON.stringify(at(part))).not.toMatch(/\{[a-z]+[A-Z]\w+\}/)
})

it('the names of the product derive from the title, unless the contract sets x-product', () => {
  const fromTitle = { version: '1.0.0', name: 'notes', shortName: 'notes', authority: 'notes.example,2026' }
  expect(complete({})('x-product')).toEqual({ title: 'Notes', ...fromTitle })
  const odd = complete({}, { info: { title: '2 Grünes of a "Shed"!', version: '1.0.0' } })('x-product')
  expect(odd).toMatchObject({ name: 'api-2-grunes-of-a-shed', shortName: 'api_2_grunes_of_a_shed' })
  const productAt = complete({}, { 'x-product': { name: 'my-notes', shortName: 'n' } })('x-product')
  expect(productAt).toMatchObject({ shortName: 'n', authority: 'my-notes.example,2026' })
})

it('the maxItems of a list is the maximum of the limit of its operation', () => {
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } }
  const list = (parameters: object[]) => ({ operationId: 'it', 'x-paging': true, parameters, responses: { 200: page } })
  const bounds = [[], [limit]].map((parameters) => {
    const at = complete({ '/notes': { get: list(parameters) } })
    return at('paths /notes get responses 200 content application/json schema maxItems')
  })
  expect(bounds).toEqual([100, 200])
})
