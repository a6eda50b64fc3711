// The validator of items, which does not validate the same JSON twice.
import { expect, it, vi } from 'vitest'
import { itemValidator } from '../../../core/resources/valid-writes.ts'
import { compiled, rooms } from '../../support/rooms.ts'
import { toLamp } from '../../support/stored-lamps.ts'

const lamps = rooms.contract.collectionAt('/lamps')
const { create, update, list } = lamps.successes
const { text, item } = toLamp('a')

it('validates the JSON of a write once, in the response to this write', () => {
  const validateResponse = vi.fn(compiled.validateResponse)
  const validator = itemValidator({ ...compiled, validateResponse })
  const respond = (response = create, json = text) => {
    validateResponse.mockClear()
    const error = validator.validateResponse(response ?? expect.unreachable(), item, json)
    return [error, validateResponse.mock.calls.length]
  }
  expect(validator.validateItem(lamps, 'create', text)).toBeUndefined()
  const results = [respond(update), respond(create, `${text} `), respond(), respond()]
  expect(results).toEqual([
    [undefined, 1],
    [undefined, 1],
    [undefined, 0],
    [undefined, 1],
  ])
  expect(validator.validateItem(lamps, 'create', '{}')).toContain('id')
  // It keeps the last 500 texts.
  for (let index = 0; index <= 500; index++) validator.validateItem(lamps, 'create', toLamp(`${index}`).text)
  const later = [respond(create, toLamp('0').text), respond(create, toLamp('1').text)]
  expect(later).toEqual([
    [undefined, 1],
    [undefined, 0],
  ])
})

it('validates the JSON of a list, which can have no undeclared property', () => {
  const validate = (...items: object[]) =>
    itemValidator(compiled).validateResponse(list ?? expect.unreachable(), undefined, JSON.stringify(items))
  expect(validate(item)).toBeUndefined()
  expect(validate(item, { ...item, name: 1 })).toContain('/1/name')
  expect(validate(item, { ...item, note: 1 })).toContain('not declared')
})
