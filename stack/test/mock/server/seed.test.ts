// The first items of a mock, from a file with the fields of any contract.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { draftsFrom } from '../../../mock/server/seed.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { rooms } from '../../support/rooms.ts'

afterAll(cleanUp)

it('reads a cell as a string where the field can be one, and else as JSON or as no value', async () => {
  const file = join(await newFolder(), 'rooms.csv')
  await writeFile(file, 'name,seats,isOpen,closedOn,label\n7,12.5,false,2026-01-31,L\nHall,,,,\n')
  const { contract } = rooms
  const api = { ...rooms, contract: { ...contract, draftCollection: contract.collectionAt('/rooms') } }
  expect(await draftsFrom(api, file)).toEqual([
    { name: '7', seats: 12.5, isOpen: false, closedOn: '2026-01-31', label: 'L' },
    { name: 'Hall', label: '' },
  ])
})
