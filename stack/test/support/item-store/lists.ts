// Lists with values at the limits of an index, and writes that expect a revision.
// server/store/random-lists.test.ts tests all other lists, and lab/histories/ tests items, changes and revisions.
import { expect, it } from 'vitest'
import type { Page } from '../../../core/stores/item-store.ts'
import { callsOf, lampsKey, roomsKey, type TestStore, toItem } from './collections.ts'

export function describeLists(context: TestStore): void {
  it.each([undefined, { field: 'depth' }])('ends a page before 4 million characters, in the order %j', async (sort) => {
    const key = roomsKey('ann')
    for (const id of ['0', '1', '2']) await context.store.create(key, toItem(id, { big: 'x'.repeat(1_500_000) }))
    const first = await context.store.list(key, { sort, limit: 9 })
    const second = await context.store.list(key, { sort, limit: 9, after: first?.next })
    expect([first, second].map((page) => page?.items.map(({ id }) => id))).toEqual([['0', '1'], ['2']])
    expect(second?.next).toBeUndefined()
  })

  it('finds words by prefixes of code points, and indexes the first 2,000 words of an item', async () => {
    const { getIds } = callsOf(context)
    const ann = roomsKey('ann')
    const labels = { a: 'w', b: 'w\u{10ffff}\u{10ffff}x', c: 'w\u{10ffff}', d: 'x', e: '\uffee', f: '𐐷' }
    for (const [id, label] of Object.entries(labels)) await context.store.create(ann, toItem(id, { label }))
    expect(await getIds(ann, { searchTerms: ['w'] })).toEqual(['a', 'b', 'c'])
    expect(await getIds(ann, { searchTerms: ['w\u{10ffff}'] })).toEqual(['b', 'c'])
    expect(await getIds(ann, { searchTerms: ['w'], after: { id: 'a' } })).toEqual(['b', 'c'])
    expect([await getIds(ann, { searchTerms: ['\uffee'] }), await getIds(ann, { searchTerms: ['𐐷'] })]).toEqual([
      [],
      ['f'],
    ])
    const folded = { m: 'Férn,', n: 'fe\u0301rn-tree', o: '🌿FERNS', p: 'Ως', q: 'ωσα', r: 'ﬁn' }
    for (const [id, note] of Object.entries(folded)) await context.store.create(ann, toItem(id, { note }))
    const results = ['fern', 'tre', 'ωσ', 'fin'].map((word) => getIds(ann, { searchTerms: [word] }))
    expect(await Promise.all(results)).toEqual([['m', 'n', 'o'], ['n'], ['p', 'q'], ['r']])
    const label = [0, 1, ...Array(2_001).keys()].map((number) => `n${number}.`).join(' ')
    await context.store.create(ann, toItem('long', { label }))
    expect([await getIds(ann, { searchTerms: ['n1999'] }), await getIds(ann, { searchTerms: ['n2000'] })]).toEqual([
      ['long'],
      [],
    ])
    await expect(getIds(lampsKey, { searchTerms: ['w'] })).rejects.toThrow('/lamps has no search')
  })

  it('returns few empty pages if no item has all words of a search', async () => {
    const ann = roomsKey('ann')
    const labels = ['alba', 'abies']
    for (let index = 0; index < 50; index++)
      await context.store.create(ann, toItem(`${index}`, { label: labels[index % 2] }))
    let pages = 0
    let page: Page | undefined
    do {
      page = await context.store.list(ann, { searchTerms: labels, after: page?.next, limit: 9, maxCompared: 25 })
      pages++
    } while (page?.next !== undefined)
    expect(page?.items).toEqual([])
    expect(pages).toBeLessThanOrEqual(2)
  })

  it('filters by strings of any length, and sorts by strings of up to 2,000 bytes', async () => {
    const { getIds } = callsOf(context)
    const ann = roomsKey('ann')
    for (const [id, count] of Object.entries({ a: 64, b: 65, c: 500, d: 501 })) {
      const label = '🌵'.repeat(count)
      await context.store.create(ann, toItem(id, { label }))
      expect(await getIds(ann, { filters: { label } })).toEqual([id])
    }
    // No value matches an empty set.
    expect(await getIds(ann, { filters: { label: [] } })).toEqual([])
    // PostgreSQL has no sort value for a longer string.
    expect((await getIds(ann, { sort: { field: 'label' } }))?.slice(0, 3)).toEqual(['a', 'b', 'c'])
  })

  it('omits an item from a sorted list if its number is out of the range of JavaScript', async () => {
    const ann = roomsKey('ann')
    for (const [id, width] of Object.entries({ a: '1e400', b: '1e300', c: '-1e400' }))
      await context.store.create(ann, { id, text: `{"id":"${id}","width":${width}}` })
    expect(await callsOf(context).getIds(ann, { sort: { field: 'width' } })).toEqual(['b'])
  })

  it.each([0, 1])('creates one item if 20 creations expect the same revision of a list of %i items', async (count) => {
    const { create, getIds } = callsOf(context)
    const ann = roomsKey('ann')
    await create(ann, ...['x'].slice(0, count))
    const revision = (await context.store.revision(ann)) ?? 'none'
    const requireRevision = (text: string) => {
      if (text !== revision) throw new Error('It has changed.')
    }
    const attempts = Array.from({ length: 20 }, (_, index) =>
      context.store.create(ann, { ...toItem(String(index)), check: requireRevision }),
    )
    const results = await Promise.allSettled(attempts)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await getIds(ann)).toHaveLength(count + 1)
  })
}
