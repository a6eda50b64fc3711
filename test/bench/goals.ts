// The goals of the service, and whether a run reaches them.
import { bare, ours, validatingFastify } from './contenders.ts'
import { type ContenderFigures, cpuOf, type Figures, ratioOf, spreadOf } from './figures.ts'
import { formatSpread } from './format.ts'
import { type Variant, variants, workloads } from './workloads.ts'

/** The least ratio for each workload. All refused requests have one goal. */
const least = {
  [bare.name]: {
    'list 20': 0.6,
    'list 100': 0.72,
    'unchanged list': 1.3,
    get: 0.55,
    create: 0.75,
    patch: 0.75,
    delete: 0.75,
  },
  [validatingFastify.name]: {
    ...{ 'list 20': 0.8, 'list 100': 1.0, 'unchanged list': 1.6, get: 0.8 },
    ...{ create: 0.9, patch: 0.9, delete: 0.9 },
  },
}
const leastRefused = 0.5
const refused = workloads.flatMap(({ name, refused }) => (refused === undefined ? [] : [name]))
const mostStarts = 3
const mostMegabytes = 90

export const goalColumns = ['Goal', 'Target', ...variants]

/** A row for each goal. */
export function goalRows(figures: Figures): string[][] {
  const find = (name: string) => figures.contenders.find((one) => one.name === name)
  const service = find(ours.name)
  if (service === undefined) return []
  const ratioRows = Object.entries(least).flatMap(([name, goals]) => {
    const peer = find(name)
    const all = { ...goals, ...(name === bare.name && Object.fromEntries(refused.map((one) => [one, leastRefused]))) }
    return Object.entries(all).map(([workload, target]) => [
      `× ${name}: ${workload}`,
      `≥ ${target.toFixed(2)}`,
      ...variants.map((variant) => (peer ? ratioCell(service, peer, variant, workload, target) : '')),
    ])
  })
  const cheapestRows = refused.map((workload) => [
    `${workload}: cheapest of all that refuse all ${refused.length}`,
    '≥ 1.00',
    ...variants.map((variant) => cheapestCell(figures, service, variant, workload)),
  ])
  return [...ratioRows, ...cheapestRows, ...startRows(service, find(bare.name))]
}

function ratioCell(
  service: ContenderFigures,
  peer: ContenderFigures,
  variant: Variant,
  workload: string,
  target: number,
): string {
  const ratio = ratioOf(service, peer, variant, workload)
  return ratio === undefined ? 'it does not refuse' : `${formatSpread(ratio, 2)} ${verdict(ratio.median >= target)}`
}

function cheapestCell({ contenders }: Figures, service: ContenderFigures, variant: Variant, workload: string): string {
  const refusesAll = (peer: ContenderFigures) => refused.every((name) => cpuOf(peer, variant, name))
  const peers = contenders.filter((peer) => peer !== service && refusesAll(peer))
  const cost = (peer: ContenderFigures) => cpuOf(peer, variant, workload)?.median ?? 0
  const [cheapest] = peers.toSorted((a, b) => cost(a) - cost(b))
  if (cheapest === undefined) return ''
  return `${ratioCell(service, cheapest, variant, workload, 1)} (${cheapest.name})`
}

function startRows(service: ContenderFigures, peer: ContenderFigures | undefined): string[][] {
  const pairs = service.starts.flatMap(({ milliseconds }, index) => {
    const other = peer?.starts[index]
    return other ? [milliseconds / other.milliseconds] : []
  })
  const times = spreadOf(pairs)
  const memory = spreadOf(service.starts.map(({ megabytes }) => megabytes))
  return [
    [
      'Time to the first response / that of bare node:http',
      `≤ ${mostStarts}`,
      times ? `${formatSpread(times, 1)} ${verdict(times.median <= mostStarts)}` : '',
      '',
    ],
    [
      'Memory after the first response',
      `≤ ${mostMegabytes} MB`,
      memory ? `${formatSpread(memory, 0)} ${verdict(memory.median <= mostMegabytes)}` : '',
      '',
    ],
  ]
}

function verdict(isReached: boolean): string {
  return isReached ? '✓' : '✗'
}
