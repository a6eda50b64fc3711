// make tails: measures how long a read takes, alone and beside 10 % of writes. SQLite commits on the main thread of the service,
// so reads wait for the disk.
import { newFolder } from '../../../stack/test/support/folder.ts'
import { printResult, type Row } from '../../print-result.ts'
import { createSqliteData, plantId, plantNumber } from '../runner/collection.ts'
import { send } from '../runner/load.ts'
import { get, rename } from '../runner/requests.ts'
import { start } from '../runner/run.ts'
import { buildService, startBuiltService } from '../runner/server-process.ts'

const count = 20_000

await start(5, async ({ rounds, seed, random, issuer, settings, signToken, say }) => {
  await buildService()
  const collection = { plants: 100_000, plantsPerOwner: 100, issuer }
  const folder = await newFolder('tails-')
  await createSqliteData(folder, collection)
  const { url } = await startBuiltService({ ...settings, DATA: folder })
  const token = await signToken(1)
  const chooseId = () => plantId(plantNumber(collection, 1, Math.floor(random() * collection.plantsPerOwner)))
  const toRequest = (share: number) => {
    const path = `/plants/${chooseId()}`
    return random() < share ? rename(token, path) : get(token, path)
  }

  const times = new Map<number, number[]>([0, 0.1].map((share) => [share, []]))
  for (let round = -1; round < rounds; round++) {
    for (const [share, all] of times) {
      const requests = Array.from({ length: count }, () => toRequest(share))
      const reads: number[] = []
      await send(url, requests, (index, { milliseconds }) => {
        if (requests[index]?.method === 'GET') reads.push(milliseconds)
      })
      if (round >= 0) all.push(...reads)
    }
    say(round < 0 ? 'warm-up round' : `round ${round + 1} of ${rounds}`)
  }
  const rows = Array.from(times, ([share, all]): Row => ({ Writes: `${share * 100} %`, ...percentiles(all) }))
  const shows = 'Time of a read in ms, over 16 connections: how long 50, 99, 99.9 and 100 % of the reads take at most.'
  printResult({ title: 'Tails', shows, command: `make tails SEED=${seed} ROUNDS=${rounds}`, rows })
})

function percentiles(values: number[]): Row {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (part: number) => (sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN).toFixed(1)
  return { Reads: sorted.length, '50 %': at(0.5), '99 %': at(0.99), '99.9 %': at(0.999), '100 %': at(1) }
}
