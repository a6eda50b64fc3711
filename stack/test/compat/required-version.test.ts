import { expect, it } from 'vitest'
import type { Impact } from '../../compat/compare.ts'
import { checkVersion } from '../../compat/required-version.ts'

it.each<[Impact | 'no', string, string, boolean]>([
  ['major', '0.3.1', '0.4.0', false],
  ['major', '0.3.1', '1.0.0', true],
  ['major', '1.9.9', '1.10.0', false],
  ['minor', '0.3.1', '0.3.9', false],
  ['minor', '0.9.1', '0.10.0', true],
  ['patch', '0.3.1', '0.3.1', false],
  ['patch', '0.3.9', '0.3.10', true],
  ['patch', '0.3.1', '0.2.9', false],
  ['no', '0.3.1', '0.3.1', true],
  ['no', '0.3.1', '0.3.0', false],
])('with %s change, the check of version %s -> %s passes: %s', (impact, base, revision, passes) => {
  const change = { path: '#/info', kind: 'modified', verdicts: [], typeName: 'Info' } as const
  const changes = impact === 'no' ? [] : [{ ...change, impact }]
  expect(checkVersion({ versions: { base, revision }, changes }).passes).toBe(passes)
})
