// A worker: one of several processes that serve requests on the same port. It does what the only process would do, and
// responds to the primary process. It ends at once if the primary process ends.
import cluster from 'node:cluster'
import type { ServiceApi } from '../api.ts'
import type { Configuration, Environment } from '../configuration/read-configuration.ts'
import { StartUpError } from '../configuration/start-up-error.ts'
import { serve } from '../serve.ts'
import type { Service } from '../service.ts'
import { shutDown } from '../shutdown.ts'
import type { HttpServer } from '../sockets/http-server.ts'
import { onMessageOfPrimary, type Question, sharedCounts, tellPrimary, type WorkerOptions } from './messages.ts'

/** Tells the primary process if it cannot start. */
export async function startWorker(
  api: ServiceApi,
  environment: Environment,
  whole: Configuration,
  options: WorkerOptions,
): Promise<void> {
  const { isFirst, processes, socket, monitoringUrl } = options
  const maxConnections = Math.max(1, Math.floor(whole.maxConnections / processes))
  // A message to a primary process that has ended: this process ends too.
  cluster.worker?.on('error', () => {})
  try {
    const worker = { isFirst, sharedCounts: sharedCounts(options) }
    const configuration = { ...whole, maxConnections, socket }
    const { service, url, message } = await serve(api, environment, configuration, { worker })
    respondToPrimary(service)
    reportFull(service.server)
    endOnSignal(service)
    tellPrimary({ type: 'started', url, message: await message(monitoringUrl) })
    if (isFirst) await service.checkItems()
  } catch (error) {
    if (error instanceof StartUpError) tellPrimary({ type: 'failed', reason: error.message })
    process.exitCode = 1
    // The process ends when it is disconnected.
    cluster.worker?.disconnect()
    if (!(error instanceof StartUpError)) throw error
  }
}

function respondToPrimary(service: Service): void {
  const answers: Record<Question, () => Promise<unknown>> = {
    metrics: async () => (await service.metrics?.values()) ?? [],
    ready: () => service.isReady(),
  }
  onMessageOfPrimary((message) => {
    if (message.type === 'all-full') service.server.dropMaxConnection = message.isFull
    if (message.type !== 'question') return
    const { id, question } = message
    // Without an answer, the primary process waits for its own timeout.
    void answers[question]().then(
      (answer) => process.connected && process.send?.({ type: 'answer', id, answer }),
      () => {},
    )
  })
}

/** A full worker passes a connection on to another one, unless all are full: then it closes the connection. */
function reportFull(server: HttpServer): void {
  let open = 0
  server.on('connection', (socket) => {
    open++
    if (open === server.maxConnections) tellPrimary({ type: 'full', isFull: true })
    socket.once('close', () => {
      if (open === server.maxConnections) tellPrimary({ type: 'full', isFull: false })
      open--
    })
  })
}

/** A terminal and some supervisors send a signal to all processes, so only the primary process counts signals. */
function endOnSignal({ server, metrics, close }: Service): void {
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    void shutDown(server, async () => {
      if (metrics) tellPrimary({ type: 'last-metrics', metrics: await metrics.values() })
      await close()
      cluster.worker?.disconnect()
    })
  }
  process.on('SIGTERM', end).on('SIGINT', end)
  process.on('SIGHUP', () => {})
}
