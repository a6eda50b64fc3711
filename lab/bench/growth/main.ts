// make growth: shows that a request costs the same, however many plants there are.
import { readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '../../../stack/environment.ts'
import { newFolder } from '../../../stack/test/support/folder.ts'
import { printResult, type Row } from '../../print-result.ts'
import { type Collection, createSqliteData } from '../runner/collection.ts'
import { findInvalid, medianRatios, ratioRows } from '../runner/ratios.ts'
import { type Measured, measureRounds } from '../runner/rounds.ts'
import { start } from '../runner/run.ts'
import { buildService } from '../runner/server-process.ts'
import { type Database, startPostgres } from './postgres.ts'
import { type GrowthSubject, growthWorkloads, startSubject } from './workloads.ts'

/** The most that a request may cost, as a multiple of its cost with the fewest plants. */
const limit = 1.3
const plantsPerOwner = 20

/** Numbers of plants. 10 million plants with indexes and buffers need 32 GB of memory in PostgreSQL. */
const defaultSizes = { SQLite: '100000,1000000,10000000', PostgreSQL: '100000,1000000,3000000' }

const { SIZES = '', ENGINE = '' } = process.env
const engines = Object.entries(defaultSizes).flatMap(([engine, sizes]) => {
  return ENGINE === '' || engine.toLowerCase() === ENGINE ? [{ engine, sizes: readSizes(SIZES || sizes) }] : []
})
if (engines.length === 0) refuse(`ENGINE=${ENGINE} is not the name of an engine. Use sqlite or postgresql.`)

function readSizes(text: string): number[] {
  const sizes = text.split(',').map(Number)
  const isSize = (size: number, index: number) =>
    size % 1_000 === 0 && size > (sizes[index - 1] ?? 0) && size <= 100_000_000
  if (sizes.length >= 2 && sizes.every(isSize)) return sizes
  refuse(`SIZES=${text} is not valid. Use two or more multiples of 1000, the smallest first, like SIZES=10000,100000.`)
}

await start(12, async (run) => {
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
    const measured = await measureRounds(run, { subjects, groups, prepareRound: () => readFiles(folders) })
    rows.push(...ratioRows(measured).map((row) => ({ Engine: engine, ...row })))
    errors.push(...[...findInvalid(measured), ...findGrowth(measured)].map((line) => `${engine}: ${line}`))
  }
  const shows = `CPU time per request in µs, and × with more plants: at most ${limit}.`
  const command = `make growth SEED=${run.seed} ROUNDS=${run.rounds}${SIZES && ` SIZES=${SIZES}`}${ENGINE && ` ENGINE=${ENGINE}`}`
  printResult({ title: 'Growth', shows, command, rows }, errors)
})

/** Keeps the files in memory: some systems remove what was not used for a minute. */
async function readFiles(folders: string[]): Promise<void> {
  const piece = Buffer.alloc(65_536)
  for (const path of folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))) {
    // PostgreSQL removes small files at any time.
    await using file = await open(path).catch(() => undefined)
    // From the end, so that nothing is read ahead.
    let offset = (await file?.stat())?.size ?? 0
    while (offset > 0) {
      offset = Math.max(0, offset - piece.length)
      await file?.read(piece, { position: offset })
    }
  }
}

async function loadSqlite(collection: Collection): Promise<Database> {
  const DATA = await newFolder('growth-')
  await createSqliteData(DATA, collection)
  return { settings: { DATA }, pids: async () => [], folder: DATA }
}

function findGrowth({ samples }: Measured): string[] {
  return [...samples].flatMap(([workload, ofWorkload]) => {
    const worst = Math.max(1, ...medianRatios(ofWorkload)).toFixed(2)
    return Number(worst) > limit ? [`${workload} costs ${worst} × as much as with the fewest plants.`] : []
  })
}
