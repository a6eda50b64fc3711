// `x-deprecation` reaches the plans of the service, the types and the docs, for every kind of part.
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readContract } from '../../../tools/generate/contract.ts'
import { deprecatedParts } from '../../../tools/generate/deprecations.ts'
import { docsContract } from '../../../tools/generate/docs-contract.ts'
import { openapi30 } from '../../../tools/generate/openapi-3-0.ts'
import { types } from '../../../tools/generate/types.ts'
import { type Edit, edited, set } from '../../proof/compat/edit.ts'

const deprecate = (place: string, since: string, sunset: string): Edit[] => [
  set(`${place} deprecated`, true),
  set(`${place} x-deprecation`, { since, sunset }),
]

async function withContract<T>(edits: Edit[], use: (path: string) => Promise<T>): Promise<T> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deprecations-'))
  const path = join(folder.path, 'openapi.yaml')
  await writeFile(path, edited(await readFile('openapi.yaml', 'utf8'), edits))
  return await use(path)
}

async function partsOf(id: string, ...edits: Edit[]) {
  return withContract(edits, async (path) => {
    const contract = await readContract(path)
    return contract.operations.filter((one) => one.id === id).flatMap((one) => deprecatedParts(contract, one))
  })
}

const sunset2030 = { Deprecation: '@1767225600', Sunset: 'Tue, 01 Jan 2030 00:00:00 GMT' }

it.each([
  ['an operation', 'paths /plants post', {}],
  ['a header', 'components parameters IdempotencyKey', { in: 'headers', name: 'Idempotency-Key' }],
  ['a property of the body', 'components schemas PlantDraft properties name', { in: 'body', name: 'name' }],
])('%s has its place and its headers', async (_, place, expected) => {
  const [part] = await partsOf('createPlant', ...deprecate(place, '2026-01-01', '2030-01-01'))
  expect(part).toEqual({ ...expected, headers: sunset2030 })
})

it('a deprecated path parameter is not listed', async () => {
  expect(await partsOf('getPlant', ...deprecate('components parameters Id', '2026-01-01', '2030-01-01'))).toEqual([])
})

it('the part with the earliest sunset comes first', async () => {
  const parts = await partsOf(
    'createPlant',
    ...deprecate('paths /plants post', '2026-01-01', '2030-01-01'),
    ...deprecate('components parameters IdempotencyKey', '2026-01-01', '2028-01-01'),
    ...deprecate('components schemas PlantDraft properties name', '2026-01-01', '2026-02-01'),
  )
  expect(parts.map(({ name }) => name)).toEqual(['name', 'Idempotency-Key', undefined])
})

it('types, docs and the OpenAPI 3.0 version have the dates', async () => {
  const edits = [
    ...deprecate('paths /plants/{id} delete', '2026-01-01', '2030-01-01'),
    ...deprecate('components schemas Plant properties tag', '2026-01-01', '2029-01-01'),
  ]
  const [typesText, docsText, text30] = await withContract(edits, (path) =>
    Promise.all([types(path), docsContract(path), openapi30(path)]),
  )
  for (const text of [typesText, docsText, text30]) expect(text).toContain('It works at least until 2029-01-01.')
  const sentence = 'Deprecated since 2026-01-01. It works at least until 2030-01-01.'
  expect(typesText.split('export interface operations')[1]).toMatch(
    new RegExp(` ${sentence}\\n[\\s*]*@deprecated\\n\\s*\\*/\\n\\s*deletePlant:`),
  )
  expect(JSON.parse(docsText).paths['/plants/{id}'].delete.description).toContain(` ${sentence}`)
})
