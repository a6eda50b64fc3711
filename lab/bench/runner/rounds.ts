// The plan of a run: rounds in which every workload runs on every subject. The order is shuffled in each round, and all
// subjects run the same workload directly after each other, so a machine that becomes slower affects all of them.
import { type OnResponse, type Request, send } from './load.ts'
import { measureOtherLoad } from './machine.ts'

/** What is compared: a stack, or a database of some size. */
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
  /** The measured requests of one round. */
  count: number
  batch: (subject: S, count: number) => Batch | Promise<Batch>
}

interface Plan<S extends Subject> {
  /** The first one is the one that the others are compared with. */
  subjects: S[]
  /** The workloads of a group run in their order. */
  groups: Workload<S>[][]
  rounds: number
  /** From 0 to 1. */
  random: () => number
  say: (text: string) => void
}

export interface Measured {
  /** CPU time for each request in µs: by workload, subject and round. */
  samples: Map<string, number[][]>
  /** Cores that other programs used, on average. */
  otherLoad: number
}

/** In the first rounds, V8 compiles the code. */
export const warmUpRounds = 2

/** The requests of a workload in one round. The first ones are not measured. */
export function batchSize(count: number): number {
  return count + Math.ceil(count / 10)
}

export async function measureRounds<S extends Subject>(plan: Plan<S>): Promise<Measured> {
  const { subjects, groups, rounds, random, say } = plan
  const samples = new Map(groups.flat().map(({ name }) => [name, subjects.map((): number[] => [])]))
  const otherLoads: number[] = []
  for (let round = -warmUpRounds; round < rounds; round++) {
    otherLoads.push(await measureOtherLoad())
    for (const workload of shuffled(groups, random).flat()) {
      for (const subject of shuffled(subjects, random)) {
        const cpu = await measure(workload, subject)
        if (round >= 0) samples.get(workload.name)?.[subjects.indexOf(subject)]?.push(cpu)
      }
    }
    say(round < 0 ? 'warm-up round' : `round ${round + 1} of ${rounds}`)
  }
  return { samples, otherLoad: otherLoads.reduce((sum, one) => sum + one) / otherLoads.length }
}

async function measure<S extends Subject>({ name, count, batch }: Workload<S>, subject: S): Promise<number> {
  try {
    const { requests, onResponse } = await batch(subject, batchSize(count))
    const first = requests.length - count
    await send(subject.url, requests.slice(0, first), onResponse)
    const before = await subject.cpu()
    await send(subject.url, requests.slice(first), (index, response) => onResponse?.(first + index, response))
    return ((await subject.cpu()) - before) / count
  } catch (error) {
    throw new Error(`${subject.name}, ${name}: ${error instanceof Error ? error.message : error}`)
  }
}

function shuffled<T>(items: T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ item }) => item)
}
