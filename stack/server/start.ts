// Starts the service as one process, as several, or as one of these. Each loads only what it needs.
import type { Command } from './api.ts'
import { readConfiguration } from './configuration/read-configuration.ts'
import { readWorkerOptions } from './workers/messages.ts'

/** @throws {StartUpError} */
export const start: Command = async (api, environment) => {
  const configuration = readConfiguration(environment)
  const options = readWorkerOptions(environment)
  if (options !== undefined) {
    const { startWorker } = await import('./workers/worker.ts')
    await startWorker(api, environment, configuration, options)
  } else if (configuration.workers > 1) {
    const { startPrimary } = await import('./workers/primary.ts')
    await startPrimary(api.contract, configuration)
  } else {
    const { startAlone } = await import('./start-alone.ts')
    await startAlone(api, environment, configuration)
  }
}
