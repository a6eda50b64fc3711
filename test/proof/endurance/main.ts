// make endurance: how long the mock that keeps plants takes to its first response, and whether its memory grows.
import { startMock } from '../../../server/mock/start-mock.ts'
import { readCount } from '../../../tools/contract-tester/environment.ts'
import { cleanUp, cleanUpOnSignals } from '../../support/folder.ts'
import { startProcess } from '../../support/service-process.ts'
import { report } from '../figures.ts'
import { endure, maxBytesPerRequest } from './endurance.ts'

cleanUpOnSignals()
const defaultRequests = 100_000
const requests = readCount('REQUESTS', 1_000) ?? defaultRequests
const maxStartMs = 800
const startedAt = performance.now()
const seconds = () => (performance.now() - startedAt) / 1000

const starts: number[] = []
while (starts.length < 7) starts.push(await firstResponseMs())
const startMs = starts.toSorted((a, b) => a - b)[3] ?? 0
console.log(`The first response came after ${startMs} ms (median of 7 starts). Sending ${requests} requests...`)

let sent = 0
const progress = setInterval(() => console.log(`${sent} requests in ${Math.round(seconds())} s`), 10_000)
const mock = await startMock({ stateful: true, plants: [{ name: 'Ivy' }] })
const endurance = await endure({ ...mock, requests, onRequests: (count) => (sent = count) })
await mock.close()
clearInterval(progress)
await cleanUp()

const { megabytes, bytesPerRequest, statuses } = endurance
await report(
  'endurance',
  {
    title: 'Endurance of the mock',
    shows:
      'A mock that keeps plants gets many requests of 100 callers, who delete what they create. Its heap is measured after ' +
      'garbage collection. A start is a process, from its beginning to its first list of plants; the figure is the median of 7.',
    command: `make endurance${requests === defaultRequests ? '' : ` REQUESTS=${requests}`}`,
    seconds: seconds(),
    figures: {
      'First response, ms': startMs,
      Requests: endurance.requests,
      'Heap of the mock and its callers after a tenth of the requests, MB': Number(megabytes[0]?.toFixed(1)),
      'At the end, MB': Number(megabytes.at(-1)?.toFixed(1)),
      'Growth after the first tenth, bytes per request': Math.round(bytesPerRequest),
    },
    tables: [{ title: 'Responses', columns: ['Status', 'Times'], rows: [...statuses].toSorted(([a], [b]) => a - b) }],
  },
  [
    ...(bytesPerRequest > maxBytesPerRequest
      ? [`The memory grows: ${megabytes.map((value) => value.toFixed(1)).join(', ')} MB.`]
      : []),
    ...(startMs > maxStartMs ? [`The first response took longer than ${maxStartMs} ms.`] : []),
  ],
)

async function firstResponseMs(): Promise<number> {
  const begin = performance.now()
  const mock = await startProcess({ STATEFUL: '1' }, { script: 'server/mock/main.ts' })
  const response = await fetch(`${mock.url}/plants`, { headers: { Authorization: 'Bearer any' } })
  await response.text()
  const ms = Math.round(performance.now() - begin)
  await mock.end('SIGTERM')
  return ms
}
