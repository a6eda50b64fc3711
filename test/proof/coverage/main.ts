// make coverage: shows that the live service exercises every point of the contract, or lists the missing ones.
import { record } from '../figures.ts'
import { allScenarios, coverageOf, deviationsIn, missingPoints, type PointCoverage, runScenarios } from './coverage.ts'
import { kinds } from './points.ts'

if (process.argv.length > 2) {
  console.error('make coverage takes no arguments: it always covers all of openapi.yaml.')
  process.exit(2)
}

const columns = ['Operation', 'Response', 'Times', 'Media types', 'Headers', 'Problem types', 'Examples']
const scenarios = allScenarios()
console.log(`Running ${scenarios.length} scenarios on the live service. The slowest takes six seconds.`)
const startedAt = performance.now()
const exchanges = await runScenarios(scenarios)
const seconds = (performance.now() - startedAt) / 1000

const coverage = coverageOf(exchanges)
const exercised = coverage.filter(({ times }) => times > 0).length
const rows = rowsOf(coverage)
const deviations = deviationsIn(exchanges)
const errors = [...deviations, ...missingPoints(coverage)]
console.log(['', printed(rows), '', ...errors].join('\n'))
console.log(
  `${exercised} of ${coverage.length} points of openapi.yaml exercised, ${scenarios.length} responses checked.`,
)

if (errors.length > 0) process.exit(1)
await record('coverage', {
  title: 'Coverage of the contract',
  shows:
    'Each operation, status, media type, response header, problem type and named example of the contract was exercised on ' +
    'the live service, by a scenario that causes it. An example counts only if the service sends it exactly.',
  command: 'make coverage',
  seconds,
  figures: {
    'Points of the contract': coverage.length,
    'Exercised on the live service': exercised,
    'Responses checked': scenarios.length,
    'Responses that differ from the contract': deviations.length,
  },
  tables: [{ title: 'Exercised points', columns, rows }],
})

/** A row for each operation and status. */
function rowsOf(coverage: PointCoverage[]): (string | number)[][] {
  const groups = Map.groupBy(coverage, ({ point: { of, status } }) => `${of} ${status}`)
  return [...groups.values()].map((group) => {
    const [{ of, status } = { of: '', status: '' }] = group.map(({ point }) => point)
    const [, ...others] = kinds.map((kind) => group.filter(({ point }) => point.kind === kind))
    const ofStatus = group.find(({ point }) => point.kind === 'status')
    return [of, status, ofStatus?.times ?? '', ...others.map(share)]
  })
}

function share(coverage: PointCoverage[]): string {
  return coverage.length === 0 ? '' : `${coverage.filter(({ times }) => times > 0).length}/${coverage.length}`
}

/** Aligned columns; the name of an operation only once. */
function printed(rows: (string | number)[][]): string {
  const lines = [columns, ...rows.map(([of, ...rest], index) => [rows[index - 1]?.[0] === of ? '' : of, ...rest])]
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => String(line[column]).length)))
  const cell = (value: unknown, column: number) =>
    column < 2 ? String(value).padEnd(widths[column] ?? 0) : String(value).padStart(widths[column] ?? 0)
  return lines.map((line) => line.map(cell).join('  ').trimEnd()).join('\n')
}
