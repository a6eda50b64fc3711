// Paths of the contract with parameters beside text, and media types with ranges.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { bodyKind, isInRange, mostSpecific } from '../../../core/contract/media-types.ts'
import { compareSegments, isMatch, toSegments, unnamed, valuesIn } from '../../../core/contract/segments.ts'
import { readSeed } from '../../../environment.ts'

it('a path has segments of text, parameters, or both', () => {
  expect(toSegments('/a/{id}/{x}.{y}/')).toEqual([
    { text: '' },
    { text: 'a' },
    { parameter: 'id' },
    { mixed: { texts: ['', '.', ''], parameters: ['x', 'y'] } },
    { text: '' },
  ])
  expect(unnamed('/a/{id}/{x}.{y}')).toBe('/a/{}/{}.{}')
})

it.each<[path: string, part: string, values: string[] | undefined]>([
  ['{id}.json', 'a.json', ['a']],
  ['{id}.json', 'a.json.json', ['a.json']],
  ['{id}.json', '.json', undefined],
  ['{id}.json', 'a.xml', undefined],
  ['v{major}.{minor}', 'v1.2.3', ['1', '2.3']],
  ['v{major}.{minor}', 'v.2', undefined],
  ['v{major}.{minor}', 'v1.', undefined],
  ['v{major}.{minor}', 'v1', undefined],
  ['v{major}.{minor}', '1.2', undefined],
  ['{a}--{b}', 'x----y', ['x', '--y']],
])('the segment %s matches %s with the values %j', (path, part, values) => {
  const [segment = { text: '' }] = toSegments(path)
  expect(isMatch(segment, part)).toBe(values !== undefined)
  expect(valuesIn(segment.mixed ?? expect.unreachable(), part)).toEqual(values)
})

it('a text matches itself, and a parameter any text but an empty one', () => {
  const [text = { text: '' }, parameter = { text: '' }] = toSegments('a/{id}')
  const matches = [isMatch(text, 'a'), isMatch(text, 'b'), isMatch(parameter, 'a'), isMatch(parameter, '')]
  expect(matches).toEqual([true, false, true, false])
})

it('of several paths, the one with more text is first', () => {
  const order = ['/a', '/{a}.xyz', '/{a}.x', '/{a}', '/a/b', '/a/{b}', '/{a}/x', '/a/{b}/c']
  const random = fc.shuffledSubarray(order, { minLength: order.length })
  const isSorted = (paths: string[]) => {
    const sorted = paths.sort((one, other) => compareSegments(toSegments(one), toSegments(other)))
    expect(sorted).toEqual(order)
  }
  void fc.assert(fc.property(random, isSorted), { seed: readSeed() })
})

it.each([
  ['application/json', 'json'],
  ['application/problem+json', 'json'],
  ['application/x-json', 'bytes'],
  ['application/x-www-form-urlencoded', 'form'],
  ['multipart/form-data', 'multipart'],
  ['text/csv', 'text'],
  ['application/xml', 'text'],
  ['image/svg+xml', 'text'],
  ['application/yaml', 'text'],
  ['application/xml-dtd', 'bytes'],
  ['image/png', 'bytes'],
])('a body of %s is %s', (mediaType, kind) => {
  expect(bodyKind(mediaType)).toBe(kind)
})

it('of several ranges, the smallest one describes a media type', () => {
  const names = ['*/*', 'image/*', 'application/*+json', 'application/json']
  const found = ['image/png', 'application/json', 'application/a+json', 'application/a', 'image/']
  const described = found.map((one) => mostSpecific(one, names))
  expect(described).toEqual(['image/*', 'application/json', 'application/*+json', '*/*', '*/*'])
  expect(mostSpecific('text/csv', names.slice(1))).toBeUndefined()
  expect([isInRange('a/b', 'a/b'), isInRange('a/bc', 'a/b'), isInRange('a/+json', 'a/*+json')]).toEqual([
    true,
    false,
    false,
  ])
})
