// Composes the service: configuration → store and token verifier → app → HTTP servers. `serve.ts` starts it with the
// environment; tests start it with a clock, ids or handlers of their choice.
import { hash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Contract } from '../core/contract/contract.ts'
import { hasPath } from '../core/contract/routes.ts'
import { compiledValidator, type Validator } from '../core/contract/validator.ts'
import { type AnyHandlers, missingHandlers } from '../core/handlers/any-handlers.ts'
import type { Respond } from '../core/pipeline/pipeline.ts'
import { respondAfter, respondWith } from '../core/respond.ts'
import { checkStored, type StoredProblems } from '../core/stores/check-stored.ts'
import type { Readiness } from '../core/stores/item-store.ts'
import { type InvalidItem, itemValidation } from '../core/stores/validation.ts'
import type { Api, ServiceApi } from './api.ts'
import type { TokenVerifier } from './auth/tokens.ts'
import type { Configuration } from './configuration/read-configuration.ts'
import { StartUpError } from './configuration/start-up-error.ts'
import { exampleApp } from './http/example-app.ts'
import { createApp } from './http/exchange.ts'
import { createRateLimits } from './http/rate-limit.ts'
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts'
import { createLog, type DestinationStream, type Logger, LogOutput, logOutages } from './monitoring/log.ts'
import { createMonitoringServer } from './monitoring/monitoring-server.ts'
import { countResponse, createCounts, logResponse, type ResponseEvent } from './monitoring/observe.ts'
import { possibleConnections } from './sockets/connection-limit.ts'
import { createHttpServer, listen, listenOnSocket } from './sockets/http-server.ts'
import { deferStore, getSchema, type OpenStore } from './store/open-store.ts'
import { throttle } from './throttle.ts'
import { chooseTokenVerifier } from './token-verifier.ts'

/** How long a request waits until the data are open, in ms. Opening them after a restart usually takes less. */
const openingWaitMs = 2_000

/** Parts that tests replace. serve.ts sets `exampleFolder`, `onLoginTokenUsed` and `worker`. */
export interface ServiceParts extends Pick<ServiceApi, 'exampleFolder'> {
  logOutput?: DestinationStream
  now?: () => Date
  newId?: () => string
  newRequestId?: () => string
  verifier?: TokenVerifier
  validator?: Validator
  onLoginTokenUsed?: () => void
  /** Options of one of several processes behind one port (workers/). The primary process has the monitoring. */
  worker?: {
    /** Whether it logs the warnings that would be the same in all workers, and listens before it opens the data. */
    isFirst: boolean
  }
}

export type Service = Awaited<ReturnType<typeof createService>>

