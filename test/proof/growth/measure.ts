// Measures each workload on databases of all sizes in turn, so that a machine that becomes slower affects all of them.
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Spread, spreadOf } from '../../bench/figures.ts'
import type { GrownDatabase } from './engine.ts'
import { startLoad } from './load.ts'
import { type Operation, type Random, type Workload, workloads } from './workloads.ts'

/** In µs for each operation. */
interface Sample {
  /** CPU time of a request: of the service and of the process of the database. */
  request: number
  /** The part of the database, if it is another process. */
  database: number
  /** CPU time of the same call of the store without the service. */
  call: number
  /** From the call of the store to its end. */
  wall: number
}

export interface Cell {
  plants: number
  request: Spread
  database: Spread
  call: Spread
  wall: Spread
  /** The CPU time of a call / that with the fewest plants in the same round. */
  callRatio: Spread
  /** The same for a request. Its part besides the call is the least of all sizes, as caches make it differ. */
  ratio: Spread
}

export interface MeasuredWorkload {
  name: string
  /** By size, the smallest first. */
  cells: Cell[]
}

/** PostgreSQL plans the first five executions of a statement in a session anew. */
const warmUp = 8
/** The first rounds are for the compiler of JavaScript. */
const warmUpRounds = 3
const readsPerRound = 60
const writesPerRound = 25

/** @param databases The smallest first. */
export async function measure(
  databases: GrownDatabase[],
  rounds: number,
  random: Random,
  say: (text: string) => void,
): Promise<MeasuredWorkload[]> {
  const load = startLoad()
  const samples = workloads.map(() => databases.map((): Sample[] => []))
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const [row, workload] of workloads.entries()) {
      for (const column of shuffled([...databases.keys()], random)) {
        const database = databases[column]
        if (database === undefined) continue
        const sample = await sampleOf(workload, database, random, load.send)
        if (round >= 0) samples[row]?.[column]?.push(sample)
      }
    }
    if (round >= 0 && (round + 1) % 10 === 0) say(`${round + 1} of ${rounds} rounds`)
  }
  await load.end()
  return workloads.map(({ name }, row) => ({ name, cells: cellsOf(databases, samples[row] ?? []) }))
}

type Send = ReturnType<typeof startLoad>['send']

async function sampleOf(workload: Workload, database: GrownDatabase, random: Random, send: Send): Promise<Sample> {
  const { plants, serverPid, service } = database
  const { store, url } = service
  const count = Math.min(warmUp + (workload.isWrite ? writesPerRound : readsPerRound), plants / 10)
  const operations = () => workload.operations(plants, count, random)
  const requested = await measured(operations(), serverPid, async (some) => {
    const ids = await send(
      url,
      some.map(({ request }) => request),
    )
    return () => Promise.all(some.map(({ undo }, index) => undo?.(store, ids[index])))
  })
  const called = await measured(operations(), serverPid, async (some) => {
    for (const { call } of some) await call(store)
    return () => Promise.all(some.map(({ undo }) => undo?.(store)))
  })
  return { request: requested.cpu, database: requested.server, call: called.cpu, wall: called.wall }
}

/** @param run Returns a function that restores the plants. */
async function measured(
  operations: Operation[],
  serverPid: GrownDatabase['serverPid'],
  run: (operations: Operation[]) => Promise<() => Promise<unknown>>,
): Promise<{ cpu: number; server: number; wall: number }> {
  const undoFirst = await run(operations.slice(0, warmUp))
  const rest = operations.slice(warmUp)
  const pid = await serverPid()
  const before = await cpuTime(pid)
  const start = performance.now()
  const undo = await run(rest)
  const wall = (performance.now() - start) * 1000
  const after = await cpuTime(pid)
  await undoFirst()
  await undo()
  const server = after.server - before.server
  const cpu = after.own - before.own + server
  return { cpu: cpu / rest.length, server: server / rest.length, wall: wall / rest.length }
}

/** Of this thread, and of a process, in µs. */
async function cpuTime(pid: number | undefined): Promise<{ own: number; server: number }> {
  // The first number is the time on a CPU in ns, https://docs.kernel.org/scheduler/sched-stats.html
  const server = pid === undefined ? 0 : Number((await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')[0]) / 1000
  // The time of a thread is exact after a pause only.
  await sleep(1)
  const { user, system } = process.threadCpuUsage()
  return { own: user + system, server }
}

/** @param samples By size, the fewest plants first. */
function cellsOf(databases: GrownDatabase[], samples: Sample[][]): Cell[] {
  const fewest = samples[0]?.map(({ call }) => call) ?? []
  const besides = Math.min(...samples.map((some) => spread(some.map(({ request, call }) => request - call)).median))
  return databases.map(({ plants }, column) => {
    const some = samples[column] ?? []
    const ratio = (rest: number) =>
      spread(some.map(({ call }, round) => (rest + call) / (rest + (fewest[round] ?? Number.NaN))))
    return {
      plants,
      request: spread(some.map(({ request }) => request)),
      database: spread(some.map(({ database }) => database)),
      call: spread(some.map(({ call }) => call)),
      wall: spread(some.map(({ wall }) => wall)),
      callRatio: ratio(0),
      ratio: ratio(besides),
    }
  })
}

function spread(values: number[]): Spread {
  const found = spreadOf(values)
  if (found === undefined) throw new Error('There is no round.')
  return found
}

function shuffled<T>(values: T[], random: Random): T[] {
  return values
    .map((value) => ({ value, order: random(2 ** 30) }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ value }) => value)
}
