// make engines: compares the CPU time of the service over SQLite, over PostgreSQL, and over PostgreSQL with two workers. The
// processes of PostgreSQL do not count.
import { newFolder } from '../../../stack/test/support/folder.ts'
import { printResult } from '../../print-result.ts'
import { startPostgres } from '../growth/postgres.ts'
import { growthWorkloads, startSubject } from '../growth/workloads.ts'
import { createSqliteData } from '../runner/collection.ts'
import { findInvalid, ratioRows } from '../runner/ratios.ts'
import { measureRounds } from '../runner/rounds.ts'
import { start } from '../runner/run.ts'
import { buildService } from '../runner/server-process.ts'

const names = ['first page', 'small owner', 'get', 'create', 'patch', 'delete']
/** Of each workload in a round: in a short turn, two workers have less in the caches of the processor than one. */
const count = 1_500

await start(11, async (run) => {
  await buildService()
  const collection = { plants: 100_000, plantsPerOwner: 20, issuer: run.issuer }
  const folder = await newFolder('engines-')
  await createSqliteData(folder, collection)
  const load = await startPostgres(2 * collection.plants)
  const [one, two] = [await load(collection, 'one'), await load(collection, 'two')]
  run.say('the plants are ready')

  const startOn = (name: string, settings: Record<string, string>) => startSubject(run, name, collection, { settings })
  const subjects = [
    await startOn('SQLite', { DATA: folder }),
    await startOn('PostgreSQL', one.settings),
    await startOn('PostgreSQL, two workers', { ...two.settings, WORKERS: '2' }),
  ]
  const groups = growthWorkloads(run, subjects)
    .filter((group) => group.some(({ name }) => names.includes(name)))
    .map((group) => group.map((workload) => ({ ...workload, count })))
  const measured = await measureRounds(run, { subjects, groups })
  const shows = 'CPU time of the service per request in µs with SQLite, and × with PostgreSQL.'
  const command = `make engines SEED=${run.seed} ROUNDS=${run.rounds}`
  printResult({ title: 'Engines', shows, command, rows: ratioRows(measured) }, findInvalid(measured))
})
