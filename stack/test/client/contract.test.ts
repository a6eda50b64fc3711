// Types only: `tsc` checks these tests. The contract of the client is checked against its types.
import { describe, expectTypeOf, it } from 'vitest'
import { createClient } from '../../client/client.ts'
import type { ClientContract } from '../../client/contract.ts'
import { orThrow } from '../../client/or-throw.ts'
import { contract, type Types } from '../product/generated/client.ts'
import { operations } from '../product/generated/operations.ts'

const { createLamp, listLamps, updateLamp } = operations

describe('a contract as a value', () => {
  it('gives a client its methods', () => {
    expectTypeOf(createClient<Types>).toBeCallableWith(contract, { baseUrl: '/', token: 'a' })
    expectTypeOf(createClient(contract, { baseUrl: 'http://lamps.test', token: 'a' })).toHaveProperty('listLamps')
  })

  it('does not compile if it differs from its types', () => {
    type Operations = ClientContract<Types>['operations']
    const check = (value: Operations) => value
    expectTypeOf(() => [
      check(operations),
      // @ts-expect-error an operation is missing
      check({ createLamp, listLamps, updateLamp }),
      // @ts-expect-error the path of another operation
      check({ ...operations, createLamp: { ...createLamp, path: updateLamp.path } }),
      // @ts-expect-error a method that the contract does not have
      check({ ...operations, createLamp: { ...createLamp, method: 'put' } }),
      // @ts-expect-error listLamps does not take an Idempotency-Key
      check({ ...operations, listLamps: { ...listLamps, keyed: true } }),
      // @ts-expect-error documented responses are missing
      check({ ...operations, createLamp: { ...createLamp, responses: {} } }),
    ]).toBeFunction()
  })

  it('has no part in orThrow, which takes only methods whose promise is a result', () => {
    expectTypeOf(() => [
      // @ts-expect-error the promise of a number
      orThrow({ count: async () => 2 }),
      // @ts-expect-error not a method
      orThrow({ baseUrl: '/' }),
    ]).toBeFunction()
  })
})
