// Valid lists are remembered. No caller may use that to get an invalid one through.
import { expect, it, vi } from 'vitest'
import type { BodyPlan } from '../../../core/contract/plan.ts'
import { cacheValidLists } from '../../../server/http/validation-cache.ts'
import { contract } from '../../product/generated/index.ts'
import { compiled } from '../../support/rooms.ts'

it('validates a list with another byte, and the same bytes as another response', () => {
  const inner = vi.fn(compiled.validateResponse)
  const { validateResponse } = cacheValidLists({ ...compiled, validateResponse: inner })
  const [list, item] = ['listLamps', 'createLamp'].map((id): BodyPlan => {
    return contract.lookUpOperation(id).success.body ?? expect.unreachable()
  })
  const time = '2025-11-20T09:00:00.000Z'
  const lamp = { id: '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41', name: 'Desk', createdAt: time, updatedAt: time }
  const validate = (plan: BodyPlan | undefined, tag: string) => {
    const body = Array(20).fill({ ...lamp, tag })
    return validateResponse(plan ?? expect.unreachable(), body, JSON.stringify(body))
  }
  validate(list, '')
  expect(validate(list, 'x')).toBeUndefined()
  expect(validate(item, '')).toBeDefined()
  expect(validate(list, '')).toBeUndefined()
  expect(inner).toHaveBeenCalledTimes(3)
})
