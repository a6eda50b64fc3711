// make engines: compares the CPU time of the service over SQLite, over PostgreSQL, and over PostgreSQL with two workers. The
// processes of PostgreSQL do not count.
import { readFileSync } from 'node:fs'
import { newFolder } from '../../../stack/test/support/folder.ts'
import { printResult } from '../../print-result.ts'
import { startPostgres } from '../growth/postgres.ts'
import { type GrowthSubject, growthWorkloads } from '../growth/workloads.ts'
import { createSqliteData, largeOwner } from '../runner/collection.ts'
import { bindServer } from '../runner/machine.ts'
import { findInvalid, ratioRows } from '../runner/ratios.ts'
import { measureRounds } from '../runner/rounds.ts'
import { start } from '../runner/run.ts'
import { buildService, cpuOfProcess, startBuiltService } from '../runner/server-process.ts'

const names = ['first page', 'small owner', 'get', 'create', 'patch', 'delete']

await start(11, async ({ rounds, seed, random, issuer, settings, signToken, say }) => {
  await buildService()
  const collection = { plants: 100_000, plantsPerOwner: 20, issuer }
  const folder = await newFolder('engines-')
  await createSqliteData(folder, collection)
  const load = await startPostgres(2 * collection.plants)
  const [one, two] = [await load(collection, 'one'), await load(collection, 'two')]
  say('the plants are ready')

  async function startSubject(name: string, own: Record<string, string>): Promise<GrowthSubject> {
    const service = await startBuiltService({ ...settings, ...own })
    const pids = [service.pid, ...findChildren(service.pid)]
    for (const pid of pids) bindServer(pid)
    const cpu = () => pids.reduce((sum, pid) => sum + cpuOfProcess(pid), 0)
    const largeToken = await signToken(largeOwner)
    return { name, url: service.url, cpu, collection, token: signToken, largeToken, created: [] }
  }

  const subjects = [
    await startSubject('SQLite', { DATA: folder }),
    await startSubject('PostgreSQL', one.settings),
    await startSubject('PostgreSQL, two workers', { ...two.settings, WORKERS: '2' }),
  ]
  const groups = growthWorkloads((below) => Math.floor(random() * below), subjects).filter((group) =>
    group.some(({ name }) => names.includes(name)),
  )
  const measured = await measureRounds({ subjects, groups, rounds, random, say })
  const rows = ratioRows(
    measured.samples,
    subjects.map(({ name }) => name),
  )
  const shows = 'CPU time of the service per request in µs with SQLite, and × with PostgreSQL.'
  const command = `make engines SEED=${seed} ROUNDS=${rounds}`
  printResult({ title: 'Engines', shows, command, rows }, findInvalid(measured))
})

/** The processes that a process has started. */
function findChildren(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}
