// How a place in an item is written, and which places a contract declares.
import { expect, it } from 'vitest'
import {
  declaresPlace,
  each,
  formatPlace,
  generalPlace,
  type PlaceToken,
  parsePlace,
} from '../../../core/contract/property-place.ts'
import { shapeOf } from '../../../generate/shapes.ts'

const text = { type: 'string' }
const shape = shapeOf({
  type: 'object',
  properties: {
    name: text,
    parts: { type: 'array', items: { type: 'object', properties: { size: text } } },
    notes: { type: 'object', additionalProperties: { type: 'object', properties: { by: text } } },
    tags: { type: 'array', items: text },
    open: { type: 'object' },
  },
})

it.each<[written: string, place: PlaceToken[]]>([
  ['owner/phone', ['owner', 'phone']],
  ['/parts/*/size', ['parts', each, 'size']],
  ['a%20b/~1/~0/%2A', ['a b', '/', '~', '*']],
  ['%3D%27%22%24%25', [`='"$%`]],
  ['größe', ['größe']],
])('reads %s, and writes it again', (written, place) => {
  expect(parsePlace(written)).toEqual(place)
  expect(formatPlace(place)).toBe(written.replace(/^\//, ''))
})

it.each([
  ['name', ['name'], true],
  ['colour', ['colour'], false],
  ['parts/*/size', ['parts', '1', 'size'], true],
  ['parts/*/width', ['parts', '12', 'width'], false],
  ['notes/*/by', ['notes', 'any', 'by'], true],
  ['notes/*/on', ['notes', '3', 'on'], false],
  ['tags/*', ['tags', '0'], true],
  ['open/any', ['open', 'any'], true],
])('generalises a place to %s', (general, place, isDeclared) => {
  const found = generalPlace(shape, place)
  expect(formatPlace(found)).toBe(general)
  expect(declaresPlace(shape, found)).toBe(isDeclared)
})

it('declares everything without a shape', () => {
  expect(declaresPlace(undefined, ['any', each])).toBe(true)
})
