// Stored items that do not fit the contract: how many there are.
import { describe, expect, it, vi } from 'vitest'
import type { AccessData } from '../../../core/contract/collection-data.ts'
import { type Contract, defineContract } from '../../../core/contract/contract.ts'
import type { CollectionData, CredentialData, OperationData } from '../../../core/contract/contract-data.ts'
import { checkStored, findStoredProblems, type StoredProblems } from '../../../core/resources/check-stored.ts'
import type { KeyedItem } from '../../../core/resources/item-store.ts'
import { compiled, rooms } from '../../support/rooms.ts'
import { getId } from '../../support/stored-items.ts'

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
      await checkStored(contract, store, compiled, report, () => isStopping)
      return counts
    }
    expect(await check(rooms.contract, true)).toEqual([])
    expect(read).toHaveBeenCalledTimes(1)
    expect(await check(rooms.contract)).toEqual([3])
    expect(await check(rooms.contract)).toEqual([])
    expect(read).toHaveBeenCalledTimes(4)
    expect(await check(withCollections({ schemaDigest: 'other' }))).toEqual([3])
    expect(await check(withCollections({ schemaDigest: 'other', access: shared }))).toEqual([3])
  })
})
