// The process: environment, configuration, service, listen, shut down.
import type { Api } from './api.ts'
import { developmentOwner } from './auth/development-issuer.ts'
import { type Configuration, defaultSubject, readConfiguration } from './configuration/read-configuration.ts'
import { orExit } from './configuration/start-up-error.ts'
import type { FirstStart } from './core/resources/first-start.ts'
import { createService, type Service } from './service.ts'
import { closeOnSignal } from './shutdown.ts'
import { startMessage } from './start-message.ts'

export interface StartedApi extends Api {
  /** Fills a new data folder. Default: it stays empty. */
  firstStart?: FirstStart
  /** The folder with the built example app. Default: `/` leads to the docs. */
  exampleFolder?: URL
}

/** Starts a service as a process. If it cannot start, it prints why, and the exit code is 1. */
export function start(api: StartedApi, environment: NodeJS.ProcessEnv): Promise<void> {
  return orExit(async () => {
    const { contract, firstStart, exampleFolder } = api
    const configuration = readConfiguration(environment)
    const service = await createService(api, configuration, {
      ...(exampleFolder && { exampleFolder }),
      onKeyUsed: () => void printNextLink(),
    })
    const { url, monitoringUrl } = await service.listen()
    const { log, server, close, verifier, developmentIssuer } = service
    closeOnSignal({ server, onSignal: () => log.info('stopping'), close })

    if (developmentIssuer) {
      if (firstStart && !configuration.database) await fill(service, configuration, firstStart)
    } else {
      // Fetches the provider's keys now, so that the first request need not wait for them.
      void verifier.isReady()
    }
    const key = await service.pageKey?.()
    if (!server.listening) return
    console.log(startMessage({ contract, configuration, service, url, monitoringUrl, key, data: environment.DATA }))
    await service.checkItems()

    async function printNextLink(): Promise<void> {
      const next = await service.pageKey?.().catch(() => undefined)
      console.log(next ? `To sign in another browser: ${url}/#key=${next}` : 'To sign in another browser, restart.')
    }
  })
}

async function fill({ store, server, log }: Service, { dataFolder }: Configuration, firstStart: FirstStart) {
  const isStopping = () => !server.listening
  const options = { store, owner: developmentOwner(defaultSubject), dataFolder, isStopping }
  await firstStart(options).catch((error) => {
    if (server.listening) log.warn({ err: error }, 'could not add all examples; the next start adds the rest')
  })
}
