// `make compat PLANTED=1`: what `make compat` is worth. Every planted break and every harmless change, with the verdict.
import { record } from '../figures.ts'
import { plantedBreaks } from './breaks.ts'
import { plantedHarmless } from './harmless.ts'
import { falseAlarm, missedBreak, plantingBed } from './planted.ts'

type Wrong = string | undefined

const startedAt = Date.now()
const breaks = plantedBreaks.toSorted((a, b) => a.rule.localeCompare(b.rule))
const ours = breaks.filter(({ rule }) => rule.startsWith('contract/'))

await using bed = await plantingBed()
console.log('Must be breaking:')
const missed = await all(
  breaks,
  ({ rule }) => rule,
  async (planted) => missedBreak(planted, await bed.plant(planted)),
)
console.log('\nMust not be breaking:')
const alarms = await all(
  plantedHarmless,
  ({ raises }) => raises,
  async (planted) => falseAlarm(planted, await bed.plant(planted)),
)

const caught = breaks.length - missed
const passed = plantedHarmless.length - alarms
console.log(
  `\n${caught} of ${breaks.length} breaks caught, ${passed} of ${plantedHarmless.length} harmless changes passed.`,
)
if (missed + alarms > 0) process.exitCode = 1
else
  await record('compat', {
    title: 'Breaking changes',
    shows:
      'Changes planted in the contract one at a time and compared with it as `make compat` does: each break needs a ' +
      'major version, below 1.0.0 too, and no harmless change does.',
    command: 'make compat PLANTED=1',
    seconds: (Date.now() - startedAt) / 1000,
    figures: {
      'planted breaks': breaks.length,
      'of them caught, and let through with a major version': caught,
      'kinds of breaks (rules that caught one)': new Set(breaks.map(({ rule }) => rule)).size,
      'breaks that only our own rules see': ours.length,
      'harmless changes': plantedHarmless.length,
      'of them let through with a patch, a minor version or none': passed,
    },
    tables: [
      { title: 'Planted breaks', columns: ['Change', 'Caught by'], rows: breaks.map(({ name, rule }) => [name, rule]) },
      {
        title: 'Planted harmless changes',
        columns: ['Change', 'Raises'],
        rows: plantedHarmless.map(({ name, raises }) => [name, raises]),
      },
    ],
  })

/** Prints each as it is done. How many are wrong? */
async function all<P extends { name: string }>(
  planted: P[],
  expected: (one: P) => string,
  verdictOn: (one: P) => Promise<Wrong>,
): Promise<number> {
  let wrong = 0
  const left = [...planted]
  const work = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      const complaint = await verdictOn(one)
      if (complaint !== undefined) wrong++
      console.log(`  ${one.name} (${expected(one)})${complaint === undefined ? '' : `\n    WRONG: ${complaint}`}`)
    }
  }
  await Promise.all([work(), work()])
  return wrong
}
