// make contract DEFECTS=1: shows how many of the planted defects the contract tester finds with default settings.

import { orRefuse } from '../../../tools/contract-tester/environment.ts'
import { failedCases, printFailures } from '../../../tools/contract-tester/report.ts'
import { readRunSettings } from '../../../tools/contract-tester/settings.ts'
import { cleanUp, cleanUpOnSignals } from '../../support/folder.ts'
import { report } from '../figures.ts'
import { defects } from './defects.ts'
import { runBehindNginx, runCorrect, type Search, searchDefect } from './planted-defects.ts'

cleanUpOnSignals()
const settings = orRefuse(readRunSettings)
const startedAt = Date.now()
const { DEFECT = '' } = process.env
const selected = defects.filter((defect) => defect.includes(DEFECT))
console.log(`Planting ${selected.length} defects. SEED=${settings.seed}`)

const errors: string[] = []
const { result, left } = await runCorrect(settings)
if (printFailures(result) !== '') errors.push(`The correct server fails:\n${printFailures(result)}`)
const behindNginx = await runBehindNginx(settings)
if (printFailures(behindNginx) !== '') errors.push(`It fails behind nginx:\n${printFailures(behindNginx)}`)
if (left > 0) errors.push(`${left} plants are left.`)

const searches: Search[] = []
for (const defect of selected) {
  const search = await searchDefect(defect, settings).catch((error: Error): Search => {
    console.log(error.message)
    return { defect, found: undefined, seconds: 0 }
  })
  searches.push(search)
  const { found, seconds } = search
  const how = found ? `${found.name}: ${found.findings[0]?.message}` : 'NOT FOUND'
  console.log(`${searches.length}/${selected.length} ${seconds.toFixed(1)} s  ${defect}: ${how.slice(0, 160)}`)
}

const found = searches.filter((search) => search.found !== undefined)
const slowest = Math.max(0, ...searches.map(({ seconds }) => seconds))
if (found.length < 0.95 * searches.length) errors.push('Fewer than 95 % of the defects were found.')
if (slowest > 60) errors.push(`A run took ${Math.round(slowest)} s.`)
await report(
  'defects',
  {
    title: 'Planted defects',
    shows:
      'Defects of common kinds are planted, one at a time, in an independent implementation of the contract. The contract ' +
      'tester runs on each with default settings until it finds the defect, and once on the server without a defect.',
    command: `make contract DEFECTS=1 SEED=${settings.seed}`,
    seed: settings.seed,
    seconds: (Date.now() - startedAt) / 1000,
    figures: {
      'Planted defects': searches.length,
      Found: found.length,
      'Failures on the correct server': failedCases(result).length,
      'Failures on the correct server behind nginx': failedCases(behindNginx).length,
      'Longest run': `${slowest.toFixed(1)} s`,
    },
    tables: [
      {
        title: 'Defects',
        columns: ['Defect', 'Found by'],
        rows: searches.map(({ defect, found }) => [defect, found?.findings[0]?.check ?? 'not found']),
      },
    ],
  },
  errors,
)
await cleanUp()
