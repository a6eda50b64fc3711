// Stored items that do not fit the contract: how many there are, and which changes repair them.
import { describe, expect, it, vi } from 'vitest'
import type { AccessData } from '../../../core/contract/collection-data.ts'
import { type Contract, defineContract } from '../../../core/contract/contract.ts'
import type { CollectionData, CredentialData, OperationData } from '../../../core/contract/contract-data.ts'
import { formatPlace } from '../../../core/contract/property-place.ts'
import { type Fault, type FindFaults, faultFinder } from '../../../core/resources/change-stored.ts'
import { checkStored, findStoredProblems, type StoredProblems } from '../../../core/resources/check-stored.ts'
import { repairFinder } from '../../../core/resources/find-repairs.ts'
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

/** What is wrong, in how many items, and what may help: to drop the property, or to give it one of these names. */
async function findRepairs(rows: object[], findFaults: FindFaults = faultFinder(rooms.server.validators)) {
  const { add: observe, repairs } = repairFinder(findFaults)
  await findStoredProblems(rooms.contract, storeWith(stored(rows)), compiled, { observe })
  return repairs().map(({ place, fault, count, canDrop, names }) => {
    const problem = `${formatPlace(place)} ${fault?.keyword ?? 'undeclared'}: ${count}`
    return [problem, ...(canDrop ? ['drop'] : []), ...names]
  })
}

const toFault = (keyword: string, place = ['label']): Fault => ({ place, keyword, params: {}, message: '' })

describe('repairs of stored items', () => {
  it.each<[rows: object[], ...(readonly string[])[]]>([
    [[{}]],
    [
      [{ label: long }, { label: long }],
      ['label maxLength: 2', 'drop'],
    ],
    [
      [{ label: long, seats: -1 }, { seats: -1 }],
      ['seats minimum: 2', 'drop'],
      ['label maxLength: 1', 'drop'],
    ],
    [
      [{ label: long }, { label: 1 }],
      ['label maxLength: 1', 'drop'],
      ['label type: 1', 'drop'],
    ],
    [[{ name: undefined }], ['name required: 1']],
    [[{ name: '' }], ['name minLength: 1']],
    [[{ owner: { name: 'B', isAdult: 0 } }], ['owner/isAdult type: 1', 'drop']],
    [[{ owner: { isAdult: 0 } }], ['owner/name required: 1']],
    [[{ tags: [1, 2] }], ['tags/* type: 1', 'drop']],
    [[{ tags: ['x', long, 'y'] }], ['tags/* maxLength: 1', 'drop']],
    [[{ tags: [long, 'y', long] }], ['tags/* maxLength: 1', 'drop']],
    [
      [{ tags: long }, { tags: [1] }],
      ['tags type: 1', 'drop'],
      ['tags/* type: 1', 'drop'],
    ],
    [[{ colour: 'red' }], ['colour undeclared: 1', 'drop', 'label']],
    [[{ colour: { name: 'B' } }], ['colour undeclared: 1', 'drop', 'size', 'owner']],
    [
      [{ colour: { name: 'B' } }, { colour: {} }],
      ['colour undeclared: 2', 'drop', 'size'],
    ],
    // The first fault hides the second one.
    [[{ colour: long, kind: 'attic' }], ['kind enum: 1', 'drop'], ['colour undeclared: 1', 'drop']],
    [[{ colour: 'red', label: 'x' }], ['colour undeclared: 1', 'drop']],
    [[{ owner: { name: 'B', 'é%': 'x' } }], ['owner/é%25 undeclared: 1', 'drop', 'a/b~c']],
  ])('of %j', async (rows, ...repairs) => {
    expect(await findRepairs(rows)).toEqual(repairs)
  })
  it('name the part of a schema that a value breaks, not the choice between schemas', async () => {
    const faultsIn = (keywords: string[], places: string[][] = []) => {
      const faults = keywords.map((keyword, index) => toFault(keyword, places[index]))
      return findRepairs([{ label: { x: long } }], (_, item) => (JSON.stringify(item).includes(long) ? faults : []))
    }
    expect(await faultsIn(['type', 'maxLength', 'oneOf'])).toEqual([['label maxLength: 1', 'drop']])
    expect(await faultsIn(['type', 'type', 'anyOf'])).toEqual([['label anyOf: 1', 'drop']])
    expect(await faultsIn(['type', 'type', 'anyOf'], [['label', 'x']])).toEqual([['label/x type: 1', 'drop']])
    expect(await faultsIn(['type', 'maxLength'])).toEqual([['label type: 1', 'drop']])
  })

  it('drop a property only where each item is valid without it', async () => {
    for (const keyword of ['required', 'dependentRequired']) {
      const isNeeded: FindFaults = (_, { label, seats }) =>
        label !== undefined ? [toFault('type')] : seats === 1 ? [toFault(keyword)] : []
      expect(await findRepairs([{ label: 1 }, { label: 1, seats: 1 }, { label: 1 }], isNeeded)).toEqual([
        ['label type: 3'],
      ])
    }
    const isWrong: FindFaults = () => [toFault('minProperties', [])]
    expect(await findRepairs([{ label: 1 }], isWrong)).toEqual([[' minProperties: 1']])
    const hasNested: FindFaults = (_, item) =>
      ['owner', 'size'].flatMap((name) => ('x' in Object(item[name]) ? toFault('type', [name, 'x']) : []))
    const repairs = (await findRepairs([{ label: 1, owner: { x: 1 }, size: { x: 1 } }], hasNested)).slice(0, 2)
    expect(repairs).toEqual([
      ['owner/x type: 1', 'drop'],
      ['size/x type: 1', 'drop'],
    ])
  })

  it('are limited in number, and so are the items that show which name fits', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`)
    const undeclared = Object.fromEntries(names(101).map((name) => [name, 1]))
    expect((await findRepairs([undeclared, { y: 1, x0: 1 }])).map(([problem]) => problem)).toEqual(
      names(100).map((name) => `${name} undeclared: ${name === 'x0' ? 2 : 1}`),
    )
    const faulty = { label: long, ...Object.fromEntries(names(21).map((name) => [name, 1])) }
    const findFaults: FindFaults = (_, item) =>
      Object.keys(item).flatMap((name) => (name.startsWith('x') ? toFault('type', [name]) : []))
    expect((await findRepairs([faulty], findFaults)).filter(([problem]) => problem?.includes('type'))).toHaveLength(20)
    const colours = [...names(99), long, 'y', long].map((colour) => ({ colour }))
    expect(await findRepairs(colours.slice(0, 100))).toEqual([['colour undeclared: 100', 'drop']])
    expect(await findRepairs(colours.toSpliced(99, 1))).toEqual([['colour undeclared: 101', 'drop', 'label']])
  })
})

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
