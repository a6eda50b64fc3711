// make compat PLANTED=1: shows that `make compat` finds every planted breaking change and lets every harmless one pass.
import { record } from '../figures.ts'
import { breakingChanges, ownRules } from './breaking-changes.ts'
import { harmlessChanges } from './harmless-changes.ts'
import { createPlanter, falseAlarm, missed } from './plant.ts'

const startedAt = Date.now()
await using planter = await createPlanter()

console.log('These must need a major version:')
const failures = await failuresAmong(
  breakingChanges,
  ({ rule }) => rule,
  async (change) => missed(change, await planter.plant(change)),
)
console.log('\nThese must not:')
const falseAlarms = await failuresAmong(
  harmlessChanges,
  ({ raises }) => raises,
  async (change) => falseAlarm(change, await planter.plant(change)),
)

const caught = breakingChanges.length - failures
const passed = harmlessChanges.length - falseAlarms
console.log(`\nFound ${caught} of ${breakingChanges.length} breaking changes.`)
console.log(`Let ${passed} of ${harmlessChanges.length} harmless changes pass.`)
if (failures + falseAlarms > 0) process.exitCode = 1
else
  await record('compat', {
    title: 'Breaking changes',
    shows:
      'Changes are planted in the contract one at a time, and each is compared with the contract as `make compat` does. ' +
      'Each breaking change needs a major version, even below 1.0.0; no harmless change does.',
    command: 'make compat PLANTED=1',
    seconds: (Date.now() - startedAt) / 1000,
    figures: {
      'Breaking changes': breakingChanges.length,
      'Found, and passed with a major version': caught,
      'Rules that found one': new Set(breakingChanges.map(({ rule }) => rule)).size,
      'Breaking changes that only our own rules find': breakingChanges.filter(({ rule }) => rule.startsWith(ownRules))
        .length,
      'Harmless changes': harmlessChanges.length,
      'Passed with a minor version, a patch or none': passed,
    },
    tables: [
      {
        title: 'Breaking changes by rule',
        columns: ['Change', 'Found by'],
        rows: breakingChanges.map(({ name, rule }) => [name, rule]),
      },
      {
        title: 'Harmless changes by version number',
        columns: ['Change', 'Raises'],
        rows: harmlessChanges.map(({ name, raises }) => [name, raises]),
      },
    ],
  })

/** Prints the result for each change as soon as it is known; returns the number of failures. */
async function failuresAmong<C extends { name: string }>(
  changes: C[],
  expected: (change: C) => string,
  failureOf: (change: C) => Promise<string | undefined>,
): Promise<number> {
  let failures = 0
  const waiting = changes.values()
  const work = async () => {
    for (const change of waiting) {
      const failure = await failureOf(change)
      if (failure !== undefined) failures++
      console.log(`  ${change.name} (${expected(change)})${failure === undefined ? '' : `\n    FAILED: ${failure}`}`)
    }
  }
  await Promise.all([work(), work()])
  return failures
}
