// docs/performance.svg: a panel for each main workload, with two bars for each stack.
import { fileURLToPath } from 'node:url'
import { ours } from './contenders.ts'
import { type ContenderFigures, cpuOf, type Figures } from './figures.ts'
import { formatNumber } from './format.ts'
import { variants } from './workloads.ts'

export const plot = fileURLToPath(new URL('../../docs/performance.svg', import.meta.url))

const shown = ['list 20', 'list 100', 'unchanged list', 'get', 'create', '404 plant']
const columns = 2
const panel = { width: 480, label: 190, bars: 220, top: 36, row: 26, bar: 10 }
const margin = { left: 16, top: 56, bottom: 12 }

export function renderPlot({ contenders }: Pick<Figures, 'contenders'>): string {
  const height = panel.top + contenders.length * panel.row + 16
  const rows = Math.ceil(shown.length / columns)
  const size = { width: margin.left * 2 + columns * panel.width, height: margin.top + rows * height + margin.bottom }
  const panels = shown.map((workload, index) => {
    const x = margin.left + (index % columns) * panel.width
    const y = margin.top + Math.floor(index / columns) * height
    return `<g transform="translate(${x} ${y})">\n${renderPanel(contenders, workload)}\n</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" font-family="system-ui, sans-serif" font-size="13" role="img">
<title>CPU time per request in µs</title>
<style>
.page { fill: #fff } text { fill: #1f2328 } .repeated { fill: #57606a } .fresh { fill: #afb8c1 }
.ours .repeated { fill: #1a7f37 } .ours .fresh { fill: #6fce87 } .ours text { font-weight: 600 }
@media (prefers-color-scheme: dark) {
.page { fill: #0d1117 } text { fill: #e6edf3 } .repeated { fill: #8b949e } .fresh { fill: #484f58 }
.ours .repeated { fill: #3fb950 } .ours .fresh { fill: #1f6b30 }
}
</style>
<rect class="page" width="100%" height="100%"/>
<text x="${margin.left}" y="30" font-size="18" font-weight="600">CPU time per request in µs: less is better</text>
${legend(size.width - 220)}
${panels.join('\n')}
</svg>
`
}

function legend(x: number): string {
  const entries = variants.map((variant, index) => {
    const at = x + index * 100
    return `<rect class="${variant}" x="${at}" y="20" width="12" height="12"/><text x="${at + 18}" y="30">${variant}</text>`
  })
  return entries.join('\n')
}

function renderPanel(contenders: ContenderFigures[], workload: string): string {
  const medians = (one: ContenderFigures) => variants.map((variant) => cpuOf(one, variant, workload)?.median)
  const most = Math.max(1, ...contenders.flatMap((one) => medians(one).map((median) => median ?? 0)))
  const rows = contenders.map((one, index) => {
    const y = panel.top + index * panel.row
    const bars = medians(one).map((median, bar) => {
      if (median === undefined) return ''
      const width = (median / most) * panel.bars
      const top = y + bar * (panel.bar + 1)
      const value = `<text x="${round(panel.label + width + 4)}" y="${top + panel.bar - 1}" font-size="10">${formatNumber(median, 0)}</text>`
      return `<rect class="${variants[bar]}" x="${panel.label}" y="${top}" width="${round(width)}" height="${panel.bar}"/>${value}`
    })
    const label = `<text x="${panel.label - 8}" y="${y + panel.bar + 4}" text-anchor="end">${one.name}</text>`
    return `<g${one.name === ours.name ? ' class="ours"' : ''}>${label}${bars.join('')}</g>`
  })
  return [`<text x="${panel.label}" y="22" font-size="15" font-weight="600">${workload}</text>`, ...rows].join('\n')
}

function round(value: number): string {
  return value.toFixed(1)
}
