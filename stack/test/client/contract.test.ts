// Types only: `tsc` checks these tests. The contract of the client is checked against its types.
import { describe, expectTypeOf, it } from 'vitest'
import { contract, type Types } from '../../../generated/client.ts'
import { operations } from '../../../generated/operations.ts'
import { createClient } from '../../client/client.ts'
import type { ClientContract } from '../../client/contract.ts'
import { orThrow } from '../../client/or-throw.ts'

const { createPlant, listPlants, updatePlant } = operations

describe('a contract as a value', () => {
  it('gives a client its methods', () => {
    expectTypeOf(createClient<Types>).toBeCallableWith(contract, { baseUrl: '/', token: 'a' })
    expectTypeOf(createClient(contract, { baseUrl: 'http://plants.test', token: 'a' })).toHaveProperty('listPlants')
  })

  it('does not compile if it differs from its types', () => {
    type Operations = ClientContract<Types>['operations']
    const check = (value: Operations) => value
    expectTypeOf(() => [
      check(operations),
      // @ts-expect-error an operation is missing
      check({ createPlant, listPlants, updatePlant }),
      // @ts-expect-error the path of another operation
      check({ ...operations, createPlant: { ...createPlant, path: updatePlant.path } }),
      // @ts-expect-error a method that the contract does not have
      check({ ...operations, createPlant: { ...createPlant, method: 'put' } }),
      // @ts-expect-error listPlants does not take an Idempotency-Key
      check({ ...operations, listPlants: { ...listPlants, keyed: true } }),
      // @ts-expect-error documented responses are missing
      check({ ...operations, createPlant: { ...createPlant, responses: {} } }),
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
