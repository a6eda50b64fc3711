import { expect, it } from 'vitest'
import { defineContract } from '../../../core/contract/contract.ts'
import { firstRequest } from '../../../core/contract/first-request.ts'
import { rooms } from '../../support/rooms.ts'

const { contract, data } = rooms
const only = (...ids: string[]) => {
  return defineContract({ ...data, collections: [], operations: data.operations.filter(({ id }) => ids.includes(id)) })
}

it('the first request is a list, or else a GET, or none', () => {
  expect(firstRequest(contract)).toMatchObject({
    operation: { id: 'listLamps' },
    target: '/lamps?limit=3',
    name: 'lamps',
  })
  expect(firstRequest(only('createRoom', 'getBooking'))).toMatchObject({
    operation: { id: 'getBooking' },
    target: '/rooms/ROOMID/bookings/BOOKINGID',
    name: undefined,
  })
  expect(firstRequest(only('createRoom'))).toBeUndefined()
})
