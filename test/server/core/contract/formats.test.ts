// The dates of the contract, compared with the functions of ajv-formats.
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { formats } from '../../../../server/core/contract/formats.ts'
import { seededRandom } from '../../../support/seeded-random.ts'

describe('the format date-time', () => {
  // The format of the library that it replaces.
  const library = createRequire(import.meta.resolve('express-openapi-validator'))('ajv-formats/dist/formats.js')
  const isDate = (text: string): boolean => library.fullFormats['date-time'].validate(text)

  it('accepts the same texts as the library', () => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32))
    const { pick } = seededRandom(seed)
    let valid = 0
    for (let count = 0; count < 20_000; count++) {
      const parts = [
        pick([
          '2026-02-28',
          '2024-02-29',
          '2023-02-29',
          '2000-02-29',
          '1900-02-29',
          '2026-04-31',
          '2026-12-31',
          '2026-01-32',
          '2026-13-01',
          '2026-00-10',
          '0000-02-29',
          '26-01-01',
          '',
        ]),
        pick(['T', 'T', 'T', 't', ' ', '', 'TT', '_']),
        pick(['00', '09', '19', '23', '24', '9']),
        pick([':', ':', ':', '']),
        pick(['00', '59', '60', '7']),
        pick([':00', ':59', ':5', ':61', '']),
        pick(['', '', '.0', '.123', '.', '.123456789']),
        pick(['Z', 'z', '+00:00', '-23:59', '+24:00', '+01:60', '+0130', '-01', '', 'ZZ', '\n']),
      ]
      const text = parts.join('')
      const [day = ''] = parts
      expect(formats.date.test(day), day).toBe(isDate(`${day}T00:00:00Z`))
      if (isDate(text)) valid++
      expect(formats['date-time'].test(text), `seed ${seed}: ${JSON.stringify(text)}`).toBe(isDate(text))
    }
    expect(valid).toBeGreaterThan(100)
  })

  it('accepts leap seconds in UTC only', () => {
    expect(formats['date-time'].test('2016-12-31T23:59:60Z')).toBe(true)
    expect(formats['date-time'].test('2016-12-31T23:59:61Z')).toBe(false)
    expect(formats['date-time'].test('2016-12-31T22:59:60Z')).toBe(false)
    expect([isDate('2017-01-01T00:59:60+01:00'), formats['date-time'].test('2017-01-01T00:59:60+01:00')]).toEqual([
      true,
      false,
    ])
  })
})
