// Serves requests in this process: as the only one, or as a worker.
import { ownCommand, type ServiceApi } from './api.ts'
import { developmentOwner } from './auth/development-issuer.ts'
import { type Configuration, defaultSubject, type Environment } from './configuration/read-configuration.ts'
import { docsPath } from './http/pages.ts'
import { createService, type ServiceParts } from './service.ts'
import { onStopSignal, shutDown } from './shutdown.ts'
import { startMessage } from './start-message.ts'

/** @returns The service, its URL, and that of the monitoring of this process if it is on. @throws {StartUpError} */
export async function serve(
  api: ServiceApi,
  environment: Environment,
  configuration: Configuration,
  parts: Pick<ServiceParts, 'worker'> = {},
) {
  const { contract, exampleFolder, tokenCommand = ownCommand('token') } = api
  const service = await createService(api, configuration, {
    ...parts,
    ...(exampleFolder && { exampleFolder }),
    onKeyUsed: () => void printNextLink(),
  })
  const { url, monitoringUrl } = await service.listen()
  // Fetches the provider's keys now, so that the first request need not wait for them.
  if (!service.developmentIssuer) void service.verifier.isReady()
  return {
    service,
    url,
    monitoringUrl,
    /** Returns what a start prints on stdout. */
    async message(monitoringUrl: string | undefined): Promise<string> {
      const key = await service.pageKey?.()
      const data = environment.DATA
      return startMessage({ contract, configuration, service, url, monitoringUrl, key, data, tokenCommand })
    },
  }

  async function printNextLink(): Promise<void> {
    const next = await service.pageKey?.().catch(() => undefined)
    const page = contract.hasPath('/') ? (docsPath(contract) ?? '') : '/'
    console.log(next ? `To sign in another browser: ${url}${page}#key=${next}` : 'To sign in another browser, restart.')
  }
}

/** Starts the only process: the service, its first items, and the shutdown. @throws {StartUpError} */
export async function startAlone(
  api: ServiceApi,
  environment: Environment,
  configuration: Configuration,
): Promise<void> {
  const { contract, firstStart } = api
  const { service, monitoringUrl, message } = await serve(api, environment, configuration)
  const { log, server, close, developmentIssuer } = service
  onStopSignal(() => {
    log.info('stopping')
    void shutDown(server, close)
  })
  if (developmentIssuer && firstStart && !configuration.database) {
    const owner = developmentOwner(contract.product, defaultSubject)
    const isStopping = () => !server.listening
    const filled = firstStart({ store: service.store, owner, dataFolder: configuration.dataFolder, isStopping })
    await filled.catch((error) => {
      if (server.listening) log.warn({ err: error }, 'could not add all examples; the next start adds the rest')
    })
  }
  const text = await message(monitoringUrl)
  if (!server.listening) return
  console.log(text)
  await service.checkItems()
}
