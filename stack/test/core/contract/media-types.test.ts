import { expect, it } from 'vitest'
import { bodyKind, isInRange, mostSpecific } from '../../../core/contract/media-types.ts'

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
