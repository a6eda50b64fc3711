// Stored items that break the contract, as after a change of the contract or of the data: lists, reads and counts.
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { AccessData } from '../../../core/contract/collection-data.ts'
import { type Contract, defineContract } from '../../../core/contract/contract.ts'
import type { CollectionData, CredentialData, OperationData } from '../../../core/contract/contract-data.ts'
import { listItems } from '../../../core/items/list-items.ts'
import type { Start } from '../../../core/items/list-order.ts'
import { checkStored, findStoredProblems, type StoredProblems } from '../../../core/stores/check-stored.ts'
import type { KeyedItem } from '../../../core/stores/item-store.ts'
import { itemValidation, withoutInvalidItems } from '../../../core/stores/validation.ts'
import { developmentOwner } from '../../../server/auth/development-issuer.ts'
import { openSqliteStore } from '../../../server/store/sqlite/store.ts'
import { product } from '../../product/generated/product.ts'
import { newFolder, onCleanUp } from '../../support/folder.ts'
import { expectProblem } from '../../support/problem.ts'
import { compiled, rooms } from '../../support/rooms.ts'
import { type Service, startService } from '../../support/service.ts'
import { getId } from '../../support/stored-items.ts'
import { getLamps, openLamps, toLamp } from '../../support/stored-lamps.ts'

const invalidName = 'x'.repeat(201)
const leftOut = 'stored items break the contract; a list leaves them out'

/** A service whose caller has these lamps. */
async function startWith(lamps: { id: string; text: string }[]): Promise<Service> {
  const folder = await newFolder()
  const store = await openLamps(folder)
  const place = getLamps(developmentOwner(product, 'gardener'))
  await Promise.all(lamps.map((lamp) => store.create(place, lamp)))
  await store.close()
  return startService({ folder })
}

const all = Array.from({ length: 7 }, (_, index) => {
  const isBroken = [0, 2, 3, 5].includes(index)
  return toLamp(`${index}`, { name: isBroken ? invalidName : `lamp ${index}`, tag: index < 6 ? 'some' : '' })
})
const ids = all.map(({ id }) => id)
let service: Service
beforeAll(async () => {
  service = await startWith(all)
  return () => service[Symbol.asyncDispose]()
})

/** The indexes of the lamps in each page, as `Link` leads through them. */
async function pages(query: string): Promise<number[][]> {
  const found: number[][] = []
  for (let next: string | undefined = query; next !== undefined; ) {
    const response = await service.request(`/lamps${next}`)
    expect(response.status).toBe(200)
    const lamps: { id: string }[] = await response.json()
    found.push(lamps.map(({ id }) => ids.indexOf(id)))
    next = /^<(.*)>; rel="next"$/.exec(response.headers.get('Link') ?? '')?.[1]
  }
  return found
}

describe('a stored lamp that breaks the contract', () => {
  it.each([
    ['?limit=1', [[1], [4], [6]]],
    ['?limit=3', [[1, 4, 6]]],
    ['', [[1, 4, 6]]],
    ['?tag=some&limit=1', [[1], [4]]],
  ])('is left out of lists, whose pages are full and lead to all other lamps: %s', async (query, expected) => {
    expect(await pages(query)).toEqual(expected)
  })

  it('is named in the log once a minute, without its texts', async () => {
    for (let request = 0; request < 3; request++) await service.request('/lamps')
    const error = expect.stringContaining('name')
    const items = [0, 2, 3, 5].map((index) => ({ id: ids[index], error }))
    const lines = service.log.filter((line) => line.msg === leftOut && Object(line.items).length === items.length)
    expect(lines).toMatchObject([{ level: 50, items }])
    expect(JSON.stringify(lines)).not.toContain('xxx')
    // Of a list without such lamps, the log says nothing.
    await service.request(`/lamps?after=${ids[5]}`)
    expect(service.log.filter((line) => line.msg === leftOut && Object(line.items).length === 0)).toEqual([])
  })

  it('gets 500 when it is read, and the log names it', async () => {
    const reported = service.internalErrors.length
    await expectProblem(await service.request(`/lamps/${ids[2]}`), 'internal-error')
    expect(service.internalErrors.slice(reported)).toEqual([expect.stringContaining(`(id "${ids[2]}")`)])
  })
})

