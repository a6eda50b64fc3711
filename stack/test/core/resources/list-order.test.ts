import { expect, it } from 'vitest'
import type { FieldOrder, ListQuery } from '../../../core/resources/item-store.ts'
import { getPageRange } from '../../../core/resources/list-order.ts'

const range = { min: 2, max: 5 }
const backwards = { ...range, descending: true }

it.each<[Omit<FieldOrder, 'field'>, Partial<ListQuery>, ReturnType<typeof getPageRange>]>([
  [{}, {}, { first: undefined, last: undefined, start: undefined }],
  [{}, { after: 'a', afterValue: 1 }, { first: undefined, last: undefined, start: { id: 'a', value: 1 } }],
  [range, { after: 'a' }, { first: 2, last: 5, start: undefined }],
  [range, { after: 'a', afterValue: 1 }, { first: 2, last: 5, start: undefined }],
  [range, { after: 'a', afterValue: 2 }, { first: 2, last: 5, start: { id: 'a', value: 2 } }],
  [backwards, { after: 'a', afterValue: 6 }, { first: 5, last: 2, start: undefined }],
  [backwards, { after: 'a', afterValue: 5 }, { first: 5, last: 2, start: { id: 'a', value: 5 } }],
])('an order %j has a page after %j: %j', (order, position, expected) => {
  expect(getPageRange({ field: 'size', ...order }, { filters: {}, after: undefined, limit: 1, ...position })).toEqual(
    expected,
  )
})
