// The process: environment, config, store, app, listen, shut down.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPlantClient } from '@plant-collection/client'
import { v7 as uuidv7 } from 'uuid'
import { createApp } from './app.ts'
import { type DevelopmentIssuer, developmentIssuer } from './auth/development.ts'
import { addPlants, readPlants } from './commands/import.ts'
import { defaultSubject, readConfig } from './config.ts'
import { plantOperations } from './plants.ts'
import { orExit, StartUpError, usingDataFolder } from './start-up.ts'
import { openSqliteStore } from './store/sqlite.ts'

const shutdownDeadlineMs = 5_000

await orExit(async () => {
  const config = readConfig(process.env)
  const { issuer, store } = await usingDataFolder(config.dataFolder, async () => ({
    issuer: await developmentIssuer(config.dataFolder),
    store: openSqliteStore(config.dataFolder),
  }))
  const app = createApp({
    operations: plantOperations({ store, now: () => new Date(), newId: uuidv7 }),
    verify: issuer.verify,
    report: (fault, requestId) => console.error(requestId, fault),
  })
  const server = createServer(app)
  const url = await listen(server, config.host, config.port).catch(async (error) => {
    await store.close()
    throw error
  })

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close(() => store.close())
      server.closeIdleConnections()
      // What is under way is finished, without keeping its connection for more; what never ends is not waited for.
      server.keepAliveTimeout = 1
      setTimeout(() => server.closeAllConnections(), shutdownDeadlineMs).unref()
    })
  }

  if (store.isNew) await addExampleCollection(url, issuer)
  console.log(greeting(url, process.env.DATA))
})

async function listen(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${code})`
    const mend = code === 'EADDRINUSE' || code === 'EACCES' ? 'another port with PORT=' : 'another address with HOST='
    throw new StartUpError(`${host} port ${port} ${reason}: choose ${mend}.`, { cause: error })
  }
  // An address, not a path: `listen` was given a port.
  const { address, port: actual } = server.address() as AddressInfo
  return `http://${address.includes(':') ? `[${address}]` : address}:${actual}`
}

async function addExampleCollection(baseUrl: string, { sign }: DevelopmentIssuer): Promise<void> {
  const plants = await readPlants(new URL('../data/plants.csv', import.meta.url), {
    name: 'scientific_name',
    tag: 'family',
  })
  console.log(`Adding ${plants.length} example plants, this once …`)
  const token = await sign({ subject: defaultSubject, scope: 'plants:write' })
  await addPlants(createPlantClient({ baseUrl, token }), plants)
}

function greeting(url: string, data: string | undefined): string {
  const token = data ? `make -s token DATA='${data}'` : 'make -s token'
  return `
The Plant Collection Service listens on ${url}
Read the docs at ${url}/docs
List a few plants:

  curl -s '${url}/plants?limit=3' -H "Authorization: Bearer $(${token})"
`
}
