// The figures of the last complete run, and what is computed from them: medians, and ratios of the same round.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Measured } from './measure.ts'
import type { Start } from './starts.ts'
import type { Variant } from './workloads.ts'

export interface Figures {
  date: string
  node: string
  seed: number
  rounds: number
  seconds: number
  /** Of the packages of the peers. */
  versions: Record<string, string>
  /** In the order of the tables. */
  contenders: ContenderFigures[]
}

export interface ContenderFigures {
  name: string
  /** By workload, each round in its order. A workload is missing if the contender does not refuse its requests. */
  cells: Record<Variant, Record<string, Measured[]>>
  starts: Start[]
  /** After all rounds. */
  megabytes: number
  /** By bad request: the status, and whether it is the same problem as that of the service. */
  validation: Record<string, { status: number; isSame: boolean }>
}

const file = fileURLToPath(new URL('figures.json', import.meta.url))

export async function readFigures(): Promise<Figures> {
  return JSON.parse(await readFile(file, 'utf8'))
}

export async function writeFigures(figures: Figures): Promise<void> {
  const rounded = (_name: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value)
  const text = JSON.stringify({ ...JSON.parse(JSON.stringify(figures, rounded)), seed: figures.seed }, null, 1)
  // The innermost objects are one line each.
  await writeFile(file, `${text.replaceAll(/\{[^{}]*\}/g, (object) => object.replaceAll(/\s+/g, ' '))}\n`)
}

export interface Spread {
  median: number
  least: number
  most: number
}

/** `undefined` for no values. */
export function spreadOf(values: number[]): Spread | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const [least] = sorted
  const most = sorted.at(-1)
  if (least === undefined || most === undefined) return undefined
  const half = sorted.length / 2
  const median = ((sorted[Math.ceil(half) - 1] ?? least) + (sorted[Math.floor(half)] ?? most)) / 2
  return { median, least, most }
}

export function cpuOf({ cells }: ContenderFigures, variant: Variant, workload: string): Spread | undefined {
  return spreadOf((cells[variant][workload] ?? []).map(({ cpu }) => cpu))
}

/** CPU time per request of a peer / that of the service, each from the same round. Above 1, the service is cheaper. */
export function ratioOf(
  ours: ContenderFigures,
  peer: ContenderFigures,
  variant: Variant,
  workload: string,
): Spread | undefined {
  const theirs = peer.cells[variant][workload] ?? []
  const rounds = ours.cells[variant][workload] ?? []
  return spreadOf(rounds.flatMap(({ cpu }, round) => (theirs[round] ? [theirs[round].cpu / cpu] : [])))
}
