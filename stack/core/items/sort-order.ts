// The sort order of a list: by id, or by a field. Every store compares strings by code points.
import type { Collection } from '../contract/contract.ts'
import type { Cursor, ListQuery, Range, SortOrder, SortValue } from '../stores/item-store.ts'
import { getField } from './collection-key.ts'
import type { Item } from './item.ts'

type SortableCollection = Pick<Collection, 'fields' | 'orders'>

/** @returns The value of a field of a sort order or a range; `null` if it has a different type than in the contract. */
export function getSortValue({ fields, orders }: SortableCollection, name: string, item: Item): SortValue | null {
  const value = getField(fields, name, item)
  // 1e400 is valid JSON, and parsed as Infinity.
  const isValue = orders[name]?.type === 'number' ? Number.isFinite(value) : typeof value === 'string'
  return isValue ? (value as SortValue) : null // it has this type
}

export function getCursor(collection: SortableCollection, sort: SortOrder | undefined, id: string, item: Item): Cursor {
  return sort === undefined ? { id } : { id, value: getSortValue(collection, sort.field, item) }
}

/** Whether the list can have items without a sort value. No range selects them. */
export function hasUnsorted(
  { orders }: Pick<SortableCollection, 'orders'>,
  { sort, ranges = {} }: Pick<ListQuery, 'sort' | 'ranges'>,
) {
  return sort !== undefined && orders[sort.field]?.optional === true && !(sort.field in ranges)
}

export function isInRange({ min, max }: Range, value: SortValue): boolean {
  return (min === undefined || compareValues(value, min) >= 0) && (max === undefined || compareValues(value, max) <= 0)
}

/** Returns less than 0 if the first one comes earlier. Items without a value come last in both directions. */
export function compareCursors(sort: SortOrder | undefined, first: Cursor, second: Cursor): number {
  if ((first.value === null) !== (second.value === null)) return first.value === null ? 1 : -1
  const compared = compareValues(first.value ?? '', second.value ?? '') || compareValues(first.id, second.id)
  return sort?.descending ? -compared : compared
}

/** Compares numbers by their value, and strings by code points, in the order of UTF-8. */
function compareValues(first: SortValue, second: SortValue): number {
  if (first === second) return 0
  if (typeof first === 'number' || typeof second === 'number') return Number(first) - Number(second)
  const { length } = first
  for (let index = 0; index < length; index++) {
    const [unit, otherUnit] = [first.charCodeAt(index), second.charCodeAt(index)]
    if (unit !== otherUnit) return index < second.length ? toRank(unit) - toRank(otherUnit) : 1
  }
  return -1
}

/** Ranks surrogates, which encode code points above U+FFFF, after all other code units. */
function toRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