it.each(['{}', '{"id":"0"}', '{"id":"ffffffff"}'])('a stored text that is %s hides no other lamp', async (text) => {
  const lamps = Array.from({ length: 5 }, (_, index) => toLamp(`${index}`))
  await using other = await startWith(lamps.map((lamp, index) => (index === 1 ? { ...lamp, text } : lamp)))
  const namesAt = async (query: string) => {
    const body: { name: string }[] = await (await other.request(`/lamps${query}`)).json()
    return body.map(({ name }) => name)
  }
  expect(await namesAt('?limit=2')).toEqual(['item 0', 'item 2'])
  expect(await namesAt(`?limit=2&after=${lamps[2]?.id}`)).toEqual(['item 3', 'item 4'])
})

it('a list of more than 1,000 lamps that break the contract is an error, not empty', async () => {
  await using other = await startWith(
    Array.from({ length: 1_001 }, (_, index) => toLamp(`${index}`, { name: invalidName })),
  )
  await expectProblem(await other.request('/lamps'), 'internal-error')
  expect(other.internalErrors).toEqual(['More than 1000 stored items break the contract.'])
})

/** Nine lamps in a store, five of them broken. */
async function openBroken() {
  const lamps = rooms.contract.collectionAt('/lamps')
  const collection = { ...lamps, orders: { name: 'string' as const }, searched: ['name'] }
  const store = await openSqliteStore(await newFolder(), { product, collections: [collection] })
  onCleanUp(() => store.close())
  const place = getLamps('ann')
  for (const text of '123456789') {
    const isBroken = '23589'.includes(text)
    await store.create(place, toLamp(text, { name: `item ${text} items`, ...(isBroken && { createdAt: 'today' }) }))
  }
  const contract = { ...rooms.contract, collectionAt: () => collection }
  return { collection, place, valid: withoutInvalidItems(contract, store, compiled, () => {}) }
}

const toNumbers = (items: { text: string }[] = []) =>
  items.map(({ text }) => JSON.parse(text).name.slice(5, 6)).join('')

it.each([
  { words: [], sort: { field: 'name', descending: false } },
  { words: [], sort: { field: 'name', descending: true } },
  { words: ['item'], sort: undefined },
])('is left out of a list in the order %j, and no other lamp is', async (order) => {
  const { collection, place, valid } = await openBroken()
  const query = { filters: {}, ranges: {}, ...order }
  let numbers = ''
  let after: Start
  do {
    const page = await listItems(collection, query, { after, limit: 2 }, (one) => valid.list(place, one))
    numbers += toNumbers(page?.items)
    after = page?.next
  } while (after !== undefined)
  expect(numbers).toBe(order.sort?.descending ? '7641' : '1467')
})

const time = '2026-01-01T00:00:00.000Z'
const long = 'x'.repeat(21)

/** Rooms of one owner, each with what is special about it: some properties, or its whole text. */
function stored(rows: (object | string)[], { owner = 'ann', path = '/rooms' } = {}): KeyedItem[] {
  return rows.map((row, index) => {
    const id = getId(String(index).padStart(4, '0'))
    const valid = { id, name: 'A', addedAt: time, changedAt: time }
    return { key: [owner, path, id], path, text: typeof row === 'string' ? row : JSON.stringify({ ...valid, ...row }) }
  })
}

function storeWith(items: KeyedItem[]) {
  let checked: string | undefined
  return {
    itemsAfter: async (after: unknown, limit: number) => {
      const start = items.findIndex(({ key }) => key === after) + 1
      return items.slice(start, start + limit)
    },
    checkedContract: async () => checked,
    keepCheckedContract: async (contract: string) => {
      checked = contract
    },
  }
}

