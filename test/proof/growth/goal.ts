// What a run must show, and its result as text.
import { formatSpread } from '../../bench/format.ts'
import type { EngineFigures, Figures } from './figures.ts'

/** The most that a request may cost with the most plants, as a multiple of its cost with the fewest. */
export const limit = 1.3

/** Of the medians of all workloads and sizes. */
export function worstRatio({ workloads }: EngineFigures): number {
  const ratios = workloads.flatMap(({ cells }) => cells.map(({ ratio }) => ratio.median))
  return Number(Math.max(...ratios).toFixed(2))
}

/** One line for each goal that is missed. */
export function faultsOf({ engines }: Figures): string[] {
  return engines.flatMap(({ name, workloads, inspections }) => [
    ...workloads.flatMap((workload) =>
      workload.cells
        .filter(({ ratio }) => ratio.median > limit)
        .map(({ plants, ratio }) => {
          const times = `${ratio.median.toFixed(2)} × as much as with the fewest`
          return `${name}, ${workload.name}: with ${plants.toLocaleString('en')} plants it costs ${times}.`
        }),
    ),
    ...inspections.flatMap(({ plants, plans }) =>
      plans.flatMap((plan) =>
        plan.faults.map((fault) => `${name}, ${plants.toLocaleString('en')} plants, ${plan.name}: ${fault}`),
      ),
    ),
  ])
}

export function summary({ engines }: Figures): string {
  const lines = engines.flatMap(({ name, workloads, inspections }) => [
    `\n${name}: CPU µs of a request, and of its call of the store, × the fewest plants: median (least–most) of the rounds`,
    ...workloads.flatMap((workload) => [
      `  ${workload.name}`,
      ...workload.cells.map(({ plants, request, ratio, call, callRatio }) => {
        const size = plants.toLocaleString('en').padStart(12)
        return `  ${size}  ${formatSpread(request, 0)} × ${formatSpread(ratio, 2)}   ${formatSpread(call, 0)} × ${formatSpread(callRatio, 2)}`
      }),
    ]),
    ...inspections.map(({ plants, bytes }) => {
      const parts = Object.entries(bytes).map(([part, size]) => `${part} ${(size / plants).toFixed(0)}`)
      return `  bytes per plant, ${plants.toLocaleString('en')}: ${parts.join(', ')}`
    }),
  ])
  return lines.join('\n')
}
