// Whoever pastes a sample from the page of docs gets the answer that the page shows beside it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Plant } from '../../../generated/api.d.ts'
import { operations } from '../../../generated/operations.ts'
import { root } from '../../support/folder.ts'
import { run } from '../../support/process.ts'
import { type Implementation, json, startMock, startService } from '../../support/service.ts'
import { example, languages, type Sample, samples } from './page.ts'
import { expectRunners, folderWithClient, runSample } from './run-sample.ts'

// Examples are what the contract says of plants, and they keep their schemas: the lint sees to that.
const monstera = example('TaggedPlant') as Plant
const twoPlants = example('TwoPlants') as Plant[]

/** What there must be before an operation is answered as documented; one plant, where nothing is said. */
const collections: Record<string, Plant[]> = { createPlant: [], listPlants: twoPlants }

beforeAll(expectRunners)

it('the page has a sample of each language for each operation, and shows them all', () => {
  const found = samples.map(({ operationId, lang }) => `${operationId} ${lang}`)
  const wanted = Object.keys(operations).flatMap((id) =>
    ['curl', 'TypeScript', 'Python'].map((lang) => `${id} ${lang}`),
  )
  expect(found.sort()).toEqual(wanted.sort())
  expect(languages).toEqual(['curl', 'TypeScript', 'Python', 'Payload'])
})

describe.each(samples)('the sample of $operationId in $lang', (sample) => {
  it('prints what is documented, at the service', async () => {
    await using service = await serviceBefore(sample)
    expect(await printed(sample, service)).toEqual(sample.documented)
    expect(service.internalErrors).toEqual([])
  })

  it('prints what is documented, at the mock', async () => {
    await using mock = await startMock()
    expect(await printed(sample, mock)).toEqual(sample.documented)
  })
})

it('a sample of a language that nobody runs is a failure', async () => {
  const sample = { lang: 'Fortran', source: 'PRINT *, 204' }
  await expect(runSample(sample, { URL: '', TOKEN: '' })).rejects.toThrow('Nobody runs samples in Fortran')
})

it('the samples in TypeScript fit the types of the client', async () => {
  await using folder = await folderWithClient()
  for (const { operationId, lang, source } of samples) {
    if (lang === 'TypeScript') await writeFile(join(folder.path, `${operationId}.ts`), source)
  }
  const config = { extends: join(root, 'tsconfig.json'), include: ['*.ts'] }
  await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify(config))
  expect(await run('tsc', ['--project', folder.path], { timeoutMs: 60_000 })).toMatchObject({
    code: 0,
    stdout: '',
    stderr: '',
  })
})

async function printed(sample: Sample, { url, token }: Implementation): Promise<unknown> {
  return JSON.parse(await runSample(sample, { URL: url, TOKEN: await token() }))
}

/** A service whose plants, clock and ids are those of the documented answer. */
async function serviceBefore({ operationId, documented }: Sample): Promise<Implementation> {
  let next: Partial<Plant> = {}
  const service = await startService({ now: () => new Date(next.updatedAt ?? NaN), newId: () => next.id ?? '' })
  for (const plant of collections[operationId] ?? [monstera]) {
    next = plant
    await service.request('/plants', json({ name: plant.name, tag: plant.tag }))
  }
  if (typeof documented === 'object') next = { ...documented }
  return service
}
