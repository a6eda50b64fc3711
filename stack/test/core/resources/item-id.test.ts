import { expect, it } from 'vitest'
import { integersFrom, shownId, storedId } from '../../../core/resources/item-id.ts'

it('integers ascend with the time, even if the clock stands still or is set back', () => {
  const times = [5, 5, 7, 6, 8]
  const next = integersFrom(() => new Date(times.shift() ?? 0))
  expect([next(), next(), next(), next(), next()]).toEqual([5000, 5001, 7000, 7001, 8000])
})

it('a stored integer sorts like the integer, and is shown as it was', () => {
  const ids = [-Number.MAX_SAFE_INTEGER, -10, -9, 0, 9, 10, Number.MAX_SAFE_INTEGER]
  expect(
    ids
      .map(storedId)
      .sort()
      .map((id) => shownId({ integerIds: true }, id)),
  ).toEqual(ids.map(String))
  expect([storedId('07'), shownId({}, '07')]).toEqual(['07', '07'])
})
