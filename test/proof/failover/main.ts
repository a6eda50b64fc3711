// make failover: the primary fails under write load, and its standby is promoted, again and again.
import { readCount, readSeed } from '../../../tools/contract-tester/environment.ts'
import { cleanUp, cleanUpOnSignals } from '../../support/folder.ts'
import { report } from '../figures.ts'
import { runFailover } from './failover.ts'

const defaultRounds = 20
const rounds = readCount('ROUNDS', 1) ?? defaultRounds
const seed = readSeed()
console.log(`${rounds} failovers under write load. SEED=${seed} repeats the same pauses and choices.`)
cleanUpOnSignals()

const startedAt = performance.now()
const result = await runAndCleanUp()
const recoveries = result.recoveries.toSorted((one, other) => one - other)
const requests = [...result.counts].toSorted(([one], [other]) => one.localeCompare(other))

async function runAndCleanUp() {
  try {
    return await runFailover({ rounds, seed }, console.log)
  } finally {
    await cleanUp()
  }
}

await report(
  'failover',
  {
    title: 'Failover',
    shows:
      'The primary of two PostgreSQL servers is killed, frozen or cut from the network while callers write through two ' +
      'instances of the service. Then its synchronous standby is promoted, and the old primary comes back without knowing. ' +
      'In half of the rounds the standby is cut off before. No acknowledged write is lost, and no refused one is done.',
    command: `make failover SEED=${seed}${rounds === defaultRounds ? '' : ` ROUNDS=${rounds}`}`,
    seed,
    seconds: (performance.now() - startedAt) / 1000,
    figures: {
      Failovers: rounds,
      'Acknowledged writes': result.acknowledged,
      Lost: result.lost,
      Duplicated: result.duplicated,
      'Accepted by the old primary': result.accepted,
      'From promotion to the first write of an instance, median, ms': Math.round(
        recoveries[Math.floor(recoveries.length / 2)] ?? 0,
      ),
      'Longest, ms': Math.round(recoveries.at(-1) ?? 0),
      'Longest request, ms': Math.round(result.slowestMs),
      'Times that /ready failed without a primary': result.notReady,
      Errors: result.errors.length,
    },
    tables: [{ title: 'Responses', columns: ['Response', 'Times'], rows: requests }],
  },
  result.errors.slice(0, 20).map((error) => `Error: ${error}`),
)
