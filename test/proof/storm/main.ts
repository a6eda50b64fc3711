// make storm: the client over a network that fails, with thousands of callers.

import { readCount, readSeed } from '../../../tools/contract-tester/environment.ts'
import { record } from '../figures.ts'
import { runStorm, tables } from './storm.ts'

const defaultRuns = 10_000
const seed = readSeed()
const runs = readCount('RUNS', 1) ?? defaultRuns
console.log(`${runs} runs of the client over a network that fails. SEED=${seed} repeats the same failures.`)

const startedAt = performance.now()
const seconds = () => (performance.now() - startedAt) / 1000
let done = 0
const progress = setInterval(() => console.log(`${done} runs in ${Math.round(seconds())} s`), 10_000)
const report = await runStorm({ seed, runs, concurrency: 25 }, () => done++)
clearInterval(progress)

for (const { title, columns, rows } of tables(report)) {
  console.log(`\n${title} (${columns.slice(1).join(', ')})`)
  for (const [name, ...cells] of rows)
    console.log(`  ${String(name).padEnd(48)}${cells.map((cell) => String(cell).padStart(9)).join('')}`)
}
const { figures, errors } = report
console.log()
for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`)
for (const error of errors.slice(0, 50)) console.log(error)
console.log(`\n${errors.length} errors, ${Math.round(seconds())} s.`)
if (errors.length > 0) process.exit(1)

await record('client', {
  title: 'The client in a storm',
  shows:
    'In each run, a caller creates, changes, lists and deletes plants through a proxy that makes half of all requests fail. ' +
    'Then the run compares the plants of the service with what the client reported: nothing is created twice, no write ' +
    'that was reported as done is missing, and no write that was reported as unchanged was done.',
  command: `make storm SEED=${seed}${runs === defaultRuns ? '' : ` RUNS=${runs}`}`,
  seed,
  seconds: seconds(),
  figures: { ...figures, Errors: errors.length },
  tables: tables(report),
})
