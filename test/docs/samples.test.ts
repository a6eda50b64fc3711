// A reader who pastes a sample of the docs page gets the first documented example of the response.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Plant } from '../../generated/api.d.ts'
import { contract } from '../../generated/index.ts'
import { operations } from '../../generated/operations.ts'
import type { PageData } from '../../stack/docs/main.ts'
import { root } from '../../stack/test/support/folder.ts'
import { folderWithClient, runSample } from '../../stack/test/support/run-sample.ts'
import { findTypeErrors } from '../../stack/test/support/type-errors.ts'
import { json, startService } from '../support/service.ts'

const page = await readFile(join(root, 'generated/docs.html'), 'utf8')
const [, embedded = ''] = / id="docs-data">(.*?)<\/script>/.exec(page) ?? []
const { origin, calls }: PageData = JSON.parse(embedded)
const samples = calls.flatMap(({ operationId, samples }) => samples.map((sample) => ({ operationId, ...sample })))

/** The first documented response of each operation: the body of its first example, or its status if it has no body. */
const responses = Object.entries(operations).map(([id, { responses }]): [string, unknown] => {
  const [status = ''] = Object.keys(responses)
  return [id, Object.values(contract.examples[id + status]?.bodies ?? {})[0] ?? Number(status)]
})
const documented = Object.fromEntries(responses)

it('the docs page has samples in eight languages for each operation', () => {
  expect(samples).toHaveLength(8 * responses.length)
})

const runnable = samples.filter(({ lang }) => ['curl', 'TypeScript', 'Python'].includes(lang))

it.each(runnable)('the sample of $operationId in $lang prints the documented response', async (sample) => {
  const { operationId, source } = sample
  const response = documented[operationId]
  let next: Partial<Plant> = {}
  await using service = await startService({ now: () => new Date(next.updatedAt ?? NaN), newId: () => next.id ?? '' })
  const existing = operationId === 'createPlant' ? [] : [operationId === 'listPlants' ? response : documented.getPlant]
  // `redocly lint` validates the examples.
  for (const plant of existing.flat() as Plant[]) {
    next = plant
    await service.request('/plants', json({ name: plant.name, tag: plant.tag }))
  }
  next = Object(response)
  const adapted = { ...sample, source: source.replaceAll(origin, service.url) }
  expect(JSON.parse(await runSample(adapted, await service.token()))).toEqual(response)
  expect(service.internalErrors).toEqual([])
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
