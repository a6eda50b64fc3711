// The only process: service, first items, shut down.

import type { ServiceApi } from './api.ts'
import { developmentOwner } from './auth/development-issuer.ts'
import { type Configuration, defaultSubject, type Environment } from './configuration/read-configuration.ts'
import { serve } from './serve.ts'
import { closeOnSignal } from './shutdown.ts'

/** @throws {StartUpError} */
export async function startAlone(
  api: ServiceApi,
  environment: Environment,
  configuration: Configuration,
): Promise<void> {
  const { contract, firstStart } = api
  const { service, monitoringUrl, message } = await serve(api, environment, configuration)
  const { log, server, close, developmentIssuer } = service
  closeOnSignal({ server, onSignal: () => log.info('stopping'), close })
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
