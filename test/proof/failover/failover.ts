// Rounds of an outage of the primary and the promotion of its standby, under write load, with the checks after each round.
import { setTimeout as sleep } from 'node:timers/promises'
import { developmentIssuer, developmentOwner } from '../../../server/auth/development-issuer.ts'
import { newFolder } from '../../support/folder.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { logOf, type ServiceProcess, startProcess } from '../../support/service-process.ts'
import { Cluster, outages, plantsIn } from './cluster.ts'
import { Load } from './load.ts'
import { compare, type KnownPlant, type StoredPlant } from './plants.ts'

export interface FailoverReport {
  errors: string[]
  /** From promotion until an instance has stored a plant, in milliseconds, for each round and instance. */
  recoveries: number[]
  counts: Map<string, number>
  acknowledged: number
  lost: number
  duplicated: number
  accepted: number
  slowestMs: number
  /** How often /ready failed without a primary. */
  notReady: number
}

const connectMs = 2000
const statementMs = 1500
const settings = { DATABASE_CONNECT_TIMEOUT_MS: `${connectMs}`, DATABASE_STATEMENT_TIMEOUT_MS: `${statementMs}` }
const recoveryMs = 2000
const instances = 2
const subjects = Array.from({ length: 6 }, (_, index) => `caller-${index}`)

/** @param onRound Called with a line about each round. Ends after the first round with errors. */
export async function runFailover(
  { rounds, seed }: { rounds: number; seed: number },
  onRound: (line: string) => void,
): Promise<FailoverReport> {
  const random = seededRandom(seed)
  const cluster = await Cluster.start()
  const folder = await newFolder()
  const issuer = await developmentIssuer(folder)
  const callerOf = async (subject: string) => ({
    owner: developmentOwner(subject),
    token: await issuer.sign({ subject, scope: 'plants:read plants:write' }),
  })
  const callers = await Promise.all(subjects.map(callerOf))
  const prober = await callerOf('prober')
  const environment = { ...settings, DATA: folder, DATABASE_URL: cluster.databaseUrl, RATE_LIMIT_PER_MINUTE: '0' }
  const services = await Promise.all(
    Array.from({ length: instances }, () => startProcess({ ...environment, OPS_PORT: '0' })),
  )
  const urls = services.map(({ url }) => url)
  // Looks for the primary, waits for a connection, opens and prepares it, and runs the statement.
  const load = new Load({ urls, callers, random, statementMs: 4 * connectMs + statementMs + 1000 })
  const waiting: Promise<unknown>[] = []
  const report: FailoverReport = {
    errors: load.errors,
    recoveries: [],
    counts: load.counts,
    acknowledged: 0,
    lost: 0,
    duplicated: 0,
    accepted: 0,
    slowestMs: 0,
    notReady: 0,
  }

  for (let round = 0; round < rounds && load.errors.length === 0; round++) {
    const outage = outages[round % outages.length] ?? 'killed'
    const isIsolated = (round + Math.floor(round / outages.length)) % 2 === 0
    const health = services.map((service) => watchHealth(service, load.errors))
    load.isCalm = true
    load.start()
    await sleep(300 + random() * 500)
    load.isCalm = false
    if (isIsolated) {
      // Longer than a statement takes until its connection is dropped.
      cluster.isolate()
      await sleep(statementMs + 500 + 300)
    }
    await cluster.fail(outage)
    const failedAt = performance.now()
    await sleep(200 + random() * 1200)
    const promotingAt = performance.now()
    await cluster.promote()
    const promotedAt = performance.now()
    const times = await Promise.all(urls.map((url) => recovered(url, promotedAt)))
    const recoveredNames = new Set([...load.plants].map(({ name }) => name))
    const onOld = await cluster.bringBack(600)
    await Promise.all([load.stop(), ...waiting.splice(0)])
    for (const one of health) report.notReady += await one.end(failedAt, promotingAt)

    const differences = compare(load.plants, await plantsIn(cluster.primary))
    const accepted = acceptedBy(onOld, load.plants, recoveredNames)
    report.recoveries.push(...times)
    report.lost += differences.lost.length
    report.duplicated += differences.duplicated.length
    report.accepted += accepted.length
    for (const [kind, plants] of Object.entries({ ...differences, 'accepted by the old primary': accepted })) {
      if (plants.length > 0) load.errors.push(`${plants.length} ${kind}, for example ${plants[0]}`)
    }
    await cluster.removeOld()
    await cluster.addStandby()
    const shown = times.map((ms) => `${Math.round(ms)}`).join(' and ')
    onRound(
      `${round + 1}/${rounds} ${isIsolated ? 'isolated, then ' : ''}${outage}: ${load.acknowledged} writes acknowledged, ` +
        `${differences.lost.length} lost, ${differences.duplicated.length} duplicated, ${accepted.length} accepted by the ` +
        `old primary; writes work after ${shown} ms`,
    )
  }
  for (const service of services) {
    const { code } = await service.end()
    if (code !== 0) load.errors.push(`a service ended with ${code}`)
    const other = logOf(service).find(({ msg }) => !/requests get 503|internal error/.test(String(msg)))
    if (other !== undefined) load.errors.push(`a service logged ${JSON.stringify(other)}`)
  }
  return { ...report, acknowledged: load.acknowledged, slowestMs: load.slowestMs }

  /** Resolves when an instance has stored a plant. @returns After how many milliseconds. */
  async function recovered(url: string, since: number): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>()
    let isOver = false
    const tries: Promise<unknown>[] = []
    while (!isOver && performance.now() < since + 5 * recoveryMs) {
      const attempt = load.create(url, prober).then((created) => {
        if (created === undefined) return
        isOver = true
        resolve(performance.now() - since)
      })
      tries.push(attempt)
      await sleep(50)
    }
    resolve(performance.now() - since)
    const ms = await promise
    if (ms > recoveryMs) load.errors.push(`writes did not work ${recoveryMs} ms after promotion`)
    waiting.push(...tries) // others may still wait for the old primary
    return ms
  }
}

