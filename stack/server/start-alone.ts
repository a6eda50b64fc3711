// The only process: service, first items, shut down.

import type { Contract } from '../core/contract/contract.ts'
import type { FirstStart, ServiceApi } from './api.ts'
import { developmentOwner } from './auth/development-issuer.ts'
import { type Configuration, defaultSubject, type Environment } from './configuration/read-configuration.ts'
import { serve } from './serve.ts'
import type { Service } from './service.ts'
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
    await fill(contract, service, configuration, firstStart)
  }
  const text = await message(monitoringUrl)
  if (!server.listening) return
  console.log(text)
  await service.checkItems()
}

async function fill(
  { product }: Contract,
  { store, server, log }: Service,
  { dataFolder }: Configuration,
  firstStart: FirstStart,
) {
  const isStopping = () => !server.listening
  const options = { store, owner: developmentOwner(product, defaultSubject), dataFolder, isStopping }
  await firstStart(options).catch((error) => {
    if (server.listening) log.warn({ err: error }, 'could not add all examples; the next start adds the rest')
  })
}
