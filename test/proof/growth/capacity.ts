// What 100 million owners and 100,000 requests per second need, calculated from the figures of PostgreSQL.
import { formatNumber, table } from '../../bench/format.ts'
import { plantsPerOwner } from './data.ts'
import type { EngineFigures } from './figures.ts'

const owners = 100_000_000
const requestsPerSecond = 100_000
/** Assumed shares of the requests, by the workload whose figures they have. */
const mix = { 'small owner': 0.5, get: 0.4, create: 0.07, delete: 0.03 }
/** Assumed: of a core that is busy for more, requests wait too long. */
const utilisation = 0.6
/** Assumed, of a response with headers: a list of 20 plants, and one plant. */
const bytesPerList = 5_000
const bytesPerPlant = 1_500
/** Assumed: the WAL of one write, without the images of full pages. */
const walPerWrite = 1_500
const copies = 3

export function capacityTable({ workloads, inspections }: EngineFigures): string {
  const largest = Object.entries(mix).map(([name, share]) => {
    const cell = workloads.find((workload) => workload.name === name)?.cells.at(-1)
    if (cell === undefined) throw new Error(`There are no figures of ${name}.`)
    const database = cell.database.median
    return { name, share, service: cell.request.median - database, database }
  })
  const per = (part: 'service' | 'database') => largest.reduce((sum, one) => sum + one.share * one[part], 0)
  const cores = (micros: number) => (requestsPerSecond * micros) / 1e6 / utilisation
  const shares = (test: RegExp) =>
    largest.filter(({ name }) => test.test(name)).reduce((sum, { share }) => sum + share, 0)
  const writes = shares(/create|delete/)
  const lists = shares(/owner/)
  const bytes = Object.values(inspections.at(-1)?.bytes ?? {}).reduce((sum, one) => sum + one, 0)
  const bytesEach = bytes / (inspections.at(-1)?.plants ?? 1)
  const terabytes = (owners * plantsPerOwner * bytesEach) / 1e12
  const network = requestsPerSecond * (lists * bytesPerList + (1 - lists) * bytesPerPlant)
  const one = (value: number) => formatNumber(value, 0)
  const each = (part: 'service' | 'database') => largest.map((some) => `${some.name} ${one(some[part])}`).join(', ')
  const rows = [
    ['Plants', one(owners * plantsPerOwner), `${plantsPerOwner} plants for each owner (assumed)`],
    ['CPU of a request, service', `${one(per('service'))} µs`, `measured: ${each('service')}`],
    ['CPU of a request, database', `${one(per('database'))} µs`, `measured: ${each('database')}`],
    [
      'Cores of the service',
      one(cores(per('service'))),
      `${one(requestsPerSecond)} requests, each core busy for ${utilisation * 100} % (assumed); one process for each core`,
    ],
    [
      'Cores of the primaries',
      one(cores(per('database'))),
      'the same; without vacuum, checkpoints and replication: add half',
    ],
    ['Storage', `${formatNumber(terabytes, 1)} TB`, `${one(bytesEach)} bytes for each plant (measured), one copy`],
    ['Storage with standbys', `${formatNumber(terabytes * copies, 1)} TB`, `${copies} copies (assumed)`],
    [
      'WAL',
      `${one((requestsPerSecond * writes * walPerWrite) / 1e6)} MB/s`,
      `${one(requestsPerSecond * writes)} writes per second of ${one(walPerWrite)} bytes (assumed)`,
    ],
    [
      'Network, responses',
      `${formatNumber((network * 8) / 1e9, 1)} Gbit/s`,
      `${one(bytesPerList)} bytes for a list, ${one(bytesPerPlant)} for others (assumed)`,
    ],
    [
      'Connections in use',
      one((requestsPerSecond * 2) / 1000),
      '2 ms for each statement with network and commit (assumed), by Little’s law',
    ],
  ]
  return `${assumptions}\n\n${table(['', 'Needed', 'From'], rows).replaceAll('--:', '---')}`
}

const assumptions = `Shares of the requests (assumed): ${Object.entries(mix)
  .map(([name, share]) => `${name} ${Math.round(share * 100)} %`)
  .join(', ')}. The CPU times are those of
PostgreSQL with the most plants, measured on a busy virtual machine; a faster core needs less.`
