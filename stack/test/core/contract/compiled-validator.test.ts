// What a validator says of parameters, as a violation that a problem can show, and of a list.
import { expect, it } from 'vitest'
import { toViolation } from '../../../core/contract/compiled-validator.ts'
import { compiled, rooms } from '../../support/rooms.ts'
import { toLamp } from '../../support/stored-lamps.ts'

const operation = rooms.contract.lookUpOperation('updateLamp')

it.each<[instancePath: string, keyword: string, params: Record<string, unknown>, expected: object]>([
  ['/query/tag', 'maxLength', {}, { in: 'parameter', name: 'tag', keyword: 'maxLength' }],
  ['/query/a~1b/c', 'type', {}, { in: 'parameter', name: 'a/b', keyword: 'type' }],
  ['/query', 'required', { missingProperty: 'tag' }, { in: 'parameter', name: 'tag', keyword: 'required' }],
  ['/query/filter', 'required', { missingProperty: 'x' }, { in: 'parameter', name: 'filter', keyword: undefined }],
  ['/query/filter', 'additionalProperties', {}, { in: 'parameter', name: 'filter', keyword: undefined }],
  ['/params/id', 'format', {}, { in: 'parameter', name: 'id', keyword: 'format' }],
  ['/cookies/theme', 'const', { allowedValue: 'a' }, { name: 'theme', message: 'must be a' }],
  ['/cookies/theme', 'const', { allowedValue: 1 }, { name: 'theme', message: 'must be 1' }],
  ['/cookies/theme', 'enum', { allowedValues: ['a', null] }, { name: 'theme', message: 'must be one of a, null' }],
  ['/headers/if-match', 'pattern', {}, { in: 'header', name: 'If-Match', keyword: 'pattern' }],
  ['/headers/x-other', 'pattern', {}, { in: 'header', name: 'x-other', keyword: 'pattern' }],
  ['/body/name', 'minLength', {}, { in: 'body', name: '/name', keyword: 'minLength' }],
  ['/body', 'required', { missingProperty: 'name' }, { in: 'body', name: '/name', keyword: 'required' }],
])('an error at %s with the keyword %s and %j is %j', (instancePath, keyword, params, expected) => {
  const error = { instancePath, keyword, params, message: 'm', schemaPath: '' }
  expect(toViolation(error, operation)).toMatchObject(expected)
})

it('validates the JSON of a list, which can have no undeclared property', () => {
  const { list } = rooms.contract.collectionAt('/lamps').successes
  const { item } = toLamp('a')
  const validate = (...items: object[]) =>
    compiled.validateResponse(list ?? expect.unreachable(), undefined, JSON.stringify(items))
  expect(validate(item)).toBeUndefined()
  expect(validate(item, { ...item, name: 1 })).toContain('/1/name')
  expect(validate(item, { ...item, note: 1 })).toContain('not declared')
})
