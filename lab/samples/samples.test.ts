// A reader who pastes a sample of the docs page gets the response that the page shows beside it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Plant } from '../../generated/api.d.ts'
import { operations } from '../../generated/operations.ts'
import { root } from '../../stack/test/support/folder.ts'
import { folderWithClient, runSample } from '../../stack/test/support/run-sample.ts'
import { findTypeErrors } from '../../stack/test/support/type-errors.ts'
import { json, type Service, startService } from '../../test/support/service.ts'
import { example, type Sample, sampleAt, samples } from './page.ts'

// `redocly lint` validates the examples.
const monstera = example('TaggedPlant') as Plant
const twoPlants = example('TwoPlants') as Plant[]

/** The plants that an operation needs for its documented response. Default: one plant. */
const collections: Record<string, Plant[]> = { createPlant: [], listPlants: twoPlants }

it('the docs page has samples in three languages for each operation', () => {
  expect(samples).toHaveLength(3 * Object.keys(operations).length)
})

describe.each(samples)('the sample of $operationId in $lang', (sample) => {
  it('prints the documented response', async () => {
    await using service = await startServiceFor(sample)
    const { url, token, internalErrors } = service
    expect(JSON.parse(await runSample(sampleAt(url, sample), await token()))).toEqual(sample.documented)
    expect(internalErrors).toEqual([])
  })
})

it('the samples in TypeScript have no type errors', async () => {
  await using folder = await folderWithClient()
  for (const { operationId, lang, source } of samples) {
    if (lang === 'TypeScript') await writeFile(join(folder.path, `${operationId}.ts`), source)
  }
  const config = { extends: join(root, 'tsconfig.json'), include: ['*.ts'] }
  await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify(config))
  expect(findTypeErrors(folder.path)).toBe('')
})

/** A service with the plants, the clock and the identifiers of the documented response. */
async function startServiceFor({ operationId, documented }: Sample): Promise<Service> {
  let next: Partial<Plant> = {}
  const service = await startService({ now: () => new Date(next.updatedAt ?? NaN), newId: () => next.id ?? '' })
  for (const plant of collections[operationId] ?? [monstera]) {
    next = plant
    await service.request('/plants', json({ name: plant.name, tag: plant.tag }))
  }
  if (typeof documented === 'object') next = { ...documented }
  return service
}
