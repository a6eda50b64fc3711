// The values of parameters of each type, in each place.
import { expect, it } from 'vitest'
import type { ParameterType, StyledType } from '../../../core/contract/contract-data.ts'
import { toSegments } from '../../../core/contract/segments.ts'
import { readParameters } from '../../../core/pipeline/parameters.ts'
import { rooms } from '../../support/rooms.ts'
import { requestWith } from './request.ts'

const list = rooms.contract.lookUpOperation('listLamps')
const none = { path: {}, query: {}, headers: {}, cookies: {} }
type Place = keyof typeof none

/** @param text Of the parameter `p`. In a query and in cookies, all of it. @param pairs Of an object, in a query. */
function read(place: Place, type: ParameterType, text: string, more: object = {}, pairs: StyledType[] = []) {
  const operation = {
    ...list,
    segments: toSegments('/{p}'),
    query: new Map([['p', more] as const].slice(pairs.length)),
    queryObjects: pairs.map((one): [string, StyledType] => ['p', one]),
    headerFields: [['p', 'p'] as [string, string]],
    cookies: ['p'],
    parameterTypes: { ...none, [place]: { p: type } },
  }
  const headers: Record<string, string> =
    place === 'headers' ? { p: text } : place === 'cookies' ? { cookie: text } : {}
  const target = { path: place === 'path' ? `/base/${text}` : '/base/x', query: place === 'query' ? text : '' }
  return readParameters(requestWith({ headers }), target, operation)[place].p
}

const integers: StyledType = { items: ['integer'], separator: ',' }
const strings: StyledType = { items: ['string'], separator: ',' }
const object: StyledType = { properties: { a: ['integer'], b: ['string'] }, separator: ',' }
const assigned: StyledType = { ...object, assign: '=' }
const brackets: StyledType = { properties: { a: ['integer'] }, brackets: true }

it.each<[Place, ParameterType, text: string, value: unknown]>([
  ['path', 'string', 'a%2Fb', 'a/b'],
  ['path', 'integer', '-5', -5],
  ['path', 'number', '1.5e3', 1500],
  ['path', 'boolean', 'true', true],
  ['path', 'null', 'null', null],
  ['path', ['integer', 'string'], '5', 5],
  ['path', ['integer', 'string'], '05', '05'],
  ['path', ['boolean', 'null'], 'null', null],
  ['path', ['integer', 'string'], '9007199254740993', '9007199254740993'],
  ['path', integers, '1,2%2C3', [1, 2, 3]],
  ['path', strings, 'a,b%2Cc', ['a', 'b,c']],
  ['path', { ...strings, prefix: '.', separator: '.' }, '.a.b', ['a', 'b']],
  ['path', { ...integers, types: ['boolean'] }, 'true', true],
  ['path', { ...integers, types: ['boolean'] }, '1,2', [1, 2]],
  ['path', object, 'a,1,b,x%2Cy', { a: 1, b: 'x,y' }],
  ['path', assigned, 'a=1,b=x=y,c=z', { a: 1, b: 'x=y', c: 'z' }],
  ['path', { ...object, others: ['boolean'] }, 'c,true', { c: true }],
  ['path', { types: ['integer'], prefix: ';' }, ';5', 5],
  ['path', { json: true }, '%5B1%5D', [1]],
  ['query', 'string', 'p=a+b%2Bc', 'a b+c'],
  ['query', 'integer', '&p=5&', 5],
  ['query', ['integer', 'null'], 'p=null', null],
  ['query', { items: ['integer'] }, 'p=1&p=2', [1, 2]],
  ['query', strings, 'p=a,b', ['a', 'b']],
  ['query', strings, 'p=', ['']],
  ['query', { ...strings, separator: '|' }, 'p=a|b%7cc', ['a', 'b', 'c']],
  ['query', { ...strings, separator: ' ' }, 'p=a+b%20c', ['a', 'b', 'c']],
  ['query', object, 'p=', {}],
  ['query', { json: true }, 'p={"a":1}', { a: 1 }],
  ['headers', 'integer', '5', 5],
  ['headers', strings, 'a , b%2C', ['a', 'b%2C']],
  ['headers', ['integer', 'string'], ' 5', ' 5'],
  ['headers', { json: true }, '["a , b"]', ['a , b']],
  ['cookies', 'integer', 'p=5', 5],
  ['cookies', 'string', 'x=1; p=a%2Bb', 'a+b'],
  ['cookies', strings, 'p=a,b', ['a', 'b']],
])('in %s, %j reads %j as %j', (place, type, text, value) => {
  expect(read(place, type, text)).toEqual(value)
})

