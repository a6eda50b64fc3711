// The process: environment, configuration, service, listen, shut down.
import { firstStart } from '../generated/first-start.ts'
import { contract } from '../generated/index.ts'
import { server as serverData } from '../generated/server.ts'
import { developmentOwner } from './auth/development-issuer.ts'
import { type Configuration, defaultSubject, readConfiguration } from './configuration/read-configuration.ts'
import { orExit } from './configuration/start-up-error.ts'
import { createService, type Service } from './service.ts'
import { closeOnSignal } from './shutdown.ts'
import { startMessage } from './start-message.ts'

const exampleFolder = new URL('../dist/example/', import.meta.url)

void orExit(async () => {
  const configuration = readConfiguration(process.env)
  const service = await createService(contract, serverData, configuration, {
    exampleFolder,
    onKeyUsed: () => void printNextLink(),
  })
  const { url, monitoringUrl } = await service.listen()
  const { log, server, close, verifier, developmentIssuer } = service
  closeOnSignal({ server, onSignal: () => log.info('stopping'), close })

  if (developmentIssuer) {
    if (!configuration.database) await startFirst(service, configuration)
  } else {
    // Fetches the provider's keys now, so that the first request need not wait for them.
    void verifier.isReady()
  }
  const key = await service.pageKey?.()
  if (!server.listening) return
  console.log(startMessage({ contract, configuration, service, url, monitoringUrl, key, data: process.env.DATA }))
  await service.checkItems()

  async function printNextLink(): Promise<void> {
    const next = await service.pageKey?.().catch(() => undefined)
    console.log(next ? `To sign in another browser: ${url}/#key=${next}` : 'To sign in another browser, restart.')
  }
})

async function startFirst({ store, server, log }: Service, { dataFolder }: Configuration): Promise<void> {
  const isStopping = () => !server.listening
  const options = { store, owner: developmentOwner(defaultSubject), dataFolder, isStopping }
  await Promise.all(firstStart.map((start) => start(options))).catch((error) => {
    if (server.listening) log.warn({ err: error }, 'could not add all examples; the next start adds the rest')
  })
}
