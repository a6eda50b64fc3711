// The process: environment, configuration, service, listen, shut down.

import type { Contract } from '../core/contract/contract.ts'
import type { FirstStart } from '../core/resources/first-start.ts'
import type { Command } from './api.ts'
import { developmentOwner } from './auth/development-issuer.ts'
import { ownCommand } from './configuration/own-command.ts'
import { type Configuration, defaultSubject, readConfiguration } from './configuration/read-configuration.ts'
import { docsPath } from './http/pages.ts'
import { createService, type Service } from './service.ts'
import { closeOnSignal } from './shutdown.ts'
import { startMessage } from './start-message.ts'

/** Starts a service as a process. @throws {StartUpError} */
export const start: Command = async (api, environment) => {
  const { contract, firstStart, exampleFolder, tokenCommand = ownCommand('token') } = api
  const configuration = readConfiguration(environment)
  const service = await createService(api, configuration, {
    ...(exampleFolder && { exampleFolder }),
    onKeyUsed: () => void printNextLink(),
  })
  const { url, monitoringUrl } = await service.listen()
  const { log, server, close, verifier, developmentIssuer } = service
  closeOnSignal({ server, onSignal: () => log.info('stopping'), close })

  if (developmentIssuer) {
    if (firstStart && !configuration.database) await fill(contract, service, configuration, firstStart)
  } else {
    // Fetches the provider's keys now, so that the first request need not wait for them.
    void verifier.isReady()
  }
  const key = await service.pageKey?.()
  if (!server.listening) return
  console.log(
    startMessage({ contract, configuration, service, url, monitoringUrl, key, data: environment.DATA, tokenCommand }),
  )
  await service.checkItems()

  async function printNextLink(): Promise<void> {
    const next = await service.pageKey?.().catch(() => undefined)
    const page = contract.hasPath('/') ? (docsPath(contract) ?? '') : '/'
    console.log(next ? `To sign in another browser: ${url}${page}#key=${next}` : 'To sign in another browser, restart.')
  }
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
