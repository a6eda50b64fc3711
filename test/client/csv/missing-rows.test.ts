import { createPlantClient } from '@plant-collection/client'
import { expect, it } from 'vitest'
import { missingRows } from '../../../client/csv/missing-rows.ts'
import { scriptedService } from '../../../stack/test/support/scripted-service.ts'
import { fern, monstera } from '../../support/contract-examples.ts'

it('returns as many rows of a plant as the collection lacks, and reads no tag as an empty one', async () => {
  const { url: baseUrl } = await scriptedService([{ status: 200, body: [monstera, monstera, fern] }])
  const client = createPlantClient({ baseUrl, token: 'a.b.c' })
  const rowsOf = (plant: { name: string; tag?: string }, ...lines: number[]) => lines.map((line) => ({ plant, line }))
  const rows = [...rowsOf(monstera, 1, 2, 3), ...rowsOf({ name: fern.name }, 4, 5), ...rowsOf({ name: 'Moss' }, 6)]
  expect((await missingRows(client, rows)).map(({ line }) => line)).toEqual([3, 5, 6])
})
