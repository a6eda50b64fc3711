// Bodies and credentials of contracts that lamps are not an example of.
import { expect, it } from 'vitest'
import { addToken } from '../../client/credentials.ts'
import { querySerializer, toText } from '../../client/parameter-text.ts'
import { bodyFor } from '../../client/request-body.ts'

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

it('leaves out parameters, and properties of parameters, without a value', () => {
  const object = { a: undefined, b: null, c: 1 }
  expect(querySerializer({ object, ...object, list: object }, { list: { separator: ',' } })).toBe('c=1&c=1&list=c,1')
  expect(toText(object, { assign: '=' })).toBe('c=1')
})
