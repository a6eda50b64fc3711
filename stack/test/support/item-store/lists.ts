// Lists with filters, ranges, words and an order, page by page, compared with a model that knows no index.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ItemsQuery } from '../../../core/items/items-query.ts'
import { listItems } from '../../../core/items/list-items.ts'
import type { ListQuery } from '../../../core/stores/item-store.ts'
import { readSeed } from '../read-settings.ts'
import { getShelves, getShortForms, shelves, type TestStore, toItem } from './collections.ts'

/** Texts that differ by case, accents, the form of Unicode, or a code point above U+FFFF. */
const texts = ['Fern', 'férn', 'fe\u0301rn tree', 'FERNS, ferns', 'tree-fern', '🌿fern']
texts.push('Ως', 'ωσα', 'ﬁn', '𐐷', '\uffee', 'b b', 'b b ', 'B b', "'", 'true', '1', '')
const words = ['fern', 'fern', 'fe', 'tre', 'ωσ', 'fin', 'b', '𐐷', 'none']
const numbers = [-2, 0, 1.5, 2, 1e20]

const item = fc.record(
  {
    label: fc.constantFrom(...texts, 7),
    width: fc.constantFrom(...numbers, 'wide', '2'),
    full: fc.constantFrom(true, false, 'true', null),
    note: fc.constantFrom(...texts),
  },
  { requiredKeys: [] },
)
const range = <T extends string | number>(values: T[]) =>
  fc.record({ min: fc.constantFrom(...values), max: fc.constantFrom(...values) }, { requiredKeys: [] })
const query = fc.record({
  filters: fc.record(
    {
      label: fc.oneof(fc.constantFrom(...texts), fc.array(fc.constantFrom(...texts), { maxLength: 3 })),
      width: fc.constantFrom(...numbers),
      full: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  ranges: fc.record({ label: range(texts), width: range(numbers) }, { requiredKeys: [] }),
  words: fc.array(fc.constantFrom(...words), { maxLength: 2 }),
  sort: fc.option(fc.record({ field: fc.constantFrom('label', 'width'), descending: fc.boolean() }), {
    nil: undefined,
  }),
  limit: fc.integer({ min: 1, max: 7 }),
  maxCompared: fc.constantFrom(1, 4, 500),
})

type Fields = { id: string } & Record<string, unknown>

/** The ids of the list, from all items. */
function expected(all: Fields[], { filters, ranges, words, sort }: ItemsQuery): string[] {
  const defaults: Record<string, unknown> = { label: '', width: 1.5 }
  const value = (one: Fields, field: string) => (field in one ? one[field] : defaults[field])
  const typed = (one: Fields, field: string) => {
    const found = value(one, field)
    return typeof found === typeof defaults[field] ? found : undefined
  }
  const getWords = ({ label, note }: Fields) => {
    const found = [label, note].flatMap((text) => (typeof text === 'string' ? fold(text).split(/[ ,🌿-]+/u) : []))
    return found.filter((word) => word !== '')
  }
  const [firstRange] = Object.keys(ranges)
  const by = sort?.field ?? (words.length > 0 ? undefined : firstRange)
  const key = (one: Fields) => {
    if (by !== undefined) return typed(one, by)
    const [word] = words
    if (word === undefined) return ''
    const [first] = getWords(one)
      .sort(compare)
      .filter((found) => found.startsWith(word))
    return first
  }
  const isListed = (one: Fields) =>
    key(one) !== undefined &&
    Object.entries(filters).every(([field, wanted]) => [wanted].flat().includes(value(one, field) as never)) &&
    Object.entries(ranges).every(([field, { min, max }]) => {
      const found = typed(one, field)
      return found !== undefined && compare(found, min ?? found) >= 0 && compare(found, max ?? found) <= 0
    }) &&
    words.every((word) => getWords(one).some((found) => found.startsWith(word)))
  const sorted = all.filter(isListed).sort((one, other) => compare(key(one), key(other)) || compare(one.id, other.id))
  return (sort?.descending ? sorted.reverse() : sorted).map(({ id }) => id)
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number') return one - Number(other)
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))
}

/** Of the texts above only. */
function fold(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace('\u0301', '').replaceAll('ς', 'σ')
}

export function describeLists(opened: TestStore): void {
  it('finds words by code points, up to the last one, and after any position', async () => {
    const { getIds } = getShortForms(opened)
    const ann = getShelves('ann')
    const labels = { a: 'w', b: 'w\u{10ffff}\u{10ffff}x', c: 'w\u{10ffff}', d: 'x', e: '\uffee', f: '𐐷' }
    for (const [id, label] of Object.entries(labels)) await opened.store.create(ann, toItem(id, { label }))
    expect(await getIds(ann, { order: { prefix: 'w' } })).toEqual(['a', 'c', 'b'])
    expect(await getIds(ann, { order: { prefix: 'w\u{10ffff}' } })).toEqual(['c', 'b'])
    const after = (prefix: string, afterValue: string) =>
      getIds(ann, { order: { prefix }, after: 'a', afterValue, limit: 10 })
    expect([await after('\uffee', '𐐷'), await after('𐐷', '\uffee')]).toEqual([[], ['f']])
    const found = [await after('w', 'v'), await after('w', 'w'), await after('w', 'x')]
    expect(found).toEqual([['a', 'c', 'b'], ['c', 'b'], []])
  })

  it('has the items of each list once and in its order', async () => {
    let dataset = 0
    const lists = fc.asyncProperty(
      fc.array(item, { maxLength: 25 }),
      fc.array(query, { minLength: 20, maxLength: 20 }),
      async (items, queries) => {
        const place = getShelves(`owner ${dataset++}`)
        const toId = (index: number) => `${String.fromCharCode(97 + ((index * 7) % 26))}${index}`
        const all = items.map((fields, index) => ({ id: toId(index), ...fields }))
        await Promise.all(all.map(({ id, ...fields }) => opened.store.create(place, toItem(id, fields))))
        for (const { limit, maxCompared, ...wanted } of queries) {
          const ids: string[] = []
          let after: Parameters<typeof listItems>[2]['after']
          do {
            const read = (one: ListQuery) => opened.store.list(place, one)
            const page = await listItems(shelves, wanted, { after, limit, maxCompared }, read)
            expect(page?.items.length).toBeLessThanOrEqual(limit)
            ids.push(...(page?.items ?? []).map(({ id }) => id))
            after = page?.next
          } while (after !== undefined)
          expect({ wanted, ids }).toEqual({ wanted, ids: expected(all, wanted) })
        }
      },
    )
    await fc.assert(lists, { numRuns: 10, seed: readSeed() })
  })
}
