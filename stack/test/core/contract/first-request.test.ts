import { expect, it } from 'vitest'
import { type Contract, defineContract } from '../../../core/contract/contract.ts'
import { firstRequest } from '../../../core/contract/first-request.ts'
import { rooms } from '../../support/rooms.ts'

const { contract, data } = rooms

/** These operations, in this order, without collections. */
function only(...ids: string[]): Contract {
  const operations = ids.flatMap((id) => data.operations.filter((one) => one.id === id))
  return defineContract({ ...data, collections: [], operations })
}

it('the first request is a standard list, or else a GET that needs the fewest values, or none', () => {
  expect(firstRequest(contract)).toMatchObject({
    operation: { id: 'listLamps' },
    target: '/lamps?limit=3',
    name: 'lamps',
    isTemplate: false,
  })
  // A list with a handler may have no limit.
  expect(firstRequest({ ...contract, standardOperations: [] })?.target).toBe('/lamps')
  expect(firstRequest(only('getBooking', 'listRooms'))).toMatchObject({ target: '/rooms', isTemplate: false })
  expect(firstRequest(only('createRoom', 'getBooking'))).toMatchObject({
    operation: { id: 'getBooking' },
    target: '/rooms/ROOMID/bookings/BOOKINGID',
    name: undefined,
    isTemplate: true,
  })
  expect(firstRequest(only('createRoom'))).toBeUndefined()
  const { operations, ...rest } = only('listRooms', 'getBooking')
  const demanding = operations.map((one) => (one.id === 'listRooms' ? { ...one, needsParameter: true as const } : one))
  expect(firstRequest({ ...rest, operations: demanding })).toMatchObject({ operation: { id: 'getBooking' } })
})
