// make coverage: shows that the live service exercises every point of the contract, or lists the missing ones.
import { report } from '../figures.ts'
import { allScenarios, coverageOf, deviationsIn, missingPoints, type PointCoverage, runScenarios } from './coverage.ts'
import { kinds } from './points.ts'

if (process.argv.length > 2) {
  console.error('make coverage takes no arguments: it always covers all of openapi.yaml.')
  process.exit(2)
}

const scenarios = allScenarios()
console.log(`Running ${scenarios.length} scenarios on the live service. The slowest takes six seconds.`)
const startedAt = performance.now()
const exchanges = await runScenarios(scenarios)
const seconds = (performance.now() - startedAt) / 1000

const coverage = coverageOf(exchanges)
const deviations = deviationsIn(exchanges)
await report(
  'coverage',
  {
    title: 'Coverage of the contract',
    shows:
      'Each operation, status, media type, response header, problem type and named example of the contract was exercised ' +
      'on the live service, by a scenario that causes it. An example counts only if the service sends it exactly.',
    command: 'make coverage',
    seconds,
    figures: {
      'Points of the contract': coverage.length,
      'Exercised on the live service': coverage.filter(({ times }) => times > 0).length,
      'Responses checked': scenarios.length,
      'Responses that differ from the contract': deviations.length,
    },
    tables: [
      {
        title: 'Exercised points',
        columns: ['Operation', 'Response', 'Times', 'Media types', 'Headers', 'Problem types', 'Examples'],
        rows: rowsOf(coverage),
      },
    ],
  },
  [...deviations, ...missingPoints(coverage)],
)

/** A row for each operation and status. */
function rowsOf(coverage: PointCoverage[]): (string | number)[][] {
  const groups = Map.groupBy(coverage, ({ point: { of, status } }) => `${of} ${status}`)
  return [...groups.values()].map((group) => {
    const [{ of, status } = { of: '', status: '' }] = group.map(({ point }) => point)
    const ofKind = (kind: string) => group.filter(({ point }) => point.kind === kind)
    const [, ...others] = kinds.map(ofKind)
    return [of, status, ofKind('status')[0]?.times ?? '', ...others.map(share)]
  })
}

function share(coverage: PointCoverage[]): string {
  return coverage.length === 0 ? '' : `${coverage.filter(({ times }) => times > 0).length}/${coverage.length}`
}
