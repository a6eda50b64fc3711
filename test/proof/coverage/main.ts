// make coverage: shows that every answer of the contract was provoked on the live service, or says which was not.
import { record } from '../figures.ts'
import { missing, provocations, provokeAll, shownBy, wrong } from './coverage.ts'
import { columns, printed, rowsOf } from './table.ts'

if (process.argv.length > 2) {
  console.error('make coverage takes no arguments: it always looks at all of openapi.yaml.')
  process.exit(2)
}

const all = provocations()
console.log(`Provoking ${all.length} answers of the live service; the slowest takes six seconds.`)
const start = performance.now()
const exchanges = await provokeAll(all)
const seconds = (performance.now() - start) / 1000

const shown = shownBy(exchanges)
const exercised = shown.filter(({ times }) => times > 0).length
const rows = rowsOf(shown)
const complaints = [...wrong(exchanges), ...missing(shown)]
console.log(`\n${printed(rows)}\n`)
for (const line of complaints) console.log(line)
console.log(`${exercised} of ${shown.length} points of openapi.yaml exercised, ${all.length} answers judged.`)

if (complaints.length > 0) process.exit(1)
await record('coverage', {
  title: 'Every answer was provoked',
  shows:
    'Each operation, status, media type, response header, problem type and named example of the contract was exercised on ' +
    'the live service, by provoking its cause. Examples count only if they come back as they are written.',
  command: 'make coverage',
  seconds,
  figures: {
    'Points of the contract': shown.length,
    'Exercised on the live service': exercised,
    'Answers provoked and judged': all.length,
    'Answers that were not as documented': wrong(exchanges).length,
  },
  tables: [{ title: 'Exercised of what is documented', columns, rows }],
})
