// docs/performance.md, generated from the figures of the last complete run and from notes.md, which is written by hand.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ours } from './contenders.ts'
import { changedOwners, plantsPerOwner, readOwners, tokensPerOwner } from './data.ts'
import { type ContenderFigures, cpuOf, type Figures, ratioOf, readFigures, spreadOf } from './figures.ts'
import { formatNumber, formatSpread, table } from './format.ts'
import { goalColumns, goalRows } from './goals.ts'
import { plot, renderPlot } from './plot.ts'
import { type Variant, variants, workloads } from './workloads.ts'

export const page = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))
const notes = new URL('notes.md', import.meta.url)

const kinds = [
  { title: 'good requests', names: workloads.filter(({ refused }) => !refused).map(({ name }) => name) },
  { title: 'refused requests', names: workloads.filter(({ refused }) => refused).map(({ name }) => name) },
]

/** Writes the page and its plot from the stored figures. */
export async function writePage(): Promise<void> {
  const figures = await readFigures()
  await writeFile(page, await renderPage(figures))
  await writeFile(plot, renderPlot(figures))
}

export async function renderPage(figures: Figures): Promise<string> {
  const { contenders } = figures
  return [
    introduction(figures),
    `## Goals\n\n${goalText}\n\n${table(goalColumns, goalRows(figures))}`,
    `## CPU time\n\nCPU time of the server for one request in µs: the median of the rounds, and in brackets the least and the most.\n`,
    ...tables(contenders, (one, variant, workload) => {
      const cpu = cpuOf(one, variant, workload)
      return cpu && formatSpread(cpu, 0)
    }),
    `## Ratios\n\n${ratioText}\n`,
    ...ratioTables(contenders),
    `## Throughput and latency\n\nRequests per second / median latency / 99th percentile of the latency in ms: medians of the rounds.\n`,
    ...tables(contenders, latencyCell),
    `## Start and memory\n\n${startText}\n\n${table(startColumns, contenders.map(startRow))}`,
    `## What each validates\n\n${validationText}\n\n${validationTable(contenders)}`,
    await readFile(notes, 'utf8'),
  ].join('\n')
}

function introduction({ date, node, rounds, seed, seconds, versions }: Figures): string {
  const list = Object.entries(versions).map(([name, version]) => `\`${name}\` ${version}`)
  return `# Performance

How much CPU time the service needs for a request, compared with other stacks for Node in the same run. \`make bench
RECORD=1\` generates this page. Do not edit it: the last sections are in \`test/bench/notes.md\`.

![CPU time per request of each stack, for six workloads](performance.svg)

${date}, Node ${node.slice(1)}, ${rounds} rounds, seed ${seed}, ${Math.round(seconds / 60)} minutes. ${list.join(', ')}.

## What is compared

- All stacks implement the contract over the same plants, with the same tokens, and with the same durability: SQLite with a
  write-ahead log, \`synchronous = FULL\`, and a commit for each write. All verify RS256 tokens with \`jose\`. All send
  \`ETag\`, \`Link\`, \`Last-Modified\`, \`Location\`, \`Cache-Control\`, \`Vary\`, \`Request-Id\` and problem documents, and evaluate
  \`If-None-Match\` and \`If-Match\`. Before the run, each must respond to the same good requests like the service.
- The service runs as in production: built, with a log, metrics, limits, security headers, CORS, all checks of the contract,
  idempotency keys, and the validation of every response.
- The peers have no log, no metrics, no limits, no security headers, no CORS and no idempotency keys, and their databases no
  triggers. They are compiled to JavaScript before the run. They share their code for the store, tokens, tags and problems in
  \`tools/peers/shared/\`. It is short and fast, and remembers 1,000 verified tokens until they expire. Each framework is set up
  as its documentation says, with four changes. Fastify refuses unknown fields instead of removing them.
  openapi-backend gets the contract as OpenAPI 3.0. Hono's schemas are written by hand from the
  contract, and its responses are parsed by hand.
- **Repeated** requests ask one owner's page or plant again and again. **Fresh** reads never ask for the same twice:
  ${formatNumber(readOwners, 0)} owners with ${plantsPerOwner} plants take turns, and ${formatNumber(changedOwners, 0)} others are changed. Each uses
  ${tokensPerOwner} tokens in turn. Together these are more tokens and pages than any cache holds. Writes are real in both: each patch has
  a new name, and each deletion another plant.

## How it is measured

- The server runs on one core, and the load on another: 16 connections, each one request after the other. The load fails if a
  response has an unexpected status.
- CPU time is the time of all threads of the server on a CPU, as the kernel counts it, divided by the requests.
- Each process stays alive during all rounds, and only one is under load at a time. Two rounds before the others warm up. In each
  round the order of workloads and stacks is shuffled, and all stacks run the same workload directly after each other.
- Figures of different machines and runs cannot be compared. Ratios of the same run can.
`
}

