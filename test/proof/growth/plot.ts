// docs/images/growth.svg: a panel for each workload, with a line for each engine.
import { fileURLToPath } from 'node:url'
import type { Figures } from './figures.ts'
import { limit } from './goal.ts'
import type { Cell } from './measure.ts'
import { workloads } from './workloads.ts'

export const plot = fileURLToPath(new URL('../../../docs/images/growth.svg', import.meta.url))

const columns = 3
const panel = { width: 310, height: 190, left: 40, right: 24, top: 34, bottom: 36 }
const margin = { left: 16, top: 64, bottom: 8 }
const classes = ['first', 'second']

export function renderPlot({ engines }: Figures): string {
  const rows = Math.ceil(workloads.length / columns)
  const size = {
    width: margin.left * 2 + columns * panel.width,
    height: margin.top + rows * panel.height + margin.bottom,
  }
  const most = Math.max(1.5, ...engines.flatMap((one) => one.workloads.flatMap(({ cells }) => cells.map(ratioOf))))
  const top = Math.ceil(most * 2) / 2
  const panels = workloads.map(({ name }, index) => {
    const x = margin.left + (index % columns) * panel.width
    const y = margin.top + Math.floor(index / columns) * panel.height
    const lines = engines.map((one) => one.workloads.find((workload) => workload.name === name)?.cells ?? [])
    return `<g transform="translate(${x} ${y})">\n${renderPanel(name, lines, top)}\n</g>`
  })
  const legend = engines.map(({ name }, index) => {
    const x = margin.left + index * 120
    return `<g class="${classes[index]}"><path d="M${x} 45h24"/><circle cx="${x + 12}" cy="45" r="3.5"/></g><text x="${x + 32}" y="49">${name}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" font-family="system-ui, sans-serif" font-size="12" role="img">
<title>CPU time of a request by the number of plants, as a multiple of that with the fewest plants</title>
<style>
.page { fill: #fff } text { fill: #1f2328 } .quiet { fill: #57606a } path { fill: none; stroke-width: 2 }
.axis { stroke: #d0d7de; stroke-width: 1 } .limit { stroke: #cf222e; stroke-width: 1; stroke-dasharray: 4 3 }
.first path { stroke: #0969da } .first circle { fill: #0969da } .second path { stroke: #bc4c00 } .second circle { fill: #bc4c00 }
@media (prefers-color-scheme: dark) {
.page { fill: #0d1117 } text { fill: #e6edf3 } .quiet { fill: #8b949e } .axis { stroke: #30363d } .limit { stroke: #f85149 }
.first path { stroke: #58a6ff } .first circle { fill: #58a6ff } .second path { stroke: #f0883e } .second circle { fill: #f0883e }
}
</style>
<rect class="page" width="100%" height="100%"/>
<text x="${margin.left}" y="26" font-size="17" font-weight="600">CPU time of a request by the number of plants (fewest plants = 1)</text>
${legend.join('\n')}
<path class="limit" d="M${margin.left + 260} 45h24"/><text x="${margin.left + 292}" y="49">limit: ${limit}</text>
${panels.join('\n')}
</svg>
`
}

function ratioOf({ ratio }: Cell): number {
  return ratio.median
}

function renderPanel(name: string, lines: Cell[][], top: number): string {
  const width = panel.width - panel.left - panel.right
  const height = panel.height - panel.top - panel.bottom
  const sizes = lines[0]?.map(({ plants }) => plants) ?? []
  const [first = 1] = sizes
  const decades = Math.log10((sizes.at(-1) ?? first) / first) || 1
  const x = (plants: number) => (panel.left + (Math.log10(plants / first) / decades) * width).toFixed(1)
  const y = (ratio: number) => (panel.top + height * (1 - ratio / top)).toFixed(1)
  const end = panel.left + width
  const ticks = Array.from({ length: top * 2 + 1 }, (_, index) => index / 2)
  return [
    `<text x="${panel.left}" y="20" font-size="14" font-weight="600">${name}</text>`,
    ...ticks.map(
      (tick) =>
        `<path class="axis" d="M${panel.left} ${y(tick)}H${end}"/><text class="quiet" x="${panel.left - 6}" y="${Number(y(tick)) + 4}" text-anchor="end">${tick}</text>`,
    ),
    ...sizes.map(
      (plants) =>
        `<text class="quiet" x="${x(plants)}" y="${panel.top + height + 18}" text-anchor="middle">${short(plants)}</text>`,
    ),
    `<path class="limit" d="M${panel.left} ${y(limit)}H${end}"/>`,
    ...lines.map((cells, index) => {
      const points = cells.map((cell) => ({ at: x(cell.plants), value: y(ratioOf(cell)) }))
      const path = points.map(({ at, value }) => `${at} ${value}`).join('L')
      const dots = points.map(({ at, value }) => `<circle cx="${at}" cy="${value}" r="3.5"/>`)
      return `<g class="${classes[index]}"><path d="M${path}"/>${dots.join('')}</g>`
    }),
  ].join('\n')
}

function short(plants: number): string {
  return plants >= 1_000_000 ? `${plants / 1_000_000} M` : `${plants / 1_000} k`
}