/** @throws {StartUpError} if the service cannot start. */
export async function createService(
  { contract, server: { validators, documents }, handlers, verifiers }: Api,
  configuration: Configuration,
  parts: ServiceParts = {},
) {
  const { host, port, monitoringHost, monitoringPort } = configuration
  const { worker } = parts
  const output = parts.logOutput ?? new LogOutput(process.stderr, { isShared: worker !== undefined })
  const stderr = output instanceof LogOutput ? output : undefined
  const log = createLog(output, configuration.logLevel)
  const flushLog = () => stderr?.flush()
  process.once('exit', flushLog)
  const { now = () => new Date(), newId = uuidv7 } = parts
  const warn = worker?.isFirst === false ? () => {} : log.warn.bind(log)
  requireHandlers(contract, configuration, handlers, warn)
  const connections = maxConnections(configuration, warn)
  const tokens = await chooseTokenVerifier(contract, configuration, log, parts.onLoginTokenUsed)
  const outages = logOutages(log)
  const validator = parts.validator ?? compiledValidator(validators)
  const validation = itemValidation(contract, validator, handlers)
  const { database } = configuration
  const storeOptions = {
    product: contract.product,
    collections: contract.collections,
    validation,
    report: outages.report,
    now: () => now().getTime(),
  }
  const logProgress = (progress: string) => log.info({ progress }, 'opening the data')
  const deferredStore = deferStore(configuration, logProgress, storeOptions)
  let isStopping = false

  async function readiness(): Promise<Readiness> {
    const state = await deferredStore.readiness()
    if (state === 'ready') outages.end()
    return state
  }
  const verifier = parts.verifier ?? tokens.verifier
  // Loads prom-client only if the metrics can be read.
  const { createMetrics } = monitoringPort === undefined ? {} : await import('./monitoring/metrics.ts')
  const responses = createCounts(contract)
  const metrics = createMetrics?.(contract, {
    responses,
    droppedLogLines: () => stderr?.droppedLines ?? 0,
    isStoreReady: async () => (await readiness()) === 'ready',
    schema: getSchema(configuration),
    waitingStatements: database && (() => deferredStore.current?.waitingStatements?.() ?? 0),
  })
  const onResponse = (event: ResponseEvent) => {
    countResponse(responses, event)
    logResponse(log, output, event)
    const hasSucceeded = event.operationId !== undefined && event.status !== 'aborted' && event.status < 400
    // It is not the end of the outage yet: reads can succeed while writes fail.
    if (hasSucceeded && outages.mayBeOver()) void readiness()
  }
  const reportInvalid = throttle<InvalidItem[]>(
    (items) => log.error({ items }, 'stored items break the contract; lists omit them'),
    JSON.stringify,
  )
  const opening = Promise.withResolvers<Respond>()
  let respond = respondAfter(opening.promise, openingWaitMs)

  async function open(): Promise<OpenStore> {
    const store = await deferredStore.open()
    respond = respondWith(contract, {
      store,
      handlers,
      digest: (text) => hash('sha256', text, 'base64url'),
      validator,
      reportInvalid,
      now,
      newId,
    })
    opening.resolve(respond)
    return store
  }

  const { socket, identityProvider, corsOrigins } = configuration
  // The service accepts its own tokens on loopback only. `listen` checks that a passed socket is bound to loopback.
  const loopback = socket === undefined ? isLoopbackAddress(host) : identityProvider === undefined
  const pages = appPages(contract.scopes, configuration, parts.exampleFolder)
  const app = createApp(contract, {
    documents,
    onResponse,
    ...(parts.newRequestId && { newRequestId: parts.newRequestId }),
    appPages: pages,
    validator,
    verify: verifier.verify,
    verifiers,
    respond: (call) => respond(call),
    signInPage: tokens.signInPage,
    cookieOrigins: corsOrigins,
    allowedOrigins: { origins: corsOrigins, loopback },
    limits: createRateLimits(configuration.requestsPerMinute),
    trustProxy: configuration.trustProxy,
    hstsSeconds: configuration.hstsSeconds,
    report: (error, requestId) => log.error({ requestId, err: error }, 'internal error'),
  })
  const server = createHttpServer(app, { maxConnections: connections })
  /** Returns why the service cannot serve requests now; `undefined` if it can. */
  async function whyNotReady(): Promise<string | undefined> {
    if (isStopping) return 'the service is shutting down'
    if (deferredStore.current === undefined) return `the service is opening its data: ${deferredStore.progress}`
    if ((await readiness()) === 'unavailable') return 'the service cannot use its data'
    return (await verifier.isReady()) ? undefined : 'the service has no keys of the issuer'
  }

  const monitoring =
    worker === undefined &&
    metrics &&
    createMonitoringServer({ metrics, whyNotReady, backUp: database ? undefined : deferredStore.backUp })

  /** Closes everything except the server itself, at the end of a shutdown. */
  async function close(): Promise<void> {
    isStopping = true
    if (monitoring) monitoring.close().closeAllConnections()
    await deferredStore.close()
    flushLog()
    process.off('exit', flushLog)
  }

  return {
    log,
    verifier,
    /** `undefined` if an identity provider issues the tokens. */
    developmentIssuer: tokens.developmentIssuer,
    /** Returns the one-time token of the next login link. `undefined` if an identity provider issues the tokens. */
    getLoginToken: tokens.getLoginToken,
    server,
    /** Whether the example app is at `/`. */
    hasApp: '/' in pages && !hasPath(contract, '/'),
    /** `undefined` without monitoring. */
    metrics,
    whyNotReady,
    /** Makes `/ready` 503, so that no proxy sends new requests, while the port stays open. */
    prepareStop(): void {
      isStopping = true
    },
    /** Logs how many stored items do not fit a changed contract, and names a few of them. */
    async checkItems(): Promise<void> {
      const report = ({ path, invalid, undeclared, orphaned }: StoredProblems) => {
        if (invalid.count > 0)
          log.error({ path, ...invalid }, 'stored items break the changed contract; lists omit them')
        if (undeclared.count > 0)
          log.warn({ path, ...undeclared }, 'stored items have properties that the changed contract does not declare')
        if (orphaned > 0)
          log.warn({ path, count: orphaned }, 'no principal sees stored items: the contract changes their owner')
      }
      // If the store is not available now, the next start checks them.
      const store = deferredStore.current
      if (store === undefined) return
      await checkStored(contract, store, validator, validation, report, () => !server.listening).catch(() => {})
    },
    close,
    /**
     * Listens, and then opens the data, which can take minutes. Until then, `/live` is 200, and requests that need the data
     * wait for it, and get 503 after two seconds.
     * @returns The URL of the API, the URL of the monitoring if it is on, and the store. @throws {StartUpError}
     */
    async listen() {
      try {
        // A later worker listens only when it can respond: the other workers take requests meanwhile.
        const workerStore = worker?.isFirst === false ? await open() : undefined
        const monitoringUrl =
          monitoring && monitoringPort !== undefined
            ? await listen(monitoring, monitoringHost, monitoringPort, 'OPS_')
            : undefined
        const url = socket === undefined ? await listen(server, host, port) : await listenOnSocket(server, socket)
        if (tokens.developmentIssuer && !isLoopbackHost(new URL(url).host))
          throw new StartUpError(`${url} is reachable from other machines, so AUTH_ISSUER= is required.`)
        return { url, monitoringUrl, store: workerStore ?? (await open()) }
      } catch (error) {
        // A shutdown in progress closes it.
        if (!isStopping) server.close()
        server.closeAllConnections()
        await close()
        throw error
      }
    },
  }
}

