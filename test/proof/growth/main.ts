// make growth: shows that an operation costs the same, however many plants there are. RECORD=1 stores the figures of a
// complete run, and writes docs/scale.md.
import { cleanUp, cleanUpOnSignals } from '../../support/folder.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { report } from '../figures.ts'
import { plantsPerOwner } from './data.ts'
import type { Engine, GrownDatabase } from './engine.ts'
import { type EngineFigures, type Figures, writeFigures } from './figures.ts'
import { faultsOf, limit, summary, worstRatio } from './goal.ts'
import { measure } from './measure.ts'
import { writePage } from './page.ts'
import { startPostgres } from './postgres-database.ts'
import { checkSpace, readSettings } from './settings.ts'
import { sqlite } from './sqlite-database.ts'

const settings = readSettings()
await checkSpace(settings)
cleanUpOnSignals()
const { sizes, rounds, seed } = settings
const startedAt = performance.now()
const seconds = () => Math.round((performance.now() - startedAt) / 1_000)
const say = (text: string) => console.log(`${String(seconds()).padStart(4)} s  ${text}`)
const format = (number: number) => number.toLocaleString('en')
const generator = seededRandom(seed)
const random = (below: number) => Math.floor(generator() * below)

say(`${sizes.map(format).join(', ')} plants, ${rounds} rounds, seed ${seed}`)
try {
  const engines = await Promise.all(
    settings.engines.map((name) =>
      name === 'sqlite' ? sqlite : startPostgres(sizes.reduce((sum, size) => sum + size, 0)),
    ),
  )
  // Together: PostgreSQL works in other processes.
  const loaded = await Promise.all(engines.map(load))
  const figures: EngineFigures[] = []
  for (const [index, engine] of engines.entries()) figures.push(await figuresOf(engine, loaded[index] ?? []))
  await finish({
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    seed,
    rounds,
    seconds: seconds(),
    engines: figures,
  })
} finally {
  await cleanUp()
}

type Start = Awaited<ReturnType<Engine['load']>>

async function load(engine: Engine): Promise<Start[]> {
  const starts: Start[] = []
  for (const size of sizes) {
    starts.push(await engine.load(size))
    say(`${engine.name}: loaded ${format(size)} plants`)
  }
  return starts
}

async function figuresOf({ name }: Engine, starts: Start[]): Promise<EngineFigures> {
  const databases: GrownDatabase[] = []
  for (const start of starts) databases.push(await start())
  say(`${name}: started`)
  const measured = await measure(databases, rounds, random, (text) => say(`${name}: ${text}`))
  const inspections = []
  for (const { plants, service, inspect } of databases) {
    await service.close()
    inspections.push({ plants, ...(await inspect()) })
  }
  say(`${name}: checked the query plans`)
  return { name, workloads: measured, inspections }
}

async function finish(figures: Figures): Promise<void> {
  console.log(summary(figures))
  const largest = Math.max(...sizes)
  const errors = faultsOf(figures)
  if (process.env.RECORD !== undefined) {
    await writeFigures(figures)
    await writePage()
    console.log('Recorded in docs/scale.md.')
  }
  await report(
    'growth',
    {
      title: 'Growth',
      shows:
        `One owner has half of all plants, and owners with ${plantsPerOwner} plants have the rest. An operation costs as much CPU ` +
        `time with ${format(largest)} plants as with the fewest, or at most ${limit} × as much, at any cursor. No query scans a ` +
        'table or sorts. [scale.md](scale.md) has all figures.',
      command: 'make growth',
      seed,
      seconds: seconds(),
      figures: {
        'Largest number of plants': largest,
        ...Object.fromEntries(
          figures.engines.map((engine) => [`${engine.name}: most expensive, × the smallest size`, worstRatio(engine)]),
        ),
        'Query plans': figures.engines.flatMap(({ inspections }) => inspections.flatMap(({ plans }) => plans)).length,
      },
    },
    errors,
  )
}
