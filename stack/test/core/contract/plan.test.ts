import { describe, expect, it } from 'vitest'
import { compilePlans } from '../../../core/contract/plan.ts'
import { rooms } from '../../support/rooms.ts'

const { contract } = rooms

describe('the plan of an operation', () => {
  it.each([
    ['60', true],
    ['0', true],
    ['-1', false],
    ['1.5', false],
    ['1e1', false],
    ['', false],
  ])('validates a number in a header as text: Retry-After: %j is %s', (value, isValid) => {
    const headers = contract.operations[0]?.responses.get(429)?.headers
    expect(headers?.find(({ name }) => name === 'Retry-After')?.isValid(value)).toBe(isValid)
  })
})

it('names each scope of an operation once', () => {
  expect(contract.scopes).toEqual(['rooms:read', 'rooms:write'])
})

it('requires the headers that the contract requires', () => {
  const headers = contract.operations[0]?.responses.get(429)?.headers.map(({ name, isRequired }) => [name, isRequired])
  expect(headers).toEqual(
    expect.arrayContaining([
      ['Retry-After', true],
      ['RateLimit', false],
    ]),
  )
})

describe('a contract', () => {
  const data = { ...rooms.data, httpResponses: {} }

  it.each([
    ['NotFound', { ...data, responses: {} }, 'NotFound'],
    ['Request-Id', { ...data, headerValidators: {} }, 'Request-Id'],
  ])('without the generated entry %s is refused, with the name of the entry', (_, data, name) => {
    expect(() => compilePlans({ ...data, httpResponses: { 404: 'NotFound' }, operations: [] })).toThrow(
      `generated/ has no ${name}: run make generate.`,
    )
  })

  it('with an operation that has no success is refused', () => {
    const [first] = rooms.data.operations
    if (first === undefined) throw new Error('The contract has no operation.')
    const failing = { ...first, responses: { 404: 'NotFound' } }
    expect(() => compilePlans({ ...data, operations: [failing] })).toThrow(
      `The contract documents no success for ${first.id}.`,
    )
  })
})