/** Requires a handler for each operation. With development tokens, it only warns: such an operation responds with 501. */
function requireHandlers(
  contract: Contract,
  { identityProvider }: Configuration,
  handlers: AnyHandlers,
  warn: Logger['warn'],
): void {
  const messages = missingHandlers(contract, handlers).map((id) => {
    return `${id} has no handler: add one to server/handlers.ts.`
  })
  if (identityProvider && messages.length > 0) throw new StartUpError(messages.join('\n'))
  for (const line of messages) warn(line)
}

function maxConnections({ maxConnections: configured, database }: Configuration, warn: Logger['warn']): number {
  const { connections, openFiles } = possibleConnections(configured, database?.poolSize ?? 0)
  if (connections < configured) {
    const advice = 'raise the limit of open files (ulimit -n, LimitNOFILE=), or lower MAX_CONNECTIONS'
    warn(
      { maxConnections: connections, openFiles },
      `the limit of open files allows fewer connections than MAX_CONNECTIONS: ${advice}`,
    )
  }
  return connections
}

// With an identity provider, the app can sign in only as a client that is registered there.
function appPages(
  scopes: string[],
  { identityProvider, appClientId: clientId }: Configuration,
  folder: URL | undefined,
) {
  if (folder === undefined) return {}
  if (identityProvider === undefined) return exampleApp(folder)
  const { issuer, audience } = identityProvider
  const scope = ['openid', ...scopes].join(' ')
  return clientId === undefined ? {} : exampleApp(folder, { issuer, clientId, audience, scope })
}
