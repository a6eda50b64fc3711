// The validators of the service and the one of the contract tester compare decimals, each in its own way.
import { registerSchema, validate } from '@hyperjump/json-schema/draft-2020-12'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { compareDecimals } from '../../generate/multiple-of.ts'
import { compareDecimals as compareInTester } from '../../tester/contract/multiple-of.ts'

const ajv = new Ajv2020()
compareDecimals(ajv)
compareInTester()
const $schema = 'https://json-schema.org/draft/2020-12/schema'

it.each<[step: number, multiples: number[], others: number[]]>([
  [0.01, [19.99, -0.18, 0, -0, 0.29, 1.15, 12345678901.23, 1e15, 1e300], [19.991, 19.990000000000002, -0.005]],
  [0.05, [0.15, 19.95, -0.35], [0.01, 19.99]],
  [1e-7, [1e-7, 0.3, 2], [1e-8, 0.30000000000000004]],
  [2.5, [2.5, -7.5, 10], [1, 2.4]],
  [3, [9, -3, 3e20], [1, 0.3, 1e16]],
])('multiples of %s are %j, and not %j', async (step, multiples, others) => {
  const uri = `https://multiples.test/${step}`
  registerSchema({ $schema, multipleOf: step }, uri)
  const inTester = await validate(uri)
  const inService = ajv.compile({ type: 'number', multipleOf: step })
  const all = [...multiples, ...others]
  const expected = all.map((value) => [value, multiples.includes(value)])
  expect(all.map((value) => [value, inService(value)])).toEqual(expected)
  expect(all.map((value) => [value, inTester(value).valid])).toEqual(expected)
})
