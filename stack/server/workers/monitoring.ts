// The monitoring of all workers on one port.
import type { Contract } from '../../core/contract/contract.ts'
import type { Configuration } from '../configuration/read-configuration.ts'
import type { MetricValues } from '../monitoring/merge-metrics.ts'
import { createMonitoringServer } from '../monitoring/monitoring-server.ts'
import { monitoringConnections } from '../sockets/connection-limit.ts'
import { listen } from '../sockets/listen.ts'
import type { Workers } from './workers.ts'

export interface Monitoring {
  url: string
  close: () => void
}

/** @returns `undefined` if it is off. @throws {StartUpError} if it cannot listen. */
export async function startMonitoring(
  { product }: Contract,
  { monitoringHost, monitoringPort }: Configuration,
  workers: Workers,
): Promise<Monitoring | undefined> {
  if (monitoringPort === undefined) return undefined
  // Loads prom-client only if somebody reads the metrics.
  const { contentType, toCounts, mergedText, primaryMetrics } = await import('../monitoring/merge-metrics.ts')
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
    changeData: undefined,
    maxConnections: monitoringConnections,
  })
  return {
    url: await listen(server, monitoringHost, monitoringPort, 'OPS_'),
    close: () => server.close().closeAllConnections(),
  }
}
