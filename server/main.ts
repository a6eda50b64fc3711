// The process: environment, config, store, app, listen, shut down.
import { v7 as uuidv7 } from 'uuid'
import { createApp } from './app.ts'
import { developmentIssuer } from './auth/development.ts'
import { isLoopbackOrigin } from './auth/loopback.ts'
import { addExampleCollection } from './commands/example-collection.ts'
import { readConfig } from './config.ts'
import { document, limits } from './contract/document.ts'
import { performBy } from './contract/typed-operations.ts'
import { closeOnSignal, createHttpServer, listen } from './http-server.ts'
import { plantOperations } from './plants.ts'
import { orExit, usingDataFolder } from './start-up.ts'
import { openSqliteStore } from './store/sqlite.ts'

await orExit(async () => {
  const config = readConfig(process.env)
  const { issuer, store } = await usingDataFolder(config.dataFolder, async () => ({
    issuer: await developmentIssuer(config.dataFolder),
    store: openSqliteStore(config.dataFolder),
  }))
  const app = createApp({
    perform: performBy(
      plantOperations({
        store,
        now: () => new Date(),
        newId: uuidv7,
        version: document.info.version,
        keptHours: limits.idempotencyKeyHours,
      }),
    ),
    allowsOrigin: isLoopbackOrigin,
    verify: issuer.verify,
    requestsPerMinute: config.requestsPerMinute,
    report: (fault, requestId) => console.error(requestId, fault),
  })
  const server = createHttpServer(app)
  const url = await listen(server, config.host, config.port).catch(async (error) => {
    await store.close()
    throw error
  })

  closeOnSignal(server, () => store.close())
  try {
    await addExampleCollection(url, issuer, config.dataFolder)
  } catch (error) {
    if (!server.listening) return // It was told to end meanwhile; the next start adds the rest.
    server.close(() => store.close())
    throw error
  }
  console.log(greeting(url, process.env.DATA))
})

function greeting(url: string, data: string | undefined): string {
  const token = data ? `make -s token DATA='${data}'` : 'make -s token'
  return `
The Plant Collection Service listens on ${url}
Read the docs at ${url}/docs
List a few plants:

  curl -s '${url}/plants?limit=3' -H "Authorization: Bearer $(${token})"
`
}
