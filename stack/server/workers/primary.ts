// The primary process of several workers: it accepts connections and passes them on in turn (node:cluster). It serves
// no request itself, and has the monitoring. SIGHUP restarts the workers one after the other.
import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { isatty } from 'node:tty'
import { getHeapStatistics } from 'node:v8'
import type { Contract } from '../../core/contract/contract.ts'
import type { Configuration } from '../configuration/read-configuration.ts'
import { createLog, type Logger } from '../monitoring/log.ts'
import { LogOutput } from '../monitoring/log-output.ts'
import type { MetricValues } from '../monitoring/metrics.ts'
import { createMonitoringServer } from '../monitoring/monitoring-server.ts'
import { onStopSignal } from '../shutdown.ts'
import { monitoringConnections } from '../sockets/connection-limit.ts'
import { listen } from '../sockets/listen.ts'
import { Workers } from './workers.ts'

/** A worker needs 9 s at most, and what its last statement takes. */
const stopMs = 20_000
const leastHeapBytes = 128 * 2 ** 20

/** @throws {StartUpError} */
export async function startPrimary(contract: Contract, configuration: Configuration): Promise<void> {
  const { workers: processes, socket, database } = configuration
  const output = new LogOutput(process.stderr, { isShared: true })
  const log = createLog(output, configuration.logLevel)
  process.once('exit', () => output.flush())
  setUpCluster(processes)
  const workers = new Workers({
    options: { processes, socket, salt: randomBytes(16).toString('base64') },
    stopMs: stopMs + (database?.statementTimeoutMs ?? 0),
    log,
  })
  // Its last user closes a passed socket, which only the supervisor can open again.
  if (socket !== undefined) workers.onNoneLeft = () => process.exit(1)
  const monitoring = await startMonitoring(contract, configuration, workers)
  const stop = async () => {
    await workers.stop()
    monitoring?.close()
  }
  onStopSignal(() => {
    log.info('stopping')
    void stop()
  })
  onHangUp(workers, log)
  try {
    const { message } = await workers.start(monitoring?.url)
    if (!workers.isStopping) console.log(message)
  } catch (error) {
    if (workers.isStopping) return
    await stop()
    throw error
  }
}

/** Together, the workers have the memory that one process would have. */
function setUpCluster(processes: number): void {
  cluster.schedulingPolicy = cluster.SCHED_RR
  const heap = Math.max(leastHeapBytes, getHeapStatistics().heap_size_limit / processes)
  cluster.setupPrimary({ execArgv: [...process.execArgv, `--max-old-space-size=${Math.floor(heap / 2 ** 20)}`] })
}

/** A terminal that is closed sends SIGHUP too, and then the service must end. */
function onHangUp(workers: Workers, log: Logger): void {
  if (isatty(0)) return
  process.on('SIGHUP', () => {
    log.info('restarting the workers')
    workers.restart()
  })
}

/** The monitoring of all workers on one port. @returns `undefined` if it is off. @throws {StartUpError} */
async function startMonitoring(
  { product }: Contract,
  { monitoringHost, monitoringPort }: Configuration,
  workers: Workers,
): Promise<{ url: string; close: () => void } | undefined> {
  if (monitoringPort === undefined) return undefined
  // Loads prom-client only if somebody reads the metrics.
  const { contentType, toCounts, mergedText, primaryMetrics } = await import('../monitoring/metrics.ts')
  const ownMetrics = primaryMetrics(product.shortName, () => workers.serving.size)
  let endedCounts: MetricValues = []
  workers.onEnded = ({ metrics }) => {
    endedCounts = toCounts([endedCounts, metrics])
  }

  async function text(): Promise<string> {
    const own = await ownMetrics()
    await Promise.all([...workers.running].map((worker) => worker.readMetrics()))
    // At one moment: a worker that ends is in only one of the two.
    return mergedText([own, endedCounts, ...[...workers.running].map(({ metrics }) => metrics)])
  }

  async function isReady(): Promise<boolean> {
    const answers = await Promise.all([...workers.serving].map((worker) => worker.ask('ready')))
    return answers.length > 0 && answers.every((isReady) => isReady === true)
  }

  const server = createMonitoringServer({
    metrics: { contentType, text },
    isReady,
    // Several processes have their items in PostgreSQL.
    backUp: undefined,
    maxConnections: monitoringConnections,
  })
  return {
    url: await listen(server, monitoringHost, monitoringPort, 'OPS_'),
    close: () => server.close().closeAllConnections(),
  }
}
