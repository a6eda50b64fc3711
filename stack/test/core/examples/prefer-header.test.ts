import { expect, it } from 'vitest'
import { readPreference } from '../../../core/examples/prefer-header.ts'
import { contract } from '../../product/generated/index.ts'

function preference(header: string | undefined, id = 'getLamp') {
  const [operation] = contract.operations.filter((one) => one.id === id)
  if (operation === undefined) throw new Error(`no operation ${id}`)
  const { response, example } = readPreference(contract, header, operation)
  return [response.status, example]
}

it.each([
  ['code=418', 'must have a documented code: 200, 304, 400, 401, 403, 404, 406, 412, 429, 500, 503'],
  ...['0x194', '"404', '"40"4', '4"04"', '4=04'].map((code) => [
    `code=${code}`,
    'must have a documented code: 200, 304, 400, 401, 403, 404, 406, 412, 429, 500, 503',
  ]),
  ['code=304, example=lamp', 'must not have an example: this response has none'],
  ['code=401, example=lamp', 'must have a documented example: noToken, badToken, expiredToken'],
  ['example==lamp', 'must have a documented example: tagged'],
  ['dynamic=true', 'must not have dynamic: a mock supports code, example, wait'],
  ...['61', '-1', ''].map((wait) => [`wait=${wait}`, 'must have a wait from 0 to 60 seconds']),
])('Prefer: %s is an error that lists the choices', (header, detail) => {
  const errors = [{ header: 'Prefer', detail }]
  expect(() => preference(header)).toThrow(expect.objectContaining({ errors }))
})
