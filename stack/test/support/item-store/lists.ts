// Lists with filters, ranges, words and an order, page by page, compared with a model that knows no index.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { withSort } from '../../../core/items/items-query.ts'
import type { ListQuery, Page } from '../../../core/stores/item-store.ts'
import { readSeed } from '../read-settings.ts'
import { drawers, getShelves, getShortForms, type TestStore, toItem } from './collections.ts'

/** Texts that differ by case, accents, the form of Unicode, or a code point above U+FFFF. */
const texts = ['Fern', 'férn', 'fe\u0301rn tree', 'FERNS, ferns', 'tree-fern', '🌿fern']
texts.push('Ως', 'ωσα', 'ﬁn', '𐐷', '\uffee', 'b b', 'b b ', 'B b', "'", 'true', '1', '')
const words = ['fern', 'fern', 'fe', 'tre', 'ωσ', 'fin', 'b', '𐐷', 'none']
const numbers = [-2, 0, 1.5, 2, 1e20, 2 ** 60, 2 ** 60 + 256]

const item = fc.record(
  {
    label: fc.constantFrom(...texts, 7),
    width: fc.constantFrom(...numbers, 'wide', '2'),
    full: fc.constantFrom(true, false, 'true', null),
    note: fc.constantFrom(...texts, null),
    depth: fc.constantFrom(...numbers, null),
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
      full: fc.oneof(fc.constantFrom(true, false, null), fc.array(fc.constantFrom(true, null), { maxLength: 2 })),
      note: fc.constantFrom(...texts, null),
    },
    { requiredKeys: [] },
  ),
  ranges: fc.record({ label: range(texts), width: range(numbers), depth: range(numbers) }, { requiredKeys: [] }),
  words: fc.array(fc.constantFrom(...words), { maxLength: 2 }),
  sort: fc.option(fc.record({ field: fc.constantFrom('label', 'width', 'note', 'depth'), descending: fc.boolean() }), {
    nil: undefined,
  }),
  limit: fc.integer({ min: 1, max: 7 }),
  maxCompared: fc.constantFrom(1, 4, 500),
})

type Fields = { id: string } & Record<string, unknown>

