// The primary process of several workers: it accepts connections and passes them on in turn (node:cluster). It serves
// no request itself, and has the monitoring. SIGHUP starts a rolling restart of the workers.
import cluster from 'node:cluster'
import { isatty } from 'node:tty'
import { getHeapStatistics } from 'node:v8'
import type { Contract } from '../../core/contract/contract.ts'
import type { Configuration } from '../configuration/read-configuration.ts'
import { createLog, LogOutput } from '../monitoring/log.ts'
import type { MetricValues } from '../monitoring/metrics.ts'
import { createMonitoringServer } from '../monitoring/monitoring-server.ts'
import { onStopSignal } from '../shutdown.ts'
import { listen } from '../sockets/listen.ts'
import { createWorkers, type Workers } from './workers.ts'

/** @throws {StartUpError} */
export async function startPrimary(contract: Contract, configuration: Configuration): Promise<void> {
  const output = new LogOutput(process.stderr, { isShared: true })
  const log = createLog(output, configuration.logLevel)
  process.once('exit', () => output.flush())
  cluster.schedulingPolicy = cluster.SCHED_RR
  // The workers share the heap limit that one process would have, but each has at least 128 MB.
  const heap = Math.max(128, Math.floor(getHeapStatistics().heap_size_limit / configuration.workers / 2 ** 20))
  cluster.setupPrimary({ execArgv: [...process.execArgv, `--max-old-space-size=${heap}`] })
  const workers = createWorkers(configuration, log)
  const monitoring = await startMonitoring(contract, configuration, workers)
  const stop = async () => {
    await workers.stop()
    monitoring?.close()
  }
  onStopSignal(() => {
    log.info('stopping')
    void stop()
  })
  // A terminal that is closed sends SIGHUP too. The service must then end.
  if (!isatty(0)) process.on('SIGHUP', workers.restart)
  try {
    const message = await workers.start(monitoring?.url)
    if (!workers.isStopping()) console.log(message)
  } catch (error) {
    if (workers.isStopping()) return
    await stop()
    throw error
  }
}

/** Starts the monitoring of all workers on one port. @returns `undefined` if it is off. @throws {StartUpError} */
async function startMonitoring({ product }: Contract, configuration: Configuration, workers: Workers) {
  const { monitoringHost, monitoringPort } = configuration
  if (monitoringPort === undefined) return undefined
  // Loads prom-client only if the metrics can be read.
  const { contentType, mergeCounters, renderMetrics, primaryMetrics } = await import('../monitoring/metrics.ts')
  const getPrimaryMetrics = primaryMetrics(product.shortName, () => workers.serving.size)
  let endedCounts: MetricValues = []
  workers.onEnded = (metrics) => {
    endedCounts = mergeCounters([endedCounts, metrics])
  }

  async function text(): Promise<string> {
    const primaryMetricValues = await getPrimaryMetrics()
    await Promise.all([...workers.metrics.keys()].map((worker) => workers.report(worker)))
    // Read without a wait in between: the counts of a worker that ends are in only one of the two.
    return renderMetrics([primaryMetricValues, endedCounts, ...workers.metrics.values()])
  }

  async function whyNotReady(): Promise<string | undefined> {
    if (workers.isStopping()) return 'the service is shutting down'
    const candidates = workers.serving.size > 0 ? workers.serving : workers.metrics.keys()
    const reasons = await Promise.all([...candidates].map((worker) => workers.report(worker)))
    if (workers.serving.size === 0) return reasons[0] ?? 'no worker takes requests'
    return reasons.find((reason) => reason !== undefined)
  }

  // Several workers need PostgreSQL, which has its own backup tools.
  const server = createMonitoringServer({ metrics: { contentType, text }, whyNotReady, backUp: undefined })
  const url = await listen(server, monitoringHost, monitoringPort, 'OPS_')
  return { url, close: () => server.close().closeAllConnections() }
}
