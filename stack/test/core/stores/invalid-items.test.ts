// Stored items that break the contract, for example after a change of the contract: lists, reads and counts.

import { beforeAll, describe, expect, it } from 'vitest'
import { findStoredProblems } from '../../../core/stores/check-stored.ts'
import type { StoredItems } from '../../../core/stores/item-store.ts'
import { developmentOwner } from '../../../server/auth/development-issuer.ts'
import { product } from '../../product/generated/product.ts'
import { newFolder, onCleanUp } from '../../support/folder.ts'
import { expectProblem } from '../../support/problem.ts'
import { rooms, roomsValidator } from '../../support/rooms.ts'
import { type Service, startService } from '../../support/service.ts'
import { getId, getLamps, openLamps, toLamp } from '../../support/stored-lamps.ts'

const invalidName = 'x'.repeat(201)
const omitted = 'stored items break the contract; lists omit them'

/** Starts a service whose default caller has these lamps. */
async function startWith(lamps: { id: string; text: string }[]): Promise<Service> {
  const folder = await newFolder()
  const store = await openLamps(folder)
  const key = getLamps(developmentOwner(product, 'gardener'))
  await Promise.all(lamps.map((lamp) => store.create(key, lamp)))
  await store.close()
  return startService({ folder })
}

const storedLamps = Array.from({ length: 7 }, (_, index) => {
  const isBroken = [0, 2, 3, 5].includes(index)
  return toLamp(`${index}`, { name: isBroken ? invalidName : `lamp ${index}`, tag: index < 6 ? 'some' : '' })
})
const ids = storedLamps.map(({ id }) => id)
let service: Service
beforeAll(async () => {
  service = await startWith(storedLamps)
  return () => service[Symbol.asyncDispose]()
})

/** Follows `Link` from page to page. @returns The indexes of the lamps in each page. */
async function readPages(query: string): Promise<number[][]> {
  const pages: number[][] = []
  for (let next: string | undefined = query; next !== undefined; ) {
    const response = await service.request(`/lamps${next}`)
    expect(response.status).toBe(200)
    const lamps: { id: string }[] = await response.json()
    pages.push(lamps.map(({ id }) => ids.indexOf(id)))
    next = /^<(.*)>; rel="next"$/.exec(response.headers.get('Link') ?? '')?.[1]
  }
  return pages
}

describe('a stored lamp that breaks the contract', () => {
  it.each([
    ['?limit=1', [[1], [4], [6]]],
    ['?limit=3', [[1, 4, 6]]],
    ['', [[1, 4, 6]]],
    ['?tag=some&limit=1', [[1], [4]]],
  ])('is omitted from lists, whose pages are full and lead to all other lamps: %s', async (query, expected) => {
    expect(await readPages(query)).toEqual(expected)
  })

  it('is named in the log once, however often it is listed, without its values', async () => {
    for (let request = 0; request < 3; request++) await service.request('/lamps')
    const error = expect.stringContaining('name')
    const items = [0, 2, 3, 5].map((index) => ({ id: ids[index], error }))
    const lines = service.log.filter((line) => line.msg === omitted && Object(line.items).length === items.length)
    expect(lines).toMatchObject([{ level: 50, items }])
    expect(JSON.stringify(lines)).not.toContain('xxx')
    // The log does not mention a list without such lamps.
    await service.request(`/lamps?after=${ids[5]}`)
    expect(service.log.filter((line) => line.msg === omitted && Object(line.items).length === 0)).toEqual([])
  })

  it('gets 500 when it is requested, and the log names it', async () => {
    const reported = service.internalErrors.length
    await expectProblem(await service.request(`/lamps/${ids[2]}`), 'internal-error')
    expect(service.internalErrors.slice(reported)).toEqual([expect.stringContaining(`(id "${ids[2]}")`)])
  })
})

