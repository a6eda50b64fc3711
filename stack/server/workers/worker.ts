// A worker: one of several processes that serve requests on the same port. It does what the only process would do, and
// reports to the primary process. It ends at once if the primary process ends.
import cluster from 'node:cluster'
import type { Environment } from '../../environment.ts'
import type { ServiceApi } from '../api.ts'
import type { Configuration } from '../configuration/read-configuration.ts'
import { StartUpError } from '../configuration/start-up-error.ts'
import type { MetricValues } from '../monitoring/metrics.ts'
import { prepareService } from '../serve.ts'
import type { Service } from '../service.ts'
import { stopService } from '../shutdown.ts'

/** Options of a worker, as JSON in its environment variable `WORKER_OPTIONS`. */
export interface WorkerOptions {
  /** Whether it is the first worker of all, which prepares the database and checks the items. */
  isFirst: boolean
  /** Descriptor of a passed socket, in the primary process. */
  socket: number | undefined
  monitoringUrl: string | undefined
}

/**
 * Message to the primary process: the startup message to print once all workers have started, why a worker cannot start,
 * or a report. A worker reports when the primary process sends anything, and before it ends.
 */
export type WorkerMessage =
  | { started: string }
  | { failed: string }
  | { whyNotReady: string | undefined; metrics: MetricValues }

/** Starts a worker. Tells the primary process if it cannot start. */
export async function startWorker(
  api: ServiceApi,
  environment: Environment,
  configuration: Configuration,
  { isFirst, socket, monitoringUrl }: WorkerOptions,
): Promise<void> {
  cluster.worker?.on('error', () => {}) // a message to a primary process that has ended: this process ends too
  try {
    const parts = { worker: { isFirst } }
    const { service, start, message } = await prepareService(api, environment, { ...configuration, socket }, parts)
    // By default, a full worker passes a connection on. If all are full, that never ends.
    service.server.dropMaxConnection = true
    // If a report fails, the primary process waits for its timeout.
    process.on('message', () => void report(service).catch(() => {}))
    endOnSignal(service, configuration.shutdownDelayMs)
    await start()
    tellPrimary({ started: await message(monitoringUrl) })
    if (isFirst) await service.checkItems()
  } catch (error) {
    if (error instanceof StartUpError) tellPrimary({ failed: error.message })
    process.exitCode = 1
    // The process ends when it is disconnected.
    cluster.worker?.disconnect()
    if (!(error instanceof StartUpError)) throw error
  }
}

async function report({ whyNotReady, metrics }: Service): Promise<void> {
  // Concurrently, because each may wait for the database.
  const [reason, values = []] = await Promise.all([whyNotReady(), metrics?.values()])
  tellPrimary({ whyNotReady: reason, metrics: values })
}

function tellPrimary(message: WorkerMessage): void {
  if (process.connected) process.send?.(message)
}

/** Stops at the first signal, and ignores others: a terminal and some supervisors signal all processes, also the primary. */
function endOnSignal(service: Service, delayMs: number): void {
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    const close = async () => {
      await report(service)
      await service.close()
      cluster.worker?.disconnect()
    }
    void stopService({ ...service, close }, delayMs)
  }
  process.on('SIGTERM', end).on('SIGINT', end)
  process.on('SIGHUP', () => {})
}
