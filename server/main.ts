// The process: environment, configuration, service, listen, shut down.
import { addExampleCollection } from './commands/example-collection.ts'
import { type Configuration, readConfiguration } from './configuration/configuration.ts'
import { orExit } from './configuration/start-up-error.ts'
import { createService } from './service.ts'
import { closeOnSignal } from './shutdown.ts'

await orExit(async () => {
  const configuration = readConfiguration(process.env)
  const { log, server, close, listen, verifier, developmentIssuer } = await createService(configuration)
  const { url, monitoringUrl } = await listen()
  if (monitoringUrl !== undefined) console.log(`Live, ready and metrics are at ${monitoringUrl}`)
  closeOnSignal({ server, onSignal: () => log.info('stopping'), close })

  if (developmentIssuer) {
    await addExampleCollection(url, developmentIssuer, configuration.dataFolder).catch((error) => {
      // After a signal this is expected.
      if (server.listening) log.warn({ err: error }, 'the example plants are incomplete; the next start adds the rest')
    })
  } else {
    // Fetches the provider's keys now, so that the first request need not wait for them.
    void verifier.isReady()
  }
  if (server.listening) console.log(greeting(url, configuration, process.env.DATA))
})

function greeting(url: string, { identityProvider }: Configuration, data: string | undefined): string {
  const makeToken = data ? `make -s token DATA='${data}'` : 'make -s token'
  const token = identityProvider ? `<token of ${identityProvider.issuer}>` : `$(${makeToken})`
  return `
The Plant Collection Service listens on ${url}
Read the docs at ${url}/docs
List a few plants:

  curl -s '${url}/plants?limit=3' -H "Authorization: Bearer ${token}"
`
}
