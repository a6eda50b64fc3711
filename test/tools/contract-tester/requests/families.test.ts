import { expect, it } from 'vitest'
import { orderOfChecks } from '../../../../tools/contract-tester/contract/openapi.ts'
import { families } from '../../../../tools/contract-tester/requests/families.ts'

it('has all 40 families of requests, each with its own name', () => {
  expect(new Set(families.map(({ name }) => name)).size).toBe(40)
  expect(families).toHaveLength(40)
})

it('reads the order of checks from the contract', () => {
  expect(orderOfChecks).toEqual(expect.arrayContaining(['404 for the path', '405', '401', '403', '406', '412']))
  expect(orderOfChecks).toHaveLength(19)
})
