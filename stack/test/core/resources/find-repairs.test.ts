// Stored items that a new contract does not fit, and the changes that would repair them.
import { expect, it } from 'vitest'
import { compiledValidator } from '../../../core/contract/compiled-validator.ts'
import { formatPlace } from '../../../core/contract/property-place.ts'
import { findStoredProblems } from '../../../core/resources/check-stored.ts'
import { repairFinder } from '../../../core/resources/find-repairs.ts'
import { faultFinder } from '../../../core/resources/item-faults.ts'
import { rooms } from '../../support/rooms.ts'

const { contract, server } = rooms
const time = '2025-11-20T09:00:00.000Z'
const room = { id: '00000000-0000-4000-8000-000000000001', name: 'A', addedAt: time, changedAt: time }

/** @returns The problems, and each repair as one line. */
async function check(texts: object[], path = '/rooms', owner = 'ann') {
  const items = texts.map((item, index) => ({
    key: [owner, path, String(index)] as [string, string, string],
    path,
    text: JSON.stringify(item),
  }))
  const { add: observe, repairs } = repairFinder(faultFinder(server.validators))
  const store = { itemsAfter: async () => items }
  const problems = await findStoredProblems(contract, store, compiledValidator(server.validators), { observe })
  return {
    problems,
    repairs: repairs().map(({ place, count, fault, canDrop, names }) => {
      const change = fault === undefined ? names.join() : `${fault.keyword}${canDrop ? ', drop' : ''}`
      return `${formatPlace(place)} ${count}: ${change}`
    }),
  }
}

const long = 'x'.repeat(30)

/** Rooms, and the repairs. */
const rows: [what: string, items: object[], repairs: string[]][] = [
  ['items that are valid', [room, { ...room, label: 'y' }], []],
  [
    'each fault of an item, and the items that have it',
    [{ ...room, label: long, tags: ['a', long, 3], kind: 'attic' }, room, { ...room, label: 'y', tags: [long, long] }],
    ['kind 1: enum, drop', 'label 1: maxLength, drop', 'tags/* 2: maxLength, drop', 'tags/* 1: type, drop'],
  ],
  ['a required property, which hides other faults', [{ ...room, name: undefined, label: long }], ['name 1: required']],
  ['names in whose place values fit', [{ ...room, caption: 'c', note: null }], ['caption 1: label', 'note 1: size']],
  [
    'only names that fit the values of all items',
    [room, { ...room, caption: 'c' }, { ...room, caption: long }],
    ['caption 2: '],
  ],
  [
    'no names for a value that is at fault beside another fault',
    [{ ...room, kind: 'attic', caption: long }],
    ['kind 1: enum, drop', 'caption 1: '],
  ],
  ['names inside an object', [{ ...room, owner: { name: 'B', 'a%b': long } }], ['owner/a%25b 1: a/b~c']],
]

it.each(rows)('finds repairs for %s', async (_, items, repairs) => {
  expect((await check(items)).repairs).toEqual(repairs)
})

it('counts and names items that nobody can have', async () => {
  const none = { invalid: { count: 0, items: [] }, undeclared: { count: 0, properties: {} }, unseen: 0 }
  const error = 'The contract has no such collection.'
  expect((await check([room], '/other')).problems).toEqual([
    { ...none, path: '/other', invalid: { count: 1, items: [{ id: '0', error }] } },
  ])
  expect((await check([room], '/rooms', '')).problems).toEqual([{ ...none, path: '/rooms', unseen: 1 }])
})
