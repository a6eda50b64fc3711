import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { dateTime, openapiValidators } from '../../../tools/generate/openapi-validators.ts'
import { root, temporaryFolder } from '../../support/folder.ts'
import { seededRandom } from '../../support/seeded-random.ts'

// express-openapi-validator 5.6.2 itself starts with a contract that it cannot use, and responds 500 to every request.
it.each([
  ['another version of OpenAPI', 'openapi: 3.1.1', 'openapi: 3.2.0'],
  ['an operation with a body that is not an object', 'requestBody:\n', 'requestBody: 1\n      x-body:\n'],
  ['a parameter in an unknown place', 'in: query', 'in: nowhere'],
  ['a schema that Ajv cannot compile', 'maximum: 100', 'maximum: many'],
])('there are no validators for a contract with %s', async (_what, from, to) => {
  await using folder = await temporaryFolder()
  const contract = await readFile(join(root, 'openapi.yaml'), 'utf8')
  expect(contract).toContain(from)
  const file = join(folder.path, 'openapi.yaml')
  await writeFile(file, contract.replace(from, to))
  vi.spyOn(console, 'error').mockReturnValue() // The library prints what is wrong.
  await expect(openapiValidators(file)).rejects.toThrow()
})

describe('the expression for dates', () => {
  // The format of the library that it replaces.
  const library = createRequire(import.meta.resolve('express-openapi-validator'))('ajv-formats/dist/formats.js')
  const isDate = (text: string): boolean => library.fullFormats['date-time'].validate(text)

  it('accepts the same days as the library, for 400 years', () => {
    const days = (year: number) =>
      Array.from({ length: 14 * 33 }, (_, index) => {
        const [month, day] = [Math.floor(index / 33), index % 33]
        return [year, month, day].map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0')).join('-')
      })
    for (let year = 1800; year <= 2200; year++) {
      for (const day of days(year)) expect(dateTime.test(`${day}T00:00:00Z`), day).toBe(isDate(`${day}T00:00:00Z`))
    }
  })

  it('accepts the same texts as the library', () => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32))
    const { pick } = seededRandom(seed)
    let valid = 0
    for (let count = 0; count < 20_000; count++) {
      const parts = [
        pick(['2026-02-28', '2024-02-29', '2023-02-29', '2026-13-01', '2026-00-10', '0000-02-29', '26-01-01', '']),
        pick(['T', 'T', 'T', 't', ' ', '', 'TT', '_']),
        pick(['00', '09', '19', '23', '24', '9']),
        pick([':', ':', ':', '']),
        pick(['00', '59', '60', '7']),
        pick([':00', ':59', ':5', ':61', '']),
        pick(['', '', '.0', '.123', '.', '.1234567890']),
        pick(['Z', 'z', '+00:00', '-23:59', '+24:00', '+01:60', '+0130', '-01', '', 'ZZ', '\n']),
      ]
      const text = parts.join('')
      if (isDate(text)) valid++
      expect(dateTime.test(text), `seed ${seed}: ${JSON.stringify(text)}`).toBe(isDate(text))
    }
    expect(valid).toBeGreaterThan(100)
  })

  it('accepts leap seconds in UTC only', () => {
    expect(dateTime.test('2016-12-31T23:59:60Z')).toBe(true)
    expect(dateTime.test('2016-12-31T23:59:61Z')).toBe(false)
    expect(dateTime.test('2016-12-31T22:59:60Z')).toBe(false)
    expect([isDate('2017-01-01T00:59:60+01:00'), dateTime.test('2017-01-01T00:59:60+01:00')]).toEqual([true, false])
  })
})
