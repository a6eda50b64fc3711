import { afterEach, describe, expect, it, vi } from 'vitest'
import * as plans from '../../../../generated/plans.ts'
import { operations, scopes } from '../../../../server/core/contract/plan.ts'

describe('the plan of an operation', () => {
  it.each([
    ['60', true],
    ['0', true],
    ['-1', false],
    ['1.5', false],
    ['1e1', false],
    ['', false],
  ])('validates a number in a header as text: Retry-After: %j is %s', (value, isValid) => {
    const headers = operations[0]?.responses.get(429)?.headers
    expect(headers?.find(({ name }) => name === 'Retry-After')?.isValid(value)).toBe(isValid)
  })
})

it('names each scope of an operation once', () => {
  expect(scopes).toEqual(['plants:read', 'plants:write'])
})

it('requires the headers that the contract requires', () => {
  const headers = operations[0]?.responses.get(429)?.headers.map(({ name, isRequired }) => [name, isRequired])
  expect(headers).toEqual(
    expect.arrayContaining([
      ['Retry-After', true],
      ['RateLimit', false],
    ]),
  )
})

describe('a start without an entry in generated/', () => {
  afterEach(() => {
    vi.doUnmock('../../../../generated/plans.ts')
    vi.doUnmock('../../../../generated/header-validators.js')
    vi.resetModules()
  })

  it.each<[string, string, object]>([
    ['NotFound', 'plans.ts', { ...plans, responseData: { ...plans.responseData, NotFound: undefined } }],
    ['Request-Id', 'header-validators.js', { headerValidators: {} }],
  ])('fails and names the entry: %s', async (name, file, contents) => {
    vi.resetModules()
    vi.doMock(`../../../../generated/${file}`, () => contents)
    const start = import('../../../../server/core/contract/plan.ts')
    await expect(start).rejects.toThrow(`generated/ has no ${name}: run make generate.`)
  })

  it('fails if an operation has no success', async () => {
    vi.resetModules()
    const operationData = [{ ...plans.operationData[0], responses: { 404: 'NotFound' } }]
    vi.doMock('../../../../generated/plans.ts', () => ({ ...plans, operationData }))
    const start = import('../../../../server/core/contract/plan.ts')
    await expect(start).rejects.toThrow('The contract documents no success for listPlants.')
  })
})
