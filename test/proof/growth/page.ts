// docs/scale.md, generated from the figures of the last complete run and from notes.md, which is written by hand.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatNumber, formatSpread, table } from '../../bench/format.ts'
import { capacityTable } from './capacity.ts'
import { plantsPerOwner, plantsPerPage, rarePlants } from './data.ts'
import type { Inspection } from './engine.ts'
import { type EngineFigures, type Figures, readFigures } from './figures.ts'
import { limit } from './goal.ts'
import { plot, renderPlot } from './plot.ts'

export const page = fileURLToPath(new URL('../../../docs/scale.md', import.meta.url))
const notes = new URL('notes.md', import.meta.url)

/** Writes the page and its plot from the stored figures. */
export async function writePage(): Promise<void> {
  const figures = await readFigures()
  await mkdir(dirname(plot), { recursive: true })
  await writeFile(page, await renderPage(figures))
  await writeFile(plot, renderPlot(figures))
}

export async function renderPage(figures: Figures): Promise<string> {
  const { engines } = figures
  return [
    introduction(figures),
    ...engines.flatMap((engine) => [
      `## ${engine.name}\n\n${cpuTable(engine)}`,
      `Median time of a call of the store in µs, with the waits for the ${engine.name === 'SQLite' ? 'disk' : 'database'}:\n`,
      wallTable(engine),
    ]),
    `## Query plans\n\n${planText}\n`,
    ...engines.map((engine) => `### ${engine.name}\n\n${planTable(engine)}`),
    `## Storage\n\nBytes on disk for each plant, with all indexes, as the database has them after the run:\n\n${engines
      .map(storageTable)
      .join('\n')}`,
    `## ${capacityTitle}\n\n${engines
      .filter(({ name }) => name === 'PostgreSQL')
      .map(capacityTable)
      .join('\n')}`,
    await readFile(notes, 'utf8'),
  ].join('\n')
}

function introduction({ date, node, rounds, seed, seconds }: Figures): string {
  return `# Growth and scale

What a request costs with more and more plants, and what a much larger service needs. \`make growth RECORD=1\` generates this
page. Do not edit it: the sections from "Several databases" on are in \`test/proof/growth/notes.md\`.

![CPU time of a request by the number of plants, for each operation and both engines](images/growth.svg)

${date}, Node ${node.slice(1)}, ${rounds} rounds, seed ${seed}, ${Math.round(seconds / 60)} minutes, on two cores that other programs used too.

## How it is measured

- One owner has half of all plants. Owners with ${plantsPerOwner} plants each have the rest. Ids increase in time, and the owners take turns: the
  plants of a small owner are spread over the whole table.
- Each database is loaded, and then served by the service. Requests are sent from another thread, one after the other, and ask
  for plants that are chosen at random. A page has ${plantsPerPage} plants, and the rare tag has ${rarePlants} plants of the large owner.
- **Request**: the CPU time of the service, and of the process of PostgreSQL that serves it. **Call**: the same for the call of the
  store alone. The figures are medians of the rounds. In each round all sizes take turns, so a machine that becomes slower
  affects all of them.
- **Ratio**: the CPU time / that with the fewest plants in the same round: the median, and in brackets the least and the most.
  The service remembers tokens, valid requests and valid lists, and so is faster if the same page is asked for again, which
  happens with few plants only. The ratio leaves this out: its request is the call, plus the least that the rest of
  the request takes at any size.
- The goal: a request costs at most ${limit} × as much (✓).
- All data is in the memory of the machine. PostgreSQL runs with \`fsync = off\`, so its commits do not wait for the disk. SQLite
  waits, as in production.
`
}

function cpuTable({ workloads }: EngineFigures): string {
  const rows = workloads.flatMap(({ name, cells }) =>
    cells.map(({ plants, request, ratio, call, callRatio }, index) => [
      index === 0 ? name : '',
      formatNumber(plants, 0),
      formatNumber(request.median, 0),
      index === 0 ? '1' : `${formatSpread(ratio, 2)} ${ratio.median <= limit ? '✓' : '✗'}`,
      formatNumber(call.median, 0),
      index === 0 ? '1' : formatSpread(callRatio, 2),
    ]),
  )
  return table(['CPU time in µs', 'Plants', 'Request', 'Ratio', 'Call', 'Ratio of calls'], rows)
}

function wallTable({ workloads }: EngineFigures): string {
  const sizes = workloads[0]?.cells.map(({ plants }) => formatNumber(plants, 0)) ?? []
  const rows = workloads.map(({ name, cells }) => [name, ...cells.map(({ wall }) => formatNumber(wall.median, 0))])
  return table(['Plants', ...sizes], rows)
}

const capacityTitle = '100 million owners, 100,000 requests per second'

const planText = `The plans that each engine chooses, for each size. PostgreSQL chooses with the statistics of the loaded plants, for the
first eight executions of a prepared statement: it may use another plan from the sixth on. The values are for the large, a small and
an unknown owner; the first and a deep page; a common, a rare and an unknown tag. Each plan reads one range of an index, in
its order. None scans a table, and none sorts. Otherwise, \`make growth\` fails.`

/** One row for each statement and plan, with the sizes at which it is chosen. */
function planTable({ inspections }: EngineFigures): string {
  const found = new Map<string, { statement: string; steps: string; sizes: Set<string>; count: number }>()
  for (const { plants, plans } of inspections) {
    for (const { name, steps } of plans) {
      const [statement = name] = name.split(':')
      const text = steps.map((step) => `\`${step}\``).join('<br>') || 'reads nothing'
      const row = found.get(statement + text) ?? { statement, steps: text, sizes: new Set(), count: 0 }
      row.sizes.add(formatNumber(plants, 0))
      row.count++
      found.set(statement + text, row)
    }
  }
  const rows = [...found.values()].map(({ statement, steps, sizes }) => [
    statement,
    steps,
    sizes.size === inspections.length ? 'all' : [...sizes].join(', '),
  ])
  return table(['Statement', 'Plan', 'Sizes'], rows).replaceAll('--:', '---')
}

function storageTable({ name, inspections }: EngineFigures): string {
  const parts = Object.keys(inspections.at(-1)?.bytes ?? {}).filter(
    (part) => !/^(sqlite_schema|data_version|creation)/.test(part),
  )
  const total = ({ bytes }: Inspection) => Object.values(bytes).reduce((sum, one) => sum + one, 0)
  return table(
    [name, ...parts.toSorted(), 'all'],
    inspections.map((one) => [
      formatNumber(one.plants, 0),
      ...parts.toSorted().map((part) => formatNumber((one.bytes[part] ?? 0) / one.plants, 0)),
      formatNumber(total(one) / one.plants, 0),
    ]),
  )
}
