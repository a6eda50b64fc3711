// Runs one cell: a workload in one variant, on one contender.
import type { ContenderProcess } from './contender-process.ts'
import { headerOf, type Request, send } from './load.ts'
import type { Cell } from './plan.ts'
import { freshTarget, pageRequest, type Target, type Variant } from './workloads.ts'

export interface Measured {
  /** CPU time of all threads of the server for each request, in µs. */
  cpu: number
  perSecond: number
  /** In ms. */
  p50: number
  p99: number
}

/** One contender in a run, and what its caller knows of it. */
export interface Running {
  process: ContenderProcess
  /** Of each owner, those that it uses in turn. */
  tokens: string[][]
  /** The entity tags of the pages that `unchanged list` asks for, by the number of the request. */
  freshTags: Map<number, string>
  /** The plants that `create` has added and `delete` may delete. */
  created: Record<Variant, { owner: number; id: string }[]>
}

export async function measure(cell: Cell, running: Running): Promise<Measured> {
  const { workload, warmUp, variant } = cell
  const { process } = running
  if (workload.name === 'delete') await createMissing(cell, running)
  const tags =
    workload.name === 'unchanged list' && variant === 'repeated' ? await repeatedTags(cell, running) : undefined
  const targets = targetsOf(cell, running).map((target) => {
    return { ...target, tag: tags?.[target.number % 2] ?? running.freshTags.get(target.number) ?? '' }
  })
  const requests = targets.map(workload.request)
  const onHead = (offset: number) => (index: number, head: string) => {
    const { owner = 0 } = targets[offset + index] ?? {}
    running.created[variant].push({ owner, id: headerOf(head, 'Location').replace('plants/', '') })
  }
  const keeps = workload.name === 'create'
  await send(process.url, requests.slice(0, warmUp), keeps ? onHead(0) : undefined)
  const before = process.cpuMicroseconds()
  const { seconds, latencies } = await send(process.url, requests.slice(warmUp), keeps ? onHead(warmUp) : undefined)
  const cpu = process.cpuMicrosecondsSince(before) / workload.count
  latencies.sort()
  const percentile = (part: number) => latencies[Math.floor(latencies.length * part)] ?? 0
  return { cpu, perSecond: workload.count / seconds, p50: percentile(0.5), p99: percentile(0.99) }
}

function targetsOf(cell: Cell, running: Running): Target[] {
  const { first, warmUp, workload, variant } = cell
  return Array.from({ length: warmUp + workload.count }, (_, index) => {
    const deleted = workload.name === 'delete' ? running.created[variant].shift() : undefined
    const target = targetOf(first + index, cell, running.tokens)
    if (deleted === undefined) return target
    const token = running.tokens[deleted.owner]?.[target.slot] ?? ''
    return { ...target, owner: deleted.owner, token, created: deleted.id }
  })
}

function targetOf(
  number: number,
  { variant, workload }: Pick<Cell, 'variant' | 'workload'>,
  tokens: string[][],
): Target & { slot: number } {
  const isRepeated = variant === 'repeated'
  const target = isRepeated ? { owner: 0, position: 0, slot: 0 } : freshTarget(number, workload.writes ?? false)
  return { ...target, token: tokens[target.owner]?.[target.slot] ?? '', number, isRepeated, tag: '', created: '' }
}

// Without the workload `create`, there is nothing to delete yet.
async function createMissing(cell: Cell, { process, tokens, created }: Running): Promise<void> {
  const { first, warmUp, workload, variant } = cell
  const missing = Math.max(0, warmUp + workload.count - created[variant].length)
  const targets = Array.from({ length: missing }, (_, index) => targetOf(first + index, cell, tokens))
  const requests = targets.map(({ token }) => creation(token))
  await send(process.url, requests, (index, head) => {
    created[variant].push({ owner: targets[index]?.owner ?? 0, id: headerOf(head, 'Location').replace('plants/', '') })
  })
}

function creation(token: string): Request {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return { method: 'POST', path: '/plants', headers, body: '{"name":"Monstera deliciosa"}', status: 201 }
}

/** The tags of the pages of 20 and of 100. */
async function repeatedTags(cell: Cell, { process, tokens }: Running): Promise<string[]> {
  return tagsOf(
    process,
    [0, 1].map((number) => targetOf(number, cell, tokens)),
  )
}

/** Asks for the pages that `unchanged list` asks for later, in another process of the same contender. */
export async function learnTags(
  rounds: Cell[][],
  process: ContenderProcess,
  tokens: string[][],
): Promise<Map<number, string>> {
  const cells = rounds
    .flat()
    .filter(({ workload, variant }) => workload.name === 'unchanged list' && variant === 'fresh')
  const targets = cells.flatMap((cell) =>
    Array.from({ length: cell.warmUp + cell.workload.count }, (_, index) => targetOf(cell.first + index, cell, tokens)),
  )
  const tags = await tagsOf(process, targets)
  return new Map(targets.map(({ number }, index) => [number, tags[index] ?? '']))
}

async function tagsOf(process: ContenderProcess, targets: Target[]): Promise<string[]> {
  const tags: string[] = []
  await send(process.url, targets.map(pageRequest), (index, head) => {
    tags[index] = headerOf(head, 'ETag')
  })
  return tags
}