it.each<[Place, ParameterType, text: string, detail: string]>([
  ['path', 'integer', '05', 'must be a whole number in plain decimal digits'],
  ['path', 'boolean', 'TRUE', 'must be true or false'],
  ['path', 'null', '', 'must be null'],
  ['path', 'number', '.5', 'must be a number, such as 1.5'],
  ['path', ['integer', 'boolean'], 'x', 'must be a whole number in plain decimal digits or true or false'],
  ['path', ['integer'], '9007199254740993', 'must not be an integer that changes to 9007199254740992 as a double'],
  ['path', 'string', '%ff', 'must be percent-encoded UTF-8'],
  ['path', integers, '1,x', 'item 2 must be a whole number in plain decimal digits'],
  ['path', { ...strings, prefix: '.' }, 'a', 'must begin with .'],
  ['path', object, 'a', 'must be names and values, such as a,1'],
  ['path', assigned, 'a', 'must be names and values, such as a=1'],
  ['path', object, 'a,1,a,2', 'must not have a property twice'],
  ['path', object, 'a,x', 'property a must be a whole number in plain decimal digits'],
  ['path', { ...object, others: ['boolean'] }, 'c,x', 'a property must be true or false'],
  ['path', { json: true }, '%5B', 'must be JSON'],
  ['path', { json: true }, '%22%5Cud800%22', 'must not have U+0000 or half a character'],
  ['path', { json: true }, '%5B%22%5Cu0000%22%5D', 'must not have U+0000 or half a character'],
  ['query', 'string', 'p=', 'must not be empty'],
  ['query', ['integer', 'null'], 'p=', 'must not be empty'],
  ['query', { json: true }, 'p=', 'must not be empty'],
  ['query', 'string', 'p=a&p=b', 'must not be repeated'],
  ['query', strings, 'p=a&p=b', 'must not be repeated'],
  ['query', { items: ['integer'] }, 'p=1&p=x', 'item 2 must be a whole number in plain decimal digits'],
  ['headers', 'integer', 'x', 'must be a whole number in plain decimal digits'],
  ['headers', integers, '1,x', 'item 2 must be a whole number in plain decimal digits'],
  ['cookies', 'integer', 'p=x', 'must be a whole number in plain decimal digits'],
  ['cookies', integers, 'p=1,x', 'item 2 must be a whole number in plain decimal digits'],
])('in %s, %j refuses %j: it %s', (place, type, text, detail) => {
  const errors = [{ [place === 'headers' ? 'header' : 'parameter']: 'p', detail }]
  expect(() => read(place, type, text)).toThrow(expect.objectContaining({ errors }))
})

it.each<[ParameterType, value: unknown]>([
  ['string', ''],
  ['boolean', true],
  [['integer', 'null'], null],
  ['integer', undefined],
  [['integer', 'string'], ''],
  [integers, undefined],
  [strings, ['']],
  [object, {}],
])('in a query, an empty %j is %j if the contract allows it', (type, value) => {
  expect(read('query', type, 'p=', { allowEmptyValue: true })).toEqual(value)
})

it('a query can have a credential, and a pair for each property of an object', () => {
  expect(read('query', 'integer', 'p=x', { isCredential: true })).toBeUndefined()
  const readPairs = (text: string, type: StyledType) => () => read('query', type, text, {}, [type])
  const refused = (parameter: string, detail: string) => expect.objectContaining({ errors: [{ parameter, detail }] })
  const { separator: _, ...pairs } = object
  expect(readPairs('a=1&b=x', pairs)()).toEqual({ a: 1, b: 'x' })
  expect(readPairs('c=1', { ...pairs, others: ['integer'] })()).toEqual({ c: 1 })
  expect(readPairs('p[a]=1&p%5Bc%5D=x', brackets)()).toEqual({ a: 1, c: 'x' })
  expect(readPairs('c=1', pairs)).toThrow(refused('c', 'is not a parameter of this operation'))
  expect(readPairs('a=1', brackets)).toThrow(refused('a', 'is not a parameter of this operation'))
  expect(readPairs('a=1&a=2', pairs)).toThrow(refused('a', 'must not be repeated'))
  expect(readPairs('p[a]=x', brackets)).toThrow(
    refused('p', 'property a must be a whole number in plain decimal digits'),
  )
})
