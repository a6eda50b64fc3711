import { expect, it } from 'vitest'
import type { Contract } from '../../../core/contract/contract.ts'
import { adviceFor, type CredentialLocation } from '../../../core/contract/credentials.ts'
import { curlArguments, firstRequest } from '../../../core/contract/first-request.ts'
import { getOperation } from '../../../core/contract/routes.ts'
import { rooms } from '../../support/rooms.ts'

const { contract } = rooms

/** These operations, in this order, without collections. */
function only(...ids: string[]): Contract {
  const operations = ids.map((id) => [id, getOperation(contract, id)] as const)
  return { ...contract, collections: [], operations: Object.fromEntries(operations) }
}

it('the first request is a standard list, or else a GET that needs the fewest values, or none', () => {
  const list = { operation: { id: 'listLamps' }, target: '/lamps?limit=3', name: 'lamps', isTemplate: false }
  expect(firstRequest(contract)).toMatchObject(list)
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
])('people send credentials in %j with curl %s: %s', (credentials, curl, advice) => {
  const all = credentials.map((credential) => ({ scheme: 's', scopes: [], ...credential }))
  const security = { alternatives: [all], isOptional: false }
  expect(curlArguments({ security }, '/a', 'T')).toBe(curl)
  expect(adviceFor({ alternatives: [credentials, [{ in: 'bearer' }], [], credentials] })).toBe(
    `Send ${advice}, or a token in the Authorization header, as Bearer <token>, or .`,
  )
})
