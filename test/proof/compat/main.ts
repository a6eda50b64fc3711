// make compat PLANTED=1: shows that `make compat` requires a major version for each planted breaking change, and for no
// harmless one.
import { report } from '../figures.ts'
import { createPlanter } from './plant.ts'
import { changes, ownRules } from './planted-changes.ts'

console.log(`Planting ${changes.length} changes in the contract, one at a time. This takes about a minute.`)
const startedAt = Date.now()
await using planter = await createPlanter()
const failures = new Map<string, string>()
const waiting = changes.values()
const work = async () => {
  for (const change of waiting) {
    const failure = await planter.failureOf(change)
    if (failure !== undefined) failures.set(change.name, failure)
  }
}
await Promise.all([work(), work()])

const breaking = changes.filter(({ raises }) => raises === 'major')
const harmless = changes.filter(({ raises }) => raises !== 'major')
const passed = (some: typeof changes) => some.filter(({ name }) => !failures.has(name)).length
await report(
  'compat',
  {
    title: 'Breaking changes',
    shows:
      'Changes are planted in the contract one at a time, and each is compared with the contract as `make compat` does. ' +
      'Each breaking change needs a major version, even below 1.0.0; no harmless change does.',
    command: 'make compat PLANTED=1',
    seconds: (Date.now() - startedAt) / 1000,
    figures: {
      'Breaking changes': breaking.length,
      'Found, and passed with a major version': passed(breaking),
      'Rules that found one': new Set(breaking.map(({ rule }) => rule)).size,
      'Breaking changes that only our own rules find': breaking.filter(({ rule }) => rule?.startsWith(ownRules)).length,
      'Harmless changes': harmless.length,
      'Passed with a minor version, a patch or none': passed(harmless),
    },
    tables: [
      {
        title: 'Planted changes',
        columns: ['Change', 'Raises', 'Found by'],
        rows: changes.map(({ name, raises, rule = '' }) => [name, raises, rule]),
      },
    ],
  },
  [...failures].map(([name, failure]) => `FAILED: ${name}: ${failure}`),
)
