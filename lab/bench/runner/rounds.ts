// The rounds of a run: in each, every workload runs on every subject, in a shuffled order. All subjects run the same
// workload in short turns, one after the other, so a machine that becomes slower affects all of them.
import { Agent } from 'node:http'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OnResponse, type Request, sendOver } from './load.ts'
import type { Run } from './run.ts'

/** One of the compared services: a stack, or a service over a database of some size. */
export interface Subject {
  name: string
  url: string
  /** CPU time so far, in µs. */
  cpu: () => number | Promise<number>
}

interface Batch {
  requests: Request[]
  onResponse?: OnResponse
}

export interface Workload<S extends Subject> {
  name: string
  count: number
  batch: (subject: S, count: number) => Batch | Promise<Batch>
}

interface Plan<S extends Subject> {
  /** The others are compared with the first. */
  subjects: S[]
  groups: Workload<S>[][]
  prepareRound?: () => Promise<void>
}

export interface Measurement {
  names: string[]
  /** CPU time of a request in µs, by workload, subject and round. */
  samples: Map<string, number[][]>
  /** Average number of cores that other programs used. */
  otherLoad: number
}

/** Number of rounds that are not measured, in which V8 compiles the code. */
export const warmUpRounds = 2
/** Number of measured turns of a subject in a round of a workload. */
const turns = 10

/** Returns the number of requests of a workload in a round. The requests of the first turn are not measured. */
export function batchSize(count: number): number {
  return count + turnSize(count)
}

const turnSize = (count: number) => Math.ceil(count / turns)

export async function measureRounds<S extends Subject>(run: Run, plan: Plan<S>): Promise<Measurement> {
  const { rounds, random, print } = run
  const { subjects, groups, prepareRound } = plan
  const samples = new Map(groups.flat().map(({ name }) => [name, subjects.map((): number[] => [])]))
  const otherLoads: number[] = []
  for (let round = -warmUpRounds; round < rounds; round++) {
    await prepareRound?.()
    otherLoads.push(await measureOtherLoad())
    for (const workload of shuffle(groups, random).flat()) {
      const costs = await measure(workload, subjects, random)
      if (round < 0) continue
      for (const [index, cost] of costs.entries()) samples.get(workload.name)?.[index]?.push(cost)
    }
    print(round < 0 ? 'warm-up round' : `round ${round + 1} of ${rounds}`)
  }
  const otherLoad = otherLoads.reduce((sum, load) => sum + load) / otherLoads.length
  return { names: subjects.map(({ name }) => name), samples, otherLoad }
}

async function measure<S extends Subject>(
  { name, count, batch }: Workload<S>,
  subjects: S[],
  random: () => number,
): Promise<number[]> {
  const loads = []
  for (const subject of subjects) {
    const connections = new Agent({ keepAlive: true })
    loads.push({ subject, ...(await batch(subject, batchSize(count))), connections, cpu: 0 })
  }
  for (let first = 0; first < batchSize(count); first += turnSize(count)) {
    for (const load of shuffle(loads, random)) {
      const { subject, requests, onResponse, connections } = load
      const before = await subject.cpu()
      const turnRequests = requests.slice(first, first + turnSize(count))
      await sendOver(connections, subject.url, turnRequests, (index, response) =>
        onResponse?.(first + index, response),
      ).catch((error) => {
        throw new Error(`${subject.name}, ${name}: ${error instanceof Error ? error.message : error}`)
      })
      if (first > 0) load.cpu += (await subject.cpu()) - before
    }
  }
  for (const { connections } of loads) connections.destroy()
  return loads.map(({ cpu }) => cpu / count)
}

function shuffle<T>(items: T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .toSorted((first, second) => first.order - second.order)
    .map(({ item }) => item)
}

/** Measures how many cores are used while the programs of the run are idle. */
async function measureOtherLoad(): Promise<number> {
  const before = busyMs()
  await sleep(500)
  return (busyMs() - before) / 500
}

function busyMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
}
