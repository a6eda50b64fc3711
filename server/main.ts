// The process: environment, configuration, service, listen, shut down.
import { developmentOwner } from './auth/development-issuer.ts'
import { type Configuration, defaultSubject, readConfiguration } from './configuration/read-configuration.ts'
import { orExit } from './configuration/start-up-error.ts'
import { addExamplePlants } from './example-plants.ts'
import { createService, type Service } from './service.ts'
import { closeOnSignal } from './shutdown.ts'
import { startMessage } from './start-message.ts'

const exampleFolder = new URL('../dist/example/', import.meta.url)

void orExit(async () => {
  const configuration = readConfiguration(process.env)
  const service = await createService(configuration, { exampleFolder, onKeyUsed: () => void printNextLink() })
  const { url, monitoringUrl } = await service.listen()
  const { log, server, close, verifier, developmentIssuer } = service
  closeOnSignal({ server, onSignal: () => log.info('stopping'), close })

  if (developmentIssuer) {
    if (!configuration.database) await addExamples(service, configuration)
  } else {
    // Fetches the provider's keys now, so that the first request need not wait for them.
    void verifier.isReady()
  }
  const key = await service.pageKey?.()
  if (!server.listening) return
  console.log(startMessage({ configuration, service, url, monitoringUrl, key, data: process.env.DATA }))

  async function printNextLink(): Promise<void> {
    const next = await service.pageKey?.().catch(() => undefined)
    console.log(next ? `To sign in another browser: ${url}/#key=${next}` : 'To sign in another browser, restart.')
  }
})

async function addExamples({ store, server, log }: Service, { dataFolder }: Configuration): Promise<void> {
  await addExamplePlants({
    store,
    owner: developmentOwner(defaultSubject),
    dataFolder,
    isStopping: () => !server.listening,
  }).catch((error) => {
    if (server.listening) log.warn({ err: error }, 'could not add all example plants; the next start adds the rest')
  })
}
