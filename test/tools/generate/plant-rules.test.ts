// The rules that a form checks are those that the service enforces.
import { expect, it } from 'vitest'
import { plantRules } from '../../../generated/plant-rules.ts'
import { callerOf } from '../../support/caller.ts'
import { sharedService } from '../../support/shared-service.ts'

const me = callerOf(await sharedService())
const texts = [
  '',
  ' ',
  'Fern',
  '\t',
  'a\nb',
  '\u00a0',
  '\u2028',
  '𝒳'.repeat(200),
  '𝒳'.repeat(201),
  'x'.repeat(64),
  'x'.repeat(65),
]

it.each(texts)('agree with the service about %j', async (text) => {
  for (const [field, body] of [
    ['name', { name: text }],
    ['tag', { name: 'Fern', tag: text }],
  ] as const) {
    const { minLength, maxLength, pattern } = plantRules[field]
    const { length } = [...text]
    const isValid = length >= minLength && length <= maxLength && pattern.test(text)
    const { status } = await me.send('POST', '/plants', { body })
    expect([field, status]).toEqual([field, isValid ? 201 : 400])
  }
})
