// The control API of the mock, below `/_mock`: for tests in other processes. control-openapi.yaml describes it.
import type { IncomingMessage, RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import express, { type ErrorRequestHandler, type Request } from 'express'
import type { CompiledValidator } from '../../core/contract/contract.ts'
import { isCrossOrigin } from '../../core/pipeline/cross-site.ts'
import { isLoopbackAddress, isLoopbackHost } from '../../server/loopback.ts'
import type { Control } from '../core/control.ts'
import { ControlError, requireValid } from '../core/control-input.ts'
import * as validators from '../core/control-validators.ts'

const file = fileURLToPath(new URL('./control-openapi.yaml', import.meta.url))
const prefix = '/_mock/'

/** @param fallback Handles all other requests. */
export function controlApi(control: Control, fallback: RequestListener): RequestListener {
  const app = express().disable('x-powered-by')
  app.get('/_mock/openapi.yaml', (_req, res) => {
    // Without the option, Express responds with 404 if a folder above the file is hidden.
    res.type('application/yaml').sendFile(file, { dotfiles: 'allow' })
  })
  app.use('/_mock', express.json({ limit: '10mb' }))
  for (const [id, [method, path, run]] of Object.entries(operationsOf(control)))
    app[method](`/_mock${path}`, async (req, res) => {
      requireDescribed(id, req)
      const result = await run(req)
      if (result === undefined) res.status(204).end()
      else res.status(method === 'get' ? 200 : 201).json(result)
    })
  app.use(() => {
    throw Object.assign(new Error('The control API has no such operation: see /_mock/openapi.yaml.'), { status: 404 })
  })
  app.use(respondWithError)

  return (req, res) => {
    if (!req.url?.startsWith(prefix)) return fallback(req, res)
    if (isFromThisMachine(req)) return app(req, res)
    const message =
      'The control API is for tests on the same machine: call it at a loopback address, and not from a page.'
    res.writeHead(403, { 'Content-Type': 'text/plain' }).end(`${message}\n`)
  }
}

/**
 * A browser sends Origin with every request of another origin that changes something, and Sec-Fetch-Site with the rest.
 * With DNS rebinding, a page has the same origin, but then Host contains the name of the page.
 */
function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  const isOfPage = headers.origin !== undefined || isCrossOrigin(headers['sec-fetch-site']?.toString())
  return isLoopbackAddress(address) && isLoopbackHost(headers.host ?? '') && !isOfPage
}

type ControlOperation = [method: 'get' | 'post' | 'put' | 'delete', path: string, run: (req: Request) => unknown]

/** Returns the operations by operationId in control-openapi.yaml. */
function operationsOf(control: Control): Record<string, ControlOperation> {
  return {
    reset: ['post', '/reset', ({ query }) => control.reset(query)],
    snapshot: ['post', '/snapshots', ({ query }) => ({ name: control.snapshot(query) })],
    restore: ['post', '/snapshots/:name/restore', ({ params }) => control.restore(String(params.name))],
    load: ['post', '/items', ({ body }) => control.load(body.caller, body.items)],
    requests: ['get', '/requests', (req) => control.requests(readQuery(req))],
    setClock: ['put', '/clock', ({ body }) => control.setClock(body)],
    play: ['post', '/scenarios', ({ body }) => control.play(...body)],
    stopScenarios: ['delete', '/scenarios', ({ query }) => control.stopScenarios(query)],
  }
}

const validatorsByName: Record<string, CompiledValidator | undefined> = validators

/** @throws {ControlError} for what control-openapi.yaml does not describe. */
function requireDescribed(operationId: string, req: Request): void {
  const [query, body] = ['Query', 'Body'].map((part) => validatorsByName[operationId + part])
  if (query !== undefined) requireValid(query, readQuery(req), 'query')
  if (body === undefined) return
  if (req.body === undefined) throw new ControlError('Send a JSON body, with Content-Type: application/json.')
  requireValid(body, req.body, 'body')
}

/** Returns the query, with `status` as a number. */
function readQuery({ query: { status, ...rest } }: Request): object {
  if (status === undefined) return rest
  return { ...rest, status: /^\d{3}$/.test(String(status)) ? Number(status) : status }
}

const respondWithError: ErrorRequestHandler = (error, _req, res, _next) => {
  const status: number = error instanceof ControlError ? 400 : (error.status ?? 500)
  if (status >= 500) console.error(error)
  const message: string = status >= 500 ? 'The mock failed. Its output says why.' : error.message
  res
    .status(status)
    .type('text/plain')
    .send(`${message.replaceAll('\n', ' ')}\n`)
}
