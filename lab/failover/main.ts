// make failover: the primary fails under write load, and its standby is promoted, again and again.
import { setTimeout as sleep } from 'node:timers/promises'
import { product } from '../../generated/product.ts'
import { readCount, readSeed } from '../../stack/environment.ts'
import { developmentIssuer, developmentOwner } from '../../stack/server/auth/development-issuer.ts'
import { cleanUp, cleanUpOnSignals, newFolder } from '../../stack/test/support/folder.ts'
import { seededRandom } from '../../stack/test/support/seeded-random.ts'
import { getLog, startProcess } from '../../test/support/service-process.ts'
import { Load } from '../load/load.ts'
import { describeDifferences } from '../load/write-record.ts'
import { printResult } from '../print-result.ts'
import { Cluster, type Outage, outages, plantsIn } from './cluster.ts'
import { watchHealth } from './health.ts'

const rounds = readCount('ROUNDS', 1) ?? 20
const seed = readSeed()
console.log(`${rounds} failovers under write load. SEED=${seed} repeats the same pauses and choices.`)
cleanUpOnSignals()
await using _ = { [Symbol.asyncDispose]: cleanUp }

const connectMs = 2000
const statementMs = 1500
const recoveryMs = 2000

const random = seededRandom(seed)
const cluster = await Cluster.start()
const folder = await newFolder()
const issuer = await developmentIssuer(product, folder)
const toCaller = async (subject: string) => ({
  owner: developmentOwner(product, subject),
  token: await issuer.sign({ subject, scope: 'plants:read plants:write' }),
})
const callers = await Promise.all(['ann', 'bob', 'cleo', 'dan', 'eve', 'fay'].map(toCaller))
const prober = await toCaller('prober')
const settings = {
  DATA: folder,
  DATABASE_URL: cluster.databaseUrl,
  DATABASE_CONNECT_TIMEOUT_MS: `${connectMs}`,
  DATABASE_STATEMENT_TIMEOUT_MS: `${statementMs}`,
  RATE_LIMIT_PER_MINUTE: '0',
  OPS_PORT: '0',
}
const services = await Promise.all([startProcess(settings), startProcess(settings)])
const urls = services.map(({ url }) => url)
// The service looks for the primary, waits for a connection, opens and prepares it, and runs the statement.
const load = new Load({ urls, callers, random, limitMs: 4 * connectMs + statementMs + 1000 })
const { errors, record } = load
const recoveries: number[] = []
const found = { failovers: 0, lost: 0, duplicated: 0, accepted: 0 }

for (let round = 0; round < rounds && errors.length === 0; round++) {
  const isIsolated = (round + Math.floor(round / outages.length)) % 2 === 0
  const outage = outages[round % outages.length] ?? 'killed'
  await failOver(outage, isIsolated)
  found.failovers++
  const kind = isIsolated ? `isolated, then ${outage}` : outage
  console.log(`${round + 1}/${rounds} ${kind}: ${record.acknowledged} writes acknowledged, ${errors.length} errors`)
}
for (const service of services) {
  const { code } = await service.end()
  if (code !== 0) errors.push(`a service ended with ${code}`)
  const other = getLog(service).find(({ msg }) => !/requests get 503|internal error/.test(String(msg)))
  if (other !== undefined) errors.push(`a service logged ${JSON.stringify(other)}`)
}

const median = recoveries.toSorted((one, other) => one - other)[Math.floor(recoveries.length / 2)] ?? 0
for (const [response, times] of load.counts) console.log(`${times} × ${response}`)
printResult(
  {
    title: 'Failover',
    shows: 'No acknowledged write is lost when the primary of PostgreSQL fails and its standby is promoted.',
    command: `make failover SEED=${seed} ROUNDS=${rounds}`,
    rows: [
      {
        Failovers: found.failovers,
        'Acknowledged writes': record.acknowledged,
        Lost: found.lost,
        Duplicated: found.duplicated,
        'Accepted by the old primary': found.accepted,
        'From promotion to the next write': `${Math.round(median)} ms`,
        'Longest request': `${Math.round(load.slowestMs)} ms`,
      },
    ],
  },
  errors.slice(0, 20),
)

/** @param isIsolated Whether the standby is cut off before, so that no commit is durable. */
async function failOver(outage: Outage, isIsolated: boolean): Promise<void> {
  const watches = services.map(({ opsUrl }) => watchHealth(opsUrl))
  load.isCalm = true
  load.start()
  await sleep(300 + random() * 500)
  load.isCalm = false
  if (isIsolated) {
    cluster.isolate()
    // Longer than a statement takes until its connection is dropped.
    await sleep(statementMs + 500 + 300)
  }
  await cluster.fail(outage)
  const failedAt = performance.now()
  await Promise.all([sleep(200 + random() * 1200), ...watches.map((watch) => watch.readySince(failedAt))])
  const promotingAt = performance.now()
  await cluster.promote()
  const attempts = (await Promise.all(urls.map(recover))).flat()
  const before = new Set([...record.plants].map(({ name }) => name))
  const onOld = await cluster.bringBack(600)
  await Promise.all([load.stop(), ...attempts])
  for (const watch of watches) errors.push(...(await watch.end(failedAt, promotingAt)))

  // An instance that has found the new primary must not write to the old one.
  const known = new Set([...record.plants].map(({ name }) => name))
  const accepted = onOld.filter(({ name }) => known.has(name) && !before.has(name)).map(({ name }) => name)
  const differences = record.compare(await plantsIn(cluster.primary))
  errors.push(...describeDifferences({ ...differences, 'accepted by the old primary': accepted }))
  found.lost += differences.lost.length
  found.duplicated += differences.duplicated.length
  found.accepted += accepted.length
  await cluster.removeOld()
  await cluster.addStandby()
}

/** Resolves when an instance has stored a plant after a promotion. @returns All attempts: others may still wait. */
async function recover(url: string): Promise<Promise<void>[]> {
  const promotedAt = performance.now()
  const attempts: Promise<void>[] = []
  let recoveredAt: number | undefined
  while (recoveredAt === undefined && performance.now() < promotedAt + 5 * recoveryMs) {
    const attempt = load.create(url, prober).then((isCreated) => {
      if (isCreated) recoveredAt ??= performance.now()
    })
    attempts.push(attempt)
    await sleep(50)
  }
  const ms = (recoveredAt ?? performance.now()) - promotedAt
  recoveries.push(ms)
  if (ms > recoveryMs) errors.push(`writes did not work ${recoveryMs} ms after the promotion`)
  return attempts
}