const goalText = `CPU time per request of the peer / that of the service: above 1, the service is cheaper. Each is the median of the
rounds, and in brackets the least and the most.`

const ratioText = `CPU time per request of the peer / that of the service, both of the same round: above 1, the service is cheaper. The median
of the rounds, and in brackets the least and the most.`

const startText = `From the start of the process to its first page of plants, with ${plantsPerOwner} plants: the median, and in brackets the least and the
most. Memory is what the process has in RAM, after this response and after all rounds.`

const validationText = `✓: the same status and problem as the service. Otherwise, the status that the stack sends. Derived from the responses before
the run. A workload of refused requests has no figures for a stack that does not refuse them.`

type CellText = (contender: ContenderFigures, variant: Variant, workload: string) => string | undefined

function tables(contenders: ContenderFigures[], text: CellText): string[] {
  return kinds.flatMap(({ title, names }) =>
    variants.map((variant) => {
      const rows = contenders.map((one) => [one.name, ...names.map((name) => text(one, variant, name) ?? '—')])
      return `### ${variant[0]?.toUpperCase()}${variant.slice(1)}, ${title}\n\n${table(['', ...names], rows)}`
    }),
  )
}

function ratioTables(contenders: ContenderFigures[]): string[] {
  const service = contenders.find(({ name }) => name === ours.name)
  if (service === undefined) return []
  const peers = contenders.filter((one) => one !== service)
  return tables(peers, (peer, variant, workload) => {
    const ratio = ratioOf(service, peer, variant, workload)
    return ratio && formatSpread(ratio, 2)
  })
}

function latencyCell({ cells }: ContenderFigures, variant: Variant, workload: string): string | undefined {
  const rounds = cells[variant][workload] ?? []
  const median = (name: 'perSecond' | 'p50' | 'p99') => spreadOf(rounds.map((one) => one[name]))?.median ?? 0
  if (rounds.length === 0) return undefined
  return `${formatNumber(median('perSecond'), 0)} / ${formatNumber(median('p50'), 1)} / ${formatNumber(median('p99'), 1)}`
}

const startColumns = ['', 'First response (ms)', 'Memory then (MB)', 'Memory after the load (MB)']

function startRow({ name, starts, megabytes }: ContenderFigures): string[] {
  const time = spreadOf(starts.map(({ milliseconds }) => milliseconds))
  const memory = spreadOf(starts.map((start) => start.megabytes))
  return [name, time ? formatSpread(time, 0) : '', memory ? formatSpread(memory, 0) : '', formatNumber(megabytes, 0)]
}

function validationTable(contenders: ContenderFigures[]): string {
  const service = contenders.find(({ name }) => name === ours.name)
  const peers = contenders.filter((one) => one !== service)
  const rows = Object.entries(service?.validation ?? {}).map(([request, { status }]) => [
    request,
    String(status),
    ...peers.map(({ validation }) => {
      const received = validation[request]
      return received?.isSame ? '✓' : String(received?.status ?? '')
    }),
  ])
  return table(['Request', ours.name, ...peers.map(({ name }) => name)], rows)
}

/** For the end of a run: a table of the CPU time, and one of the ratios to bare node:http and others. */
export function summary({ contenders }: Pick<Figures, 'contenders'>): string {
  const service = contenders.find(({ name }) => name === ours.name)
  const width = Math.max(...contenders.map(({ name }) => name.length))
  return variants
    .flatMap((variant) => [
      `\nCPU µs per request, ${variant} (× peer / this service):`,
      ...workloads.flatMap(({ name: workload }) => {
        const lines = contenders.flatMap((one) => {
          const cpu = cpuOf(one, variant, workload)
          const ratio = service && ratioOf(service, one, variant, workload)
          if (cpu === undefined) return []
          return [
            `    ${one.name.padEnd(width)}  ${formatSpread(cpu, 0)}${ratio ? `  × ${formatSpread(ratio, 2)}` : ''}`,
          ]
        })
        return lines.length === 0 ? [] : [`  ${workload}`, ...lines]
      }),
    ])
    .join('\n')
}
