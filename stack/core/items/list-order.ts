// The orders of a list: by id, by a field, or by the words of a search. Every store has the same, by code points.

import type { CollectionData } from '../contract/contract-data.ts'
import type { FieldOrder, ListedItem, ListQuery, Order, WordOrder } from '../stores/item-store.ts'
import { type Item, parsedItem } from './item.ts'
import { getField, matchesFilters } from './place.ts'
import { maxWordLength, toWords } from './words.ts'

export type OrderValue = string | number

/** Where an item is in a list. By id, it has no value. */
export interface Position {
  id: string
  value?: OrderValue | undefined
}

/** Where a page begins: `undefined` is the beginning of the list, and nothing is after `nowhere`. */
export type Start = Position | 'nowhere' | undefined

export type Fields = Pick<CollectionData, 'fields' | 'orders' | 'searched'>

/** @returns What the order compares before the id; `undefined` for an item that a list in this order does not have. */
export function getOrderValue(collection: Fields, order: Order, item: Item): OrderValue | undefined {
  if ('field' in order) return getOrdered(collection, order.field, item)
  const words = getWords(collection, item).filter((word) => word.startsWith(order.prefix))
  return words.sort(compareValues)[0]
}

/** @returns The value of a field of an order, if it has the type that the contract says. */
export function getOrdered(collection: Fields, name: string, item: Item): OrderValue | undefined {
  const value = getField(collection.fields, name, item)
  // 1e400 is valid JSON.
  const fits = collection.orders[name]?.type === 'number' ? Number.isFinite(value) : typeof value === 'string'
  return fits ? (value as OrderValue) : undefined // it has this type
}

export function getWords({ searched = [] }: Pick<Fields, 'searched'>, item: Item): string[] {
  const texts = searched.map((name) => item[name]).filter((value) => typeof value === 'string')
  return toWords(texts.join(' '))
}

export function isInRange({ min, max }: { min?: OrderValue; max?: OrderValue }, value: OrderValue): boolean {
  return (min === undefined || compareValues(value, min) >= 0) && (max === undefined || compareValues(value, max) <= 0)
}

/** The first and the last value of a page in an order, and where it begins: `undefined` is the first value. */
export function getPageRange(order: FieldOrder, { after, afterValue: value }: ListQuery) {
  const { min, max } = order
  const [first, last] = order.descending ? [max, min] : [min, max]
  const isBefore = (one: OrderValue) =>
    first !== undefined && comparePositions(order, { id: '', value: one }, { id: '', value: first }) < 0
  const start = after === undefined || value === undefined || isBefore(value) ? undefined : { id: after, value }
  return { first, last, start }
}

/** Where a page of words begins, and a text that is greater than all words with the prefix. */
export function getWordRange({ prefix }: WordOrder, { after, afterValue }: ListQuery) {
  const word = String(afterValue ?? '')
  const hasPosition = after !== undefined && compareValues(word, prefix) >= 0
  const start = hasPosition ? { id: after, value: word } : { id: '', value: prefix }
  return { start, end: prefix + afterAllWords }
}

const afterAllWords = '\u{10ffff}'.repeat(maxWordLength)

/** Below 0 if the first one comes earlier. The id decides between equal values, in the same direction. */
export function comparePositions(order: Order | undefined, one: Position, other: Position): number {
  const compared = compareValues(one.value ?? '', other.value ?? '') || compareValues(one.id, other.id)
  return order !== undefined && 'field' in order && order.descending ? -compared : compared
}

/** Numbers by their value, and texts by code points, as UTF-8 has them. */
function compareValues(one: OrderValue, other: OrderValue): number {
  if (one === other) return 0
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other)
  const { length } = one
  for (let index = 0; index < length; index++) {
    const [unit, otherUnit] = [one.charCodeAt(index), other.charCodeAt(index)]
    if (unit !== otherUnit) return index < other.length ? toRank(unit) - toRank(otherUnit) : 1
  }
  return -1
}

/** The halves of code points above U+FFFF come after all others. */
function toRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

export function getPosition(collection: Fields, order: Order | undefined, { id, text, value }: ListedItem): Position {
  if (order === undefined) return { id }
  return { id, value: value ?? getOrderValue(collection, order, parsedItem(text)) }
}

/** The page of a list of any items. Keeps the word with which a store has listed an item. */
export function selectItems(
  collection: Fields,
  items: Iterable<ListedItem & { item?: Item }>,
  query: ListQuery,
): ListedItem[] {
  const { filters, order, after, afterValue: value, limit } = query
  const start = after === undefined ? undefined : { id: after, value }
  const found: (ListedItem & Position)[] = []
  for (const { id, text, value: word, item = JSON.parse(text) } of items) {
    if (!matchesFilters(collection.fields, item, filters)) continue
    const one = { id, text, value: word ?? (order && getOrderValue(collection, order, item)) }
    if (order && (one.value === undefined || ('field' in order && !isInRange(order, one.value)))) continue
    if (start === undefined || comparePositions(order, one, start) > 0) found.push(one)
  }
  return found.sort(comparePositions.bind(null, order)).slice(0, limit)
}
