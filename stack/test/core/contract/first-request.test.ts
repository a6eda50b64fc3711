import { expect, it } from 'vitest'
import type { Contract } from '../../../core/contract/contract.ts'
import { adviceFor, type CredentialLocation } from '../../../core/contract/credentials.ts'
import { curlArguments, firstRequest } from '../../../core/contract/first-request.ts'
import { getOperation } from '../../../core/contract/routes.ts'
import { rooms } from '../../support/rooms.ts'

const { contract } = rooms

/** The contract with only these operations, in this order, and without collections. */
function contractWith(...ids: string[]): Contract {
  const operations = ids.map((id) => [id, getOperation(contract, id)] as const)
  return { ...contract, collections: [], operations: Object.fromEntries(operations) }
}

it('the first request is a standard list, or else the GET that needs the fewest values, or undefined', () => {
  const list = { operation: { id: 'listLamps' }, target: '/lamps?limit=3', name: 'lamps', isTemplate: false }
  expect(firstRequest(contract)).toMatchObject(list)
  // A list with a handler may have no parameter `limit`.
  expect(firstRequest({ ...contract, standardOperations: [] })?.target).toBe('/lamps')
  expect(firstRequest(contractWith('getBooking', 'listRooms'))).toMatchObject({ target: '/rooms', isTemplate: false })
  expect(firstRequest(contractWith('createRoom', 'getBooking'))).toMatchObject({
    operation: { id: 'getBooking' },
    target: '/rooms/ROOMID/bookings/BOOKINGID',
    name: undefined,
    isTemplate: true,
  })
  expect(firstRequest(contractWith('createRoom'))).toBeUndefined()
  const { operations, ...rest } = contractWith('listRooms', 'getBooking')
  for (const need of [{ needsParameter: true as const }, { requiresBody: true as const }]) {
    const listRooms = { ...getOperation(contract, 'listRooms'), ...need }
    expect(firstRequest({ ...rest, operations: { ...operations, listRooms } })).toMatchObject({
      operation: { id: 'getBooking' },
    })
  }
})

it.each<[credentials: CredentialLocation[], curl: string, advice: string]>([
  [[{ in: 'bearer' }], `'/a' -H "Authorization: Bearer T"`, 'a token in the Authorization header, as Bearer <token>'],
  [[{ in: 'basic' }], `'/a' -u ":T"`, 'a user name and a token in the Authorization header, as Basic <credentials>'],
  [[{ in: 'header', name: 'X-"Key' }], `'/a' -H "X-\\"Key: T"`, 'a key in the header X-"Key'],
  [[{ in: 'cookie', name: '$k' }], `'/a' -H "Cookie: \\$k=T"`, 'a key in the cookie $k'],
  [
    [
      { in: 'query', name: 'a b' },
      { in: 'query', name: 'c' },
    ],
    '"/a?a%20b=T&c=T"',
    'a key in the query parameter a b, and a key in the query parameter c',
  ],
])('credentials in %j have the curl arguments %s, and the advice: %s', (credentials, curl, advice) => {
  const alternative = credentials.map((credential) => ({ scheme: 's', scopes: [], ...credential }))
  const security = { alternatives: [alternative], isOptional: false }
  expect(curlArguments({ security }, '/a', 'T')).toBe(curl)
  expect(adviceFor({ alternatives: [credentials, [{ in: 'bearer' }], [], credentials] })).toBe(
    `Send ${advice}, or a token in the Authorization header, as Bearer <token>, or .`,
  )
})
