import { describe, expect, it } from 'vitest'
import { compilePlans } from '../../../core/contract/plan.ts'
import { rooms } from '../../support/rooms.ts'

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
