import { expect, it } from 'vitest'
import { missingRows } from '../../../client/csv/missing-rows.ts'
import { fern, monstera } from '../../support/contract-examples.ts'
import { scriptedService } from '../../support/scripted-service.ts'

it('returns as many rows of a plant as the collection lacks, and reads no tag as an empty one', async () => {
  const { client } = await scriptedService([{ status: 200, body: [monstera, monstera, fern] }])
  const rowsOf = (plant: { name: string; tag?: string }, ...lines: number[]) => lines.map((line) => ({ plant, line }))
  const rows = [...rowsOf(monstera, 1, 2, 3), ...rowsOf({ name: fern.name }, 4, 5), ...rowsOf({ name: 'Moss' }, 6)]
  expect((await missingRows(client, rows)).map(({ line }) => line)).toEqual([3, 5, 6])
})
