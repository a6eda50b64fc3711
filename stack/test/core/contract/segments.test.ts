import { expect, it } from 'vitest'
import { bodyKind, isInRange, mostSpecific } from '../../../core/contract/media-types.ts'
import { isMatch, toSegments, valuesIn } from '../../../core/contract/segments.ts'

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
