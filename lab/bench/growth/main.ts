// make growth: shows that a request costs the same, however many plants there are.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { refuse } from '../../../stack/environment.ts'
import { newFolder } from '../../../stack/test/support/folder.ts'
import { printResult, type Row } from '../../print-result.ts'
import { type Collection, createSqliteData, largeOwner } from '../runner/collection.ts'
import { findInvalid, medianRatios, ratioRows } from '../runner/ratios.ts'
import { type Measured, measureRounds } from '../runner/rounds.ts'
import { type Run, start } from '../runner/run.ts'
import { buildService, cpuOfProcess, startBuiltService } from '../runner/server-process.ts'
import { type Database, startPostgres } from './postgres.ts'
import { type GrowthSubject, growthWorkloads } from './workloads.ts'

/** The most that a request may cost, as a multiple of its cost with the fewest plants. */
const limit = 1.3
const plantsPerOwner = 20

/** In PostgreSQL, 10 million plants with their indexes and its buffers need 32 GB of memory. */
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
  const { rounds, seed, random, say } = run
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
      const subject = await startSubject(run, collection, database)
      subjects.push(subject)
      say(`${engine}: loaded ${subject.name} plants`)
    }
    await forgetFiles(folders)
    const groups = growthWorkloads((below) => Math.floor(random() * below), subjects)
    const prepareRound = () => readFiles(folders)
    const measured = await measureRounds({ subjects, groups, rounds, random, say, prepareRound })
    const names = subjects.map(({ name }) => name)
    rows.push(...ratioRows(measured.samples, names).map((row) => ({ Engine: engine, ...row })))
    errors.push(...[...findInvalid(measured), ...findGrowth(measured)].map((line) => `${engine}: ${line}`))
  }
  const shows = `CPU time per request in µs, and × with more plants: at most ${limit}.`
  const command = `make growth SEED=${seed} ROUNDS=${rounds}${SIZES && ` SIZES=${SIZES}`}${ENGINE && ` ENGINE=${ENGINE}`}`
  printResult({ title: 'Growth', shows, command, rows }, errors)
})

/**
 * Removes the files from memory. What Linux reads ahead at the start of the service is in blocks of up to 2 MiB, and a write of
 * one page of such a block takes much longer (ext4 of Linux 6.18).
 */
async function forgetFiles(folders: string[]): Promise<void> {
  for (const path of await filesIn(folders)) {
    // PostgreSQL removes small files at any time.
    await execa('sync', [path], { reject: false })
    await execa('dd', [`if=${path}`, 'iflag=nocache', 'count=0'], { reject: false })
  }
}

/** So that the system has the files in memory. Some systems remove what was not used for a minute. */
async function readFiles(folders: string[]): Promise<void> {
  for (const path of await filesIn(folders)) readFromEnd(path)
}

async function filesIn(folders: string[]): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
  )
  return found.flat()
}

/** In pieces: nothing is read ahead. */
function readFromEnd(path: string): void {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const piece = Buffer.alloc(65_536)
    for (let end = fstatSync(file).size; end > 0; end -= piece.length) {
      readSync(file, piece, { position: Math.max(0, end - piece.length) })
    }
  } catch (error) {
    // As above.
    if (Object(error).code !== 'ENOENT') throw error
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

async function loadSqlite(collection: Collection): Promise<Database> {
  const DATA = await newFolder('growth-')
  await createSqliteData(DATA, collection)
  return { settings: { DATA }, pids: async () => [], folder: DATA }
}

async function startSubject(
  { settings, signToken }: Run,
  collection: GrowthSubject['collection'],
  database: Database,
): Promise<GrowthSubject> {
  const service = await startBuiltService({ ...settings, ...database.settings })
  return {
    name: collection.plants.toLocaleString('en'),
    url: service.url,
    cpu: async () => (await database.pids()).reduce((sum, pid) => sum + cpuOfProcess(pid), service.cpu()),
    collection,
    token: signToken,
    largeToken: await signToken(largeOwner),
    created: [],
  }
}

function findGrowth({ samples }: Measured): string[] {
  return [...samples].flatMap(([workload, ofWorkload]) => {
    const worst = Math.max(1, ...medianRatios(ofWorkload)).toFixed(2)
    return Number(worst) > limit ? [`${workload} costs ${worst} × as much as with the fewest plants.`] : []
  })
}
