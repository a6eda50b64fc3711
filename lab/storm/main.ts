// make storm: the client over a network that fails, with thousands of callers.
import { readCount, readSeed } from '../../stack/environment.ts'
import { printResult } from '../print-result.ts'
import { runStorm } from './storm.ts'

const seed = readSeed()
const runs = readCount('RUNS', 1) ?? 10_000
console.log(`${runs} runs of the client over a network that fails. SEED=${seed} repeats the same failures.`)

let done = 0
const progress = setInterval(() => console.log(`${done} runs`), 10_000)
const { errors, calls, requests } = await runStorm({ seed, runs, concurrency: 25 }, () => done++)
clearInterval(progress)

printResult(
  {
    title: 'The client in a storm',
    shows: 'The client creates nothing twice and reports each write correctly, while half of all requests fail.',
    command: `make storm SEED=${seed} RUNS=${runs}`,
    rows: [
      {
        Calls: calls.length,
        'Calls that succeeded': calls.filter(({ outcome }) => outcome === 'done').length,
        Requests: requests.length,
        'Requests that failed': requests.filter(({ failure }) => failure !== undefined).length,
        Errors: errors.length,
      },
    ],
  },
  errors.slice(0, 50),
)
