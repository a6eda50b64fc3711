// Serves requests in this process, which is the only process or a worker.
import { relative } from 'node:path'
import { hasPath } from '../core/contract/routes.ts'
import type { Environment } from '../environment.ts'
import type { ServiceApi } from './api.ts'
import { developmentOwner } from './auth/development-issuer.ts'
import { type Configuration, defaultSubject } from './configuration/read-configuration.ts'
import { docsPath } from './http/pages.ts'
import { createService, type ServiceParts } from './service.ts'
import { onStopSignal, stopService } from './shutdown.ts'
import { startupMessage } from './startup-message.ts'
import { getSchema } from './store/open-store.ts'

/** Creates the service, with the functions that start it. @throws {StartUpError} */
export async function prepareService(
  api: ServiceApi,
  environment: Environment,
  configuration: Configuration,
  parts: Pick<ServiceParts, 'worker'> = {},
) {
  const { contract, exampleFolder, tokenCommand = `node ${relative('', process.argv[1] ?? '')} token` } = api
  const service = await createService(api, configuration, {
    ...parts,
    ...(exampleFolder && { exampleFolder }),
    onLoginTokenUsed: () => void printNextLink(),
  })
  let url = ''

  async function printNextLink(): Promise<void> {
    const next = await service.getLoginToken?.().catch(() => undefined)
    const page = hasPath(contract, '/') ? (docsPath(contract) ?? '') : '/'
    console.log(next ? `To sign in another browser: ${url}${page}#key=${next}` : 'To sign in another browser, restart.')
  }

  return {
    service,
    /** Listens and opens the data. @throws {StartUpError} */
    async start() {
      const started = await service.listen()
      url = started.url
      // Fetches the provider's keys now, so that the first request need not wait for them.
      if (!service.developmentIssuer) void service.verifier.isReady()
      return started
    },
    /** Returns the startup message. */
    async message(monitoringUrl: string | undefined): Promise<string> {
      const key = await service.getLoginToken?.()
      const { DATA: data } = environment
      const schema = getSchema(configuration)
      return startupMessage({ contract, configuration, service, schema, url, monitoringUrl, key, data, tokenCommand })
    },
  }
}

/** Starts the service as the only process, adds its first items, and stops it at a signal. @throws {StartUpError} */
export async function startSingleProcess(
  api: ServiceApi,
  environment: Environment,
  configuration: Configuration,
): Promise<void> {
  const { contract, firstStart } = api
  const { service, start, message } = await prepareService(api, environment, configuration)
  const { log, developmentIssuer } = service
  let isStopping = false
  onStopSignal(() => {
    isStopping = true
    log.info('stopping')
    void stopService(service, configuration.shutdownDelayMs)
  })
  const started = await start().catch((error) => {
    if (!isStopping) throw error
  })
  if (started === undefined) return
  const { store, monitoringUrl } = started
  if (developmentIssuer && firstStart && !configuration.database) {
    const owner = developmentOwner(contract.product, defaultSubject)
    const { dataFolder } = configuration
    await firstStart({ store, owner, dataFolder, isStopping: () => isStopping }).catch((error) => {
      if (!isStopping) log.warn({ err: error }, 'could not add all examples; the next start adds the rest')
    })
  }
  const text = await message(monitoringUrl)
  if (isStopping) return
  console.log(text)
  await service.checkItems()
}