it.each(['{}', '{"id":"ffffffff"}'])('a stored lamp with the JSON %s hides no other lamp', async (text) => {
  const lamps = Array.from({ length: 5 }, (_, index) => toLamp(`${index}`))
  await using started = await startWith(lamps.map((lamp, index) => (index === 1 ? { ...lamp, text } : lamp)))
  const namesAt = async (query: string) => {
    const body: { name: string }[] = await (await started.request(`/lamps${query}`)).json()
    return body.map(({ name }) => name)
  }
  expect(await namesAt('?limit=2')).toEqual(['item 0', 'item 2'])
  expect(await namesAt(`?limit=2&after=${lamps[2]?.id}`)).toEqual(['item 3', 'item 4'])
})

it('a list of more than 1,000 lamps that break the contract is an error, not empty', async () => {
  await using started = await startWith(
    Array.from({ length: 1_001 }, (_, index) => toLamp(`${index}`, { name: invalidName })),
  )
  await expectProblem(await started.request('/lamps'), 'internal-error')
  expect(started.internalErrors).toEqual(['More than 1000 stored items break the contract.'])
})

async function newStore() {
  const store = await openLamps(await newFolder())
  onCleanUp(() => store.close())
  return store
}

/** Checks the items of a store. @returns The problems, and the paths of collections that may have changed items. */
async function check(store: Pick<StoredItems, 'itemsAfter'>) {
  const untrusted = new Set<string>()
  const onUntrusted = (path: string) => untrusted.add(path)
  const problems = await findStoredProblems(rooms.contract, store, roomsValidator, () => false, onUntrusted)
  return { problems, untrusted: [...untrusted] }
}

describe('a check of stored items', () => {
  it('finds nothing in lamps that the contract allows', async () => {
    const store = await newStore()
    await store.create(getLamps('ann'), toLamp('a'))
    expect(await check(store)).toEqual({ problems: [], untrusted: [] })
  })

  it('counts invalid items once, including those that are not objects, and names ten', async () => {
    const texts = ['{', 'null', '3']
    const lamps = Array.from({ length: 12 }, (_, index) => toLamp(`${index}`, { name: invalidName }))
    await using started = await startWith(lamps.map((lamp, index) => ({ ...lamp, text: texts[index] ?? lamp.text })))
    for (let start = 0; start < 2; start++) await started.checkItems()
    const [first, ...rest] = started.log
    expect([first, rest]).toMatchObject([{ path: '/lamps', count: 12 }, []])
    expect(Object(first?.items).map(({ id }: { id: string }) => id)).toEqual(lamps.slice(0, 10).map(({ id }) => id))
  })

  it('counts each undeclared property, of which it names ten, and the items that no caller can see', async () => {
    const store = await newStore()
    const names = Array.from({ length: 11 }, (_, index) => `old${index}`)
    const undeclared = Object.fromEntries(names.map((name) => [name, true]))
    for (let index = 0; index < 101; index++) {
      const { id, text } = toLamp(`${index}`)
      await store.create(getLamps('ann'), { id, text: JSON.stringify({ ...JSON.parse(text), ...undeclared }) })
    }
    await store.create(getLamps(''), toLamp('a'))
    const properties = Object.fromEntries(names.slice(0, 10).map((name) => [`/${name}`, 101]))
    const invalid = { count: 0, items: [] }
    const problems = [{ path: '/lamps', invalid, undeclared: { count: 101, properties }, orphaned: 1 }]
    expect(await check(store)).toEqual({ problems, untrusted: ['/lamps'] })
  })

  it('finds items of a collection that the contract no longer has', async () => {
    const store = await newStore()
    await store.create({ ...getLamps('ann'), path: '/others' }, toLamp('a'))
    const { problems, untrusted } = await check(store)
    const items = [{ id: getId('a'), error: 'The contract has no such collection.' }]
    expect(problems).toMatchObject([{ path: '/others', invalid: { count: 1, items } }])
    expect(untrusted).toEqual(rooms.contract.collections.map(({ path }) => path))
  })
})