/** Plants on the old primary that an instance has written after it had found the new one, or whose writes it acknowledged. */
function acceptedBy(onOld: StoredPlant[], known: Set<KnownPlant>, before: Set<string>): string[] {
  const states = new Map([...known].map((plant) => [plant.name, plant]))
  return onOld.filter(({ name }) => states.has(name) && !before.has(name)).map(({ name }) => name)
}

/** Asks /live and /ready all the time. */
function watchHealth({ opsUrl }: ServiceProcess, errors: string[]) {
  const ready: { startedAt: number; endedAt: number; status: number }[] = []
  let isEnding = false
  const ask = async (path: string, onStatus: (status: number, startedAt: number) => void) => {
    while (!isEnding) {
      const startedAt = performance.now()
      const asked = fetch(opsUrl + path, { signal: AbortSignal.timeout(15_000) })
      const status = await asked.then(
        (response) => response.status,
        () => 0,
      )
      onStatus(status, startedAt)
      await sleep(100)
    }
  }
  const asking = Promise.all([
    ask('/live', (status) => {
      if (status !== 200) errors.push(`/live got ${status}`)
    }),
    ask('/ready', (status, startedAt) => void ready.push({ startedAt, endedAt: performance.now(), status })),
  ])
  return {
    /** @returns How often /ready failed without a primary. */
    async end(failedAt: number, promotingAt: number): Promise<number> {
      isEnding = true
      await asking
      const meanwhile = ready.filter(({ startedAt, endedAt }) => startedAt > failedAt && endedAt < promotingAt)
      if (meanwhile.some(({ status }) => status === 200)) errors.push('/ready got 200 without a primary')
      if (ready.at(-1)?.status !== 200) errors.push(`/ready got ${ready.at(-1)?.status} after the promotion`)
      return meanwhile.length
    },
  }
}