const find = (items: KeyedItem[], contract: Contract = rooms.contract) =>
  findStoredProblems(contract, storeWith(items), compiled)

describe('a check of stored items', () => {
  const { data } = rooms
  const shared: AccessData = { read: 'callers', write: 'scope' }
  const withCollections = (change: Partial<CollectionData>) =>
    defineContract({ ...data, collections: data.collections.map((one) => ({ ...one, ...change })) })
  const error = expect.stringContaining('label')
  const problems = (found: Partial<StoredProblems>, path = '/rooms') => {
    return { path, invalid: { count: 0, items: [] }, undeclared: { count: 0, properties: {} }, unseen: 0, ...found }
  }

  it('counts all of them, and names the first ten', async () => {
    const invalid = stored(Array.from({ length: 12 }, () => ({ label: long })))
    const named = invalid.slice(0, 10).map(({ key: [, , id] }) => ({ id, error }))
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`x${index}`, 1]))
    const first = Object.keys(many).slice(0, 10)
    const properties = Object.fromEntries(first.map((name) => [`/${name}`, name === 'x0' ? 2 : 1]))
    const other = stored([{ x0: 1, x11: 1 }], { owner: '', path: '/others' })
    const items = [...stored([{}]), ...invalid, ...other, ...stored([many, { x0: 1, x11: 1 }], { owner: 'bob' })]
    expect(await find(items)).toEqual([
      problems({ invalid: { count: 12, items: named }, undeclared: { count: 2, properties } }),
      problems(
        { invalid: { count: 1, items: [{ id: getId('0000'), error: 'The contract has no such collection.' }] } },
        '/others',
      ),
    ])
    const texts = stored(['{', 'null', '3'])
    expect(await find(texts)).toMatchObject([{ invalid: { count: 3 }, undeclared: { count: 0 } }])
  })

  it('finds items of an owner that the collection no longer has', async () => {
    const items = [...stored([{}, {}]), ...stored([{}], { owner: '' })]
    const toList = ({ security: _, ...one }: OperationData, security?: CredentialData[][]): Contract => {
      const list = { ...one, ...(security && { security }) }
      const operations = data.operations.map((other) => (other.id === one.id ? list : other))
      return defineContract({ ...data, operations })
    }
    const list = data.operations.find(({ id }) => id === 'listRooms') ?? expect.unreachable()
    expect(await find(items)).toEqual([problems({ unseen: 1 })])
    expect(await find(items, withCollections({ access: shared }))).toEqual([problems({ unseen: 2 })])
    expect(await find(items, toList(list, [...(list.security ?? []), []]))).toEqual([])
    expect(await find(items, toList(list))).toEqual([])
  })

  it('happens once for each contract, in steps, and ends when the service stops', async () => {
    const items = stored(Array.from({ length: 1_001 }, (_, index) => ({ label: index % 500 === 0 ? long : 'x' })))
    const store = storeWith(items)
    const read = vi.spyOn(store, 'itemsAfter')
    const check = async (contract: Contract, isStopping = false) => {
      const counts: number[] = []
      const report = ({ invalid }: StoredProblems) => void counts.push(invalid.count)
      await checkStored(contract, store, compiled, itemValidation(contract, compiled, {}), report, () => isStopping)
      return counts
    }
    expect(await check(rooms.contract, true)).toEqual([])
    expect(read).toHaveBeenCalledTimes(1)
    expect(await check(rooms.contract)).toEqual([3])
    expect(await check(rooms.contract)).toEqual([])
    expect(read).toHaveBeenCalledTimes(12)
    expect(await check(withCollections({ schemaDigest: 'other' }))).toEqual([3])
    expect(await check(withCollections({ schemaDigest: 'other', access: shared }))).toEqual([3])
  })
})
