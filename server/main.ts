// The process: environment, configuration, service, listen, shut down.
import { developmentOwner } from './auth/development-issuer.ts'
import { type Configuration, defaultSubject, readConfiguration } from './configuration/read-configuration.ts'
import { orExit } from './configuration/start-up-error.ts'
import { addExamplePlants } from './example-plants.ts'
import { createService, type Service } from './service.ts'
import { closeOnSignal } from './shutdown.ts'

const exampleFolder = new URL('../dist/example/', import.meta.url)

void orExit(async () => {
  const configuration = readConfiguration(process.env)
  const service = await createService(configuration, { exampleFolder })
  const { url, monitoringUrl } = await service.listen()
  if (monitoringUrl !== undefined) console.log(`Live, ready and metrics are at ${monitoringUrl}`)
  const { log, server, close, verifier, developmentIssuer, hasApp } = service
  closeOnSignal({ server, onSignal: () => log.info('stopping'), close })

  if (developmentIssuer) {
    if (!configuration.database) await addExamples(service, configuration)
  } else {
    // Fetches the provider's keys now, so that the first request need not wait for them.
    void verifier.isReady()
  }
  if (server.listening) console.log(greeting(url, configuration, hasApp, process.env.DATA))
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

function greeting(url: string, { identityProvider }: Configuration, hasApp: boolean, data: string | undefined): string {
  const makeToken = data ? `make -s token DATA='${data}'` : 'make -s token'
  const token = identityProvider ? `<token of ${identityProvider.issuer}>` : `$(${makeToken})`
  return `
The Plant Collection Service listens on ${url}
${hasApp ? `Look after your plants at ${url}/\n` : ''}Read the docs at ${url}/docs
List a few plants:

  curl -s '${url}/plants?limit=3' -H "Authorization: Bearer ${token}"
`
}
