// Bodies and credentials of contracts that lamps are not an example of.
import { expect, it } from 'vitest'
import type { CredentialPlace } from '../../client/contract.ts'
import { addToken } from '../../client/credentials.ts'
import { headerTexts, querySerializer, toText } from '../../client/parameter-text.ts'
import { buildRequest } from '../../client/request.ts'
import { bodyFor } from '../../client/request-body.ts'
import { getTokenFormat } from '../../client/token-provider.ts'

it.each([
  ['application/json', 'a', '"a"'],
  ['application/vnd.lamp+json', { a: 1 }, '{"a":1}'],
  ['application/json-seq', 'a', 'a'],
  ['application/x-www-form-urlencoded', { a: [1, { b: 2 }], c: undefined, d: null }, 'a=1&a=%7B%22b%22%3A2%7D&d=null'],
  ['image/*', 'a', 'image/* is a range: name one of its media types in mediaType'],
  ['image/png', ['a'], 'a body of image/png must be a string or bytes'],
  ['image/png', { a: 1 }, 'a body of image/png must be a string or bytes'],
])('a body of %s with the value %j is %s', async (mediaType, value, expected) => {
  const body = async () => new Response(bodyFor(mediaType, value)).text()
  expect(await body().catch(({ message }: Error) => message)).toBe(expected)
})

it.each([
  ['/', '/?api_key=a%2B'],
  ['/?tag=1,2', '/?tag=1,2&api_key=a%2B'],
])('a key in the query of %s leads to %s', (path, expected) => {
  const url = new URL(path, 'https://lamps.example')
  addToken([{ in: 'query', name: 'api_key' }], 'a+', new Headers(), url)
  expect(url.pathname + url.search).toBe(expected)
})

it.each<[CredentialPlace[] | undefined, token: string, headers: Record<string, string>]>([
  [undefined, 'a', { authorization: 'Bearer a' }],
  [[{ in: 'basic' }], 'a', { authorization: `Basic ${btoa(':a')}` }],
  [[{ in: 'basic' }], 'b:a', { authorization: `Basic ${btoa('b:a')}` }],
  [[{ in: 'header', name: 'X-Key' }, { in: 'bearer' }], 'a', { 'x-key': 'a', authorization: 'Bearer a' }],
  [
    [
      { in: 'cookie', name: 'k' },
      { in: 'cookie', name: 'l' },
    ],
    'a',
    { cookie: 'k=a; l=a' },
  ],
  [[{ in: 'query', name: 'k' }], 'a', {}],
])('credentials in %j with the token %s are the headers %j', (credentials, token, expected) => {
  const headers = new Headers()
  addToken(credentials, token, headers, new URL('https://lamps.example'))
  expect(Object.fromEntries(headers)).toEqual(expected)
})

it.each<[CredentialPlace[][], isBearer: boolean]>([
  [[], true],
  [[[{ in: 'bearer' }], []], true],
  [[[{ in: 'bearer' }], [{ in: 'bearer' }, { in: 'basic' }]], false],
  [[[{ in: 'cookie', name: 'k' }]], false],
])('a token for credentials in %j must be a bearer token: %j', (all, isBearer) => {
  const operation = { method: 'get' as const, path: '/', responses: {} }
  const operations = all.map((credentials, index) => [`o${index}`, { ...operation, credentials }])
  const format = getTokenFormat({ operations: Object.fromEntries(operations), collections: {} })
  const accepted = [format.test('a.b=='), format.test('a:b'), format.test('a b'), format.test('')]
  expect(accepted).toEqual([true, !isBearer, false, false])
})

const [bars, json] = [{ separator: '|' }, { json: true as const }]
const values = { a: 1, b: undefined, c: null, d: 'é&' }
const parts = { list: [1, 'x,y'], object: values, none: undefined, no: null, text: ' ' }
it.each<[text: unknown, expected: unknown]>([
  [querySerializer(parts), 'list=1&list=x%2Cy&a=1&d=%C3%A9%26&text=%20'],
  [querySerializer({ list: [1, 2], text: 1 }, { list: bars, text: bars }), 'list=1|2&text=1'],
  [querySerializer({ object: values }, { object: { brackets: true } }), 'object%5Ba%5D=1&object%5Bd%5D=%C3%A9%26'],
  [
    querySerializer({ object: { a: [1] }, text: 'x' }, { object: json, text: json }),
    'object=%7B%22a%22%3A%5B1%5D%7D&text=%22x%22',
  ],
  [toText(values), 'a,1,d,%C3%A9%26'],
  [toText(values, { prefix: ';', separator: ';', assign: '=' }), ';a=1;d=%C3%A9%26'],
  [toText('é', { prefix: '.' }), '.%C3%A9'],
  [headerTexts({ A: values, B: ['é', 1], C: 1 }, { C: { json: true } }), { A: 'a,1,d,é&', B: 'é,1', C: '1' }],
  [headerTexts({ A: 1, B: null }), { A: 1, B: null }],
])('%j is the text of parameters', (text, expected) => {
  expect(text).toEqual(expected)
})

it.each<[mediaType: string | undefined, body: unknown, contentType: string | null]>([
  [undefined, {}, 'application/json'],
  ['text/plain', 'a', 'text/plain'],
  ['multipart/form-data', { a: 1 }, null],
  ['text/plain', undefined, null],
])('a request of %s with the body %j has the Content-Type %j', (mediaType, body, contentType) => {
  const operation = { id: 'o', method: 'post' as const, path: '/', responses: {}, ...(mediaType && { mediaType }) }
  const { init } = buildRequest(operation, new URL('https://lamps.example'), { body }, false)
  expect(init.headers.get('Content-Type')).toBe(contentType)
})
