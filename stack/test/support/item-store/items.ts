// The revision of a list. lab/histories/ has items, their lists and their changes.
import { expect, it } from 'vitest'
import { booksOn, getShelves, getShortForms, type TestStore, toItem } from './collections.ts'

export function describeItems(opened: TestStore): void {
  const { create, getIds } = getShortForms(opened)
  const ann = getShelves('ann')
  const bob = getShelves('bob')

  it('has the revision of its list, which other owners and collections do not change', async () => {
    const { store } = opened
    await create(ann, 'a')
    const revision = await store.revision(ann)
    await create(bob, 'a')
    await create(booksOn('a'), 'a')
    const page = await store.list(ann, { filters: { label: 'none' }, limit: 1 })
    expect([page?.revision, await store.revision(ann), await store.revision(getShelves('eve'))]).toEqual([
      revision,
      revision,
      '',
    ])
  })

  it.each([0, 1])('creates one item if many expect the same revision, of %i items', async (count) => {
    await create(ann, ...['x'].slice(0, count))
    const revision = (await opened.store.revision(ann)) ?? 'none'
    const requireSame = (text: string) => {
      if (text !== revision) throw new Error('It has changed.')
    }
    const attempts = Array.from({ length: 20 }, (_, index) =>
      opened.store.create(ann, { ...toItem(String(index)), check: requireSame }),
    )
    const results = await Promise.allSettled(attempts)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await getIds(ann)).toHaveLength(count + 1)
  })
}
