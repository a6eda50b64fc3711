// make storm: the client against a service behind a network that fails, at length.

import { readCount, readSeed } from '../../../tools/contract-tester/settings.ts'
import { record } from '../figures.ts'
import { storm, tables } from './storm.ts'

const usual = 10_000
const seed = readSeed()
const runs = readCount('RUNS') ?? usual
console.log(`${runs} runs of the client through a faulty network. SEED=${seed} has the same faults again.`)

const startedAt = performance.now()
const seconds = () => (performance.now() - startedAt) / 1000
let done = 0
const progress = setInterval(() => console.log(`${done} runs in ${Math.round(seconds())} s`), 10_000)
const found = await storm({ seed, runs, atOnce: 25 }, () => done++)
clearInterval(progress)

for (const { title, columns, rows } of tables(found)) {
  console.log(`\n${title} (${columns.slice(1).join(', ')})`)
  for (const [name, ...cells] of rows)
    console.log(`  ${String(name).padEnd(48)}${cells.map((cell) => String(cell).padStart(9)).join('')}`)
}
const { figures, wrong } = found
console.log()
for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`)
for (const line of wrong.slice(0, 50)) console.log(line)
console.log(`\n${wrong.length} things wrong, ${Math.round(seconds())} s.`)
if (wrong.length > 0) process.exit(1)

await record('client', {
  title: 'The client in a storm',
  shows:
    'Each run is a caller who creates, changes, lists and deletes plants through a proxy that breaks, stalls, refuses, ' +
    'truncates and redirects half of all requests. Afterwards the service itself is asked what there is: nothing twice, ' +
    'nothing lost that was acknowledged, nothing done that was said not to be.',
  command: `make storm SEED=${seed}${runs === usual ? '' : ` RUNS=${runs}`}`,
  seed,
  seconds: seconds(),
  figures: { ...figures, 'Things wrong': wrong.length },
  tables: tables(found),
})
