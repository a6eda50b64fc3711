import { expect, it } from 'vitest'
import { orderOfErrors } from '../../../../tools/contract-tester/contract/openapi.ts'
import { families } from '../../../../tools/contract-tester/requests/families.ts'

it('has all 38 families of requests, each with a name of its own', () => {
  expect(new Set(families.map(({ name }) => name)).size).toBe(38)
  expect(families).toHaveLength(38)
})

it('reads the order of errors from the contract', () => {
  expect(orderOfErrors).toEqual(expect.arrayContaining(['404 for the path', '405', '401', '403', '406', '412']))
  expect(orderOfErrors).toHaveLength(18)
})
