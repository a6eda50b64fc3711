// make growth: shows that the cost of a request does not depend on the number of plants.
import { readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { exitWithError } from '../../../stack/environment.ts'
import { newFolder } from '../../../stack/test/support/folder.ts'
import { printResult, type Row } from '../../print-result.ts'
import { type Collection, createSqliteData } from '../runner/collection.ts'
import { findInvalid, medianRatios, ratioRows } from '../runner/ratios.ts'
import { type Measurement, measureRounds } from '../runner/rounds.ts'
import { runBenchmark } from '../runner/run.ts'
import { buildService } from '../runner/server-process.ts'
import { type Database, startPostgres } from './postgres.ts'
import { type GrowthSubject, growthWorkloads, startSubject } from './workloads.ts'

/** Maximum cost of a request, as a multiple of its cost with the fewest plants. */
const maxRatio = 1.3
const plantsPerOwner = 20

/** Numbers of plants by database. In PostgreSQL, 10 million plants with indexes and buffers need 32 GB of memory. */
const defaultSizes = { SQLite: '100000,1000000,10000000', PostgreSQL: '100000,1000000,3000000' }

const { SIZES = '', ENGINE = '' } = process.env
const engines = Object.entries(defaultSizes).flatMap(([engine, sizes]) => {
  return ENGINE === '' || engine.toLowerCase() === ENGINE ? [{ engine, sizes: readSizes(SIZES || sizes) }] : []
})
if (engines.length === 0) exitWithError(`ENGINE=${ENGINE} is not the name of an engine. Use sqlite or postgresql.`)

function readSizes(text: string): number[] {
  const sizes = text.split(',').map(Number)
  const isSize = (size: number, index: number) =>
    size % 1_000 === 0 && size > (sizes[index - 1] ?? 0) && size <= 100_000_000
  if (sizes.length >= 2 && sizes.every(isSize)) return sizes
  exitWithError(`SIZES=${text} is not valid. Use ascending multiples of 1000, at least two, like SIZES=10000,100000.`)
}

await runBenchmark(12, async (run) => {
  await buildService()
  const rows: Row[] = []
  const errors: string[] = []
  for (const { engine, sizes } of engines) {
    const load = engine === 'SQLite' ? loadSqlite : await startPostgres(sizes.reduce((sum, size) => sum + size))
    const subjects: GrowthSubject[] = []
    const folders: string[] = []
    for (const plants of sizes) {
      const collection = { plants, plantsPerOwner, issuer: run.issuer }
      const database = await load(collection)
      folders.push(database.folder)
      const name = plants.toLocaleString('en')
      subjects.push(await startSubject(run, name, collection, database))
      run.print(`${engine}: loaded ${name} plants`)
    }
    const groups = growthWorkloads(run, subjects)
    const measurement = await measureRounds(run, { subjects, groups, prepareRound: () => readFiles(folders) })
    rows.push(...ratioRows(measurement).map((row) => ({ Engine: engine, ...row })))
    errors.push(...[...findInvalid(measurement), ...findGrowth(measurement)].map((line) => `${engine}: ${line}`))
  }
  const shows = `CPU time per request in µs, and its ratio (×) with more plants: at most ${maxRatio}.`
  const command = `make growth SEED=${run.seed} ROUNDS=${run.rounds}${SIZES && ` SIZES=${SIZES}`}${ENGINE && ` ENGINE=${ENGINE}`}`
  printResult({ title: 'Growth', shows, command, rows }, errors)
})

/** Keeps the files in the page cache: some systems evict files that were not read for a minute. */
async function readFiles(folders: string[]): Promise<void> {
  const chunk = Buffer.alloc(65_536)
  for (const path of folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))) {
    // PostgreSQL removes small files at any time.
    await using file = await open(path).catch(() => undefined)
    // Reads from the end, so that the system does not read ahead.
    let offset = (await file?.stat())?.size ?? 0
    while (offset > 0) {
      offset = Math.max(0, offset - chunk.length)
      await file?.read(chunk, { position: offset })
    }
  }
}

async function loadSqlite(collection: Collection): Promise<Database> {
  const DATA = await newFolder('growth-')
  await createSqliteData(DATA, collection)
  return { env: { DATA }, pids: async () => [], folder: DATA }
}

function findGrowth({ samples }: Measurement): string[] {
  return [...samples].flatMap(([workload, workloadSamples]) => {
    const worst = Math.max(1, ...medianRatios(workloadSamples)).toFixed(2)
    return Number(worst) > maxRatio ? [`${workload} costs ${worst} × as much as with the fewest plants.`] : []
  })
}