/** The ids of the list, from all items. */
function expected(all: Fields[], { filters = {}, ranges = {}, words = [], sort }: Omit<ListQuery, 'limit'>): string[] {
  const defaults: Record<string, unknown> = { label: '', width: 1.5 }
  const types: Record<string, string> = { label: 'string', width: 'number', note: 'string', depth: 'number' }
  const value = (one: Fields, field: string) => (field in one ? one[field] : defaults[field]) ?? null
  const typed = (one: Fields, field: string) => {
    const found = value(one, field)
    return typeof found === types[field] ? found : null
  }
  const getWords = ({ label, note }: Fields) => {
    const found = [label, note].flatMap((text) => (typeof text === 'string' ? fold(text).split(/[ ,🌿-]+/u) : []))
    return found.filter((word) => word !== '')
  }
  const key = (one: Fields) => (sort === undefined ? one.id : typed(one, sort.field))
  const isOptional = sort !== undefined && ['note', 'depth'].includes(sort.field)
  const isListed = (one: Fields) =>
    (isOptional || key(one) !== null) &&
    Object.entries(filters).every(([field, wanted]) => [wanted].flat().includes(value(one, field) as never)) &&
    Object.entries(ranges).every(([field, { min, max }]) => {
      const found = typed(one, field)
      return found !== null && compare(found, min ?? found) >= 0 && compare(found, max ?? found) <= 0
    }) &&
    words.every((word) => getWords(one).some((found) => found.startsWith(word)))
  const sorted = all.filter(isListed).sort((one, other) => compare(key(one), key(other)) || compare(one.id, other.id))
  if (sort?.descending) sorted.reverse()
  const isLast = (one: Fields) => key(one) === null
  return [...sorted.filter((one) => !isLast(one)), ...sorted.filter(isLast)].map(({ id }) => id)
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
  it('finds words by code points, up to the last one, and the first 2,000 words of an item', async () => {
    const { getIds } = getShortForms(opened)
    const ann = getShelves('ann')
    const labels = { a: 'w', b: 'w\u{10ffff}\u{10ffff}x', c: 'w\u{10ffff}', d: 'x', e: '\uffee', f: '𐐷' }
    for (const [id, label] of Object.entries(labels)) await opened.store.create(ann, toItem(id, { label }))
    expect(await getIds(ann, { words: ['w'] })).toEqual(['a', 'b', 'c'])
    expect(await getIds(ann, { words: ['w\u{10ffff}'] })).toEqual(['b', 'c'])
    expect(await getIds(ann, { words: ['w'], after: { id: 'a' } })).toEqual(['b', 'c'])
    expect([await getIds(ann, { words: ['\uffee'] }), await getIds(ann, { words: ['𐐷'] })]).toEqual([[], ['f']])
    const label = [0, 1, ...Array(2_001).keys()].map((number) => `n${number}.`).join(' ')
    await opened.store.create(ann, toItem('long', { label }))
    expect([await getIds(ann, { words: ['n1999'] }), await getIds(ann, { words: ['n2000'] })]).toEqual([['long'], []])
    await expect(getIds(drawers, { words: ['w'] })).rejects.toThrow('/drawers has no search')
  })

  it('compares many items for a page of a list with words that no item has all', async () => {
    const ann = getShelves('ann')
    const labels = ['alba', 'abies']
    for (let index = 0; index < 50; index++)
      await opened.store.create(ann, toItem(`${index}`, { label: labels[index % 2] }))
    let pages = 0
    let page: Page | undefined
    do {
      page = await opened.store.list(ann, { words: labels, after: page?.next, limit: 9, maxCompared: 20 })
      pages++
    } while (page?.next !== undefined)
    expect(page?.items).toEqual([])
    expect(pages).toBeLessThanOrEqual(3)
  })

  it('filters by texts of any length, and sorts those of up to 2,000 bytes', async () => {
    const { getIds } = getShortForms(opened)
    const ann = getShelves('ann')
    for (const [id, count] of Object.entries({ a: 64, b: 65, c: 500, d: 501 })) {
      const label = '🌵'.repeat(count)
      await opened.store.create(ann, toItem(id, { label }))
      expect(await getIds(ann, { filters: { label } })).toEqual([id])
    }
    // PostgreSQL has no sort value for a longer text.
    expect((await getIds(ann, { sort: { field: 'label' } }))?.slice(0, 3)).toEqual(['a', 'b', 'c'])
  })

  it('sorts no number that JSON has and JavaScript does not', async () => {
    const ann = getShelves('ann')
    for (const [id, width] of Object.entries({ a: '1e400', b: '1e300', c: '-1e400' }))
      await opened.store.create(ann, { id, text: `{"id":"${id}","width":${width}}` })
    expect(await getShortForms(opened).getIds(ann, { sort: { field: 'width' } })).toEqual(['b'])
  })

  it('has the items of each list once and in its order, and their number', async () => {
    let dataset = 0
    const lists = fc.asyncProperty(
      fc.array(item, { maxLength: 25 }),
      fc.array(query, { minLength: 20, maxLength: 20 }),
      async (items, queries) => {
        const place = getShelves(`owner ${dataset++}`)
        const toId = (index: number) => `${String.fromCharCode(97 + ((index * 7) % 26))}${index}`
        const all = items.map((fields, index) => ({ id: toId(index), ...fields }))
        await Promise.all(all.map(({ id, ...fields }) => opened.store.create(place, toItem(id, fields))))
        for (const query of queries) {
          const { limit, maxCompared, ...wanted } = withSort<ListQuery>(query)
          const ids: string[] = []
          let page: Page | undefined
          do {
            page = await opened.store.list(place, { ...wanted, after: page?.next, limit, maxCompared })
            expect(page?.items.length).toBeLessThanOrEqual(limit)
            ids.push(...(page?.items ?? []).map(({ id }) => id))
          } while (page?.next !== undefined)
          expect({ wanted, ids }).toEqual({ wanted, ids: expected(all, wanted) })
          const { total } = (await opened.store.list(place, { ...wanted, limit: 1, count: true })) ?? {}
          expect({ wanted, total }).toEqual({ wanted, total: { count: ids.length, isExact: true } })
        }
      },
    )
    await fc.assert(lists, { numRuns: 10, seed: readSeed() })
  })
}
