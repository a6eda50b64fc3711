// A real service for a test, composed as main.ts does it, on a free port of loopback with its own data folder.
import type { RequestListener } from 'node:http'
import type { VerifyToken } from '../../core/pipeline/authenticate.ts'
import type { StartOptions } from '../../mock/index.ts'
import type { MockedApi } from '../../mock/server/mock.ts'
import type { Api } from '../../server/api.ts'
import { developmentIssuer } from '../../server/auth/development-issuer.ts'
import type { TokenVerifier } from '../../server/auth/tokens.ts'
import { readConfiguration } from '../../server/configuration/read-configuration.ts'
import { createService, type ServiceParts } from '../../server/service.ts'
import { createHttpServer, listen } from '../../server/sockets/http-server.ts'
import type { operations } from '../product/generated/api.d.ts'
import type { Handler, Handlers } from '../product/generated/handlers.ts'
import type { MockTypes } from '../product/generated/resources.ts'
import { temporaryFolder } from './folder.ts'

/** Imported only if it is needed: the benchmarks do not generate it. */
const rooms = async () => (await import('./rooms.ts')).rooms

export interface Service extends AsyncDisposable {
  url: string
  /** `undefined` if the monitoring is off. */
  monitoringUrl: string | undefined
  /** Signs a token of the development issuer. Default: for `gardener`, with every scope. */
  token: (subject?: string, scope?: string) => Promise<string>
  /** Sends a request with a token for `gardener`, unless `init` has an Authorization header. */
  request: (path: string, init?: RequestInit) => Promise<Response>
  /** Messages of internal errors, oldest first. */
  internalErrors: string[]
  /** Returns a URL whose one-time key signs in a browser. */
  link: (path?: string) => Promise<string>
  /** Every line of the log, parsed. */
  log: Record<string, unknown>[]
  verifier: TokenVerifier
  checkItems: () => Promise<void>
  /** The data folder. */
  folder: string
}

/** Handlers of any operations, including standard methods. */
export type TestHandlers = { [Id in keyof operations]?: Handler<Id> | Handlers[Id] }

export interface ServiceOptions extends Omit<ServiceParts, 'log' | 'verifier'> {
  /** Default: rooms. */
  api?: Api
  /** Added to the handlers of the API; the ones of the same operations are replaced. */
  handlers?: TestHandlers | Api['handlers']
  /** Verifies tokens. Default: the verifier of the configuration. */
  verify?: VerifyToken
  /** Settings as environment variables. Default: no rate limits, and any free port. */
  settings?: Record<string, string>
  /** Wraps the request listener, to change its requests. */
  wrap?: (app: RequestListener) => RequestListener
  /** A data folder, which is not removed. Default: a temporary one. */
  folder?: string
}

export async function startService(all: ServiceOptions = {}): Promise<Service> {
  const { settings, wrap, verify, handlers, api = await rooms(), ...options } = all
  const data = options.folder === undefined ? await temporaryFolder() : { path: options.folder, remove: async () => {} }
  const folder = data.path
  const lines: Record<string, unknown>[] = []
  const logOutput = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const defaults = { NEW_DATA: '1', LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '0', PORT: '0' }
  const configuration = readConfiguration({ ...defaults, ...settings, DATA: folder })
  const service = await createService({ ...api, handlers: { ...api.handlers, ...handlers } }, configuration, {
    ...options,
    logOutput,
    ...(verify && { verifier: { verify, isReady: async () => true } }),
  })
  if (wrap) {
    const [app] = service.server.listeners('request') as [RequestListener]
    service.server.removeAllListeners('request').on('request', wrap(app))
  }
  const { url, monitoringUrl } = await service.listen()
  const { product, scopes } = api.contract
  const issuer = service.developmentIssuer ?? (await developmentIssuer(product, folder))
  const token = (subject = 'gardener', scope = scopes.join(' ')) => issuer.sign({ subject, scope })
  return {
    url,
    monitoringUrl,
    token,
    folder,
    log: lines,
    verifier: service.verifier,
    checkItems: service.checkItems,
    request: requester(url, token),
    link: async (path = '/') => `${url}${path}#key=${await service.getLoginToken?.()}`,
    get internalErrors() {
      return lines.flatMap(({ msg, err }) => (msg === 'internal error' ? [String(Object(err).message)] : []))
    },
    async [Symbol.asyncDispose]() {
      service.server.closeAllConnections()
      service.server.close()
      await service.close()
      await data.remove()
    },
  }
}

/** Returns a function that sends requests with a token, unless `init` has an Authorization header. */
export function requester(url: string, token: () => Promise<string>): Service['request'] {
  return async (path, init = {}) => {
    const headers = new Headers(init.headers)
    if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${await token()}`)
    return fetch(url + path, { ...init, headers })
  }
}

/** The members that the service and the mock have in common. */
export type Implementation = Pick<Service, 'url' | 'token' | 'request' | 'internalErrors' | 'link'> & AsyncDisposable

/** Starts a real mock, for which any token is valid. @param options.api Default: rooms. */
export async function startMock(options = {}, { api }: { api?: MockedApi } = {}): Promise<Implementation> {
  // Prism takes half a second to load.
  const { createMock } = await import('../../mock/server/mock.ts')
  const internalErrors: string[] = []
  const report = (error: unknown) => internalErrors.push(String(error))
  const server = createHttpServer(await createMock(api ?? (await rooms()), options, { report }))
  const url = await listen(server, '127.0.0.1', 0)
  const token = async (subject = 'any') => subject
  return {
    url,
    internalErrors,
    token,
    request: requester(url, token),
    // A page of the mock needs no key to sign in.
    link: async (path = '/') => url + path,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Starts the mock of rooms as its package does, with its control. */
export async function startLampMock(options?: StartOptions<MockTypes>) {
  const { listenAsMock } = await import('../../mock/server/listen.ts')
  return listenAsMock<MockTypes>(await rooms(), options)
}

/** Options of fetch for a POST of a JSON body. */
export function json(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
}
