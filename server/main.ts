// The process: environment, config, store, app, listen, shut down.
import { v7 as uuidv7 } from 'uuid'
import { createApp } from './app.ts'
import { type DevelopmentIssuer, developmentIssuer, developmentOwner } from './auth/development.ts'
import { isLoopbackAddress, isLoopbackOrigin } from './auth/loopback.ts'
import { oidcIssuer } from './auth/oidc.ts'
import { type Config, defaultSubject, readConfig } from './config.ts'
import { document, limits } from './contract/document.ts'
import { performBy } from './contract/typed-operations.ts'
import { addExamplePlants } from './example-plants.ts'
import { createHttpServer, listen } from './http-server.ts'
import type { AnswerSeen } from './ops/answers.ts'
import { createLog, type Logger, logAnswer, logFault } from './ops/log.ts'
import { createMetrics } from './ops/metrics.ts'
import { createOpsServer } from './ops/ops-server.ts'
import { closeOnSignal } from './ops/shutdown.ts'
import { plantOperations } from './plants.ts'
import { orExit, usingDataFolder } from './start-up.ts'
import { openSqliteStore } from './store/sqlite.ts'

await orExit(async () => {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const metrics = createMetrics()
  const { development, tokens, store } = await usingDataFolder(config.dataFolder, async () => ({
    ...(await tokensFor(config, log)),
    store: openSqliteStore(config.dataFolder),
  }))

  const onAnswer = (answer: AnswerSeen) => {
    metrics.count(answer)
    logAnswer(log, answer)
  }
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
    verify: tokens.verify,
    allowsOrigin: (origin) =>
      config.corsOrigins.includes(origin) || (isLoopbackAddress(config.host) && isLoopbackOrigin(origin)),
    requestsPerMinute: config.requestsPerMinute,
    trustProxy: config.trustProxy,
    report: (fault, requestId) => logFault(log, fault, requestId),
    onAnswer,
  })

  const server = createHttpServer(app, { onAnswer })
  const ops = createOpsServer({ metrics, isReady: async () => server.listening && (await tokens.isReady()) })
  async function close(): Promise<void> {
    ops.close()
    ops.closeAllConnections()
    await store.close()
  }
  async function open(): Promise<string> {
    if (config.opsPort !== undefined) {
      const opsUrl = await listen(ops, config.host, config.opsPort, 'OPS_PORT')
      console.log(`Live, ready and metrics are at ${opsUrl}`)
    }
    return listen(server, config.host, config.port, 'PORT')
  }

  const url = await open().catch(async (error) => {
    await close()
    throw error
  })
  closeOnSignal({ server, onSignal: () => log.info('stopping'), close })

  if (development) {
    await addExamplePlants({
      store,
      owner: developmentOwner(defaultSubject),
      dataFolder: config.dataFolder,
      newId: uuidv7,
      now: () => new Date(),
      isStopping: () => !server.listening,
    }).catch((error) => {
      if (server.listening) log.warn({ err: error }, 'could not add all example plants; the next start adds the rest')
    })
  } else {
    // Whoever asks makes it look for the keys; the first call need not wait for them.
    void tokens.isReady()
  }
  // Unless it was told to end meanwhile.
  if (server.listening) console.log(greeting(url, config, process.env.DATA))
})

async function tokensFor({ identityProvider, dataFolder }: Config, log: Logger) {
  if (identityProvider) {
    const report = (reason: string) => log.warn({ reason }, 'tokens cannot be verified; calls are answered 503')
    return { tokens: oidcIssuer({ ...identityProvider, report }), development: undefined }
  }
  const development: DevelopmentIssuer = await developmentIssuer(dataFolder)
  return { tokens: development, development }
}

function greeting(url: string, { identityProvider }: Config, data: string | undefined): string {
  const makeToken = data ? `make -s token DATA='${data}'` : 'make -s token'
  const token = identityProvider ? `<token of ${identityProvider.issuer}>` : `$(${makeToken})`
  return `
The Plant Collection Service listens on ${url}
Read the docs at ${url}/docs
List a few plants:

  curl -s '${url}/plants?limit=3' -H "Authorization: Bearer ${token}"
`
}
