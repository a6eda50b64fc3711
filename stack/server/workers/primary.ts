// The primary process of several workers: it accepts connections and passes them on in turn (node:cluster). It serves no request
// itself, and has the monitoring. SIGHUP restarts the workers one after the other.
import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { isatty } from 'node:tty'
import { getHeapStatistics } from 'node:v8'
import type { Contract } from '../../core/contract/contract.ts'
import type { Configuration } from '../configuration/read-configuration.ts'
import { createLog, type Logger } from '../monitoring/log.ts'
import { LogOutput } from '../monitoring/log-output.ts'
import { onStopSignal } from '../shutdown.ts'
import { startMonitoring } from './monitoring.ts'
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
