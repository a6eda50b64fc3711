// The control API of the mock, below `/_mock`: for tests in other processes. control-openapi.yaml describes it.
import type { IncomingMessage, RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express'
import type { CompiledValidator } from '../../core/contract/contract.ts'
import { isOtherSite } from '../../core/pipeline/cross-site.ts'
import { isLoopbackAddress, isLoopbackHost } from '../../server/loopback.ts'
import type { Control } from '../core/control.ts'
import { ControlError, requireValid } from '../core/control-input.ts'
import * as validators from '../core/control-validators.js'

const file = fileURLToPath(new URL('./control-openapi.yaml', import.meta.url))
const prefix = '/_mock/'

/** @param otherwise Handles every other request. */
export function controlApi(control: Control, otherwise: RequestListener): RequestListener {
  const app = express().disable('x-powered-by')
  app.get('/_mock/openapi.yaml', (_req, res) => {
    // Without the option, Express responds with 404 if a folder above the file is hidden.
    res.type('application/yaml').sendFile(file, { dotfiles: 'allow' })
  })
  app.use('/_mock', express.json({ limit: '10mb' }))
  app.post('/_mock/reset', accept(validators.resetQuery), ({ query }, res) => {
    control.reset(query)
    res.status(204).end()
  })
  app.post('/_mock/snapshots', accept(validators.snapshotQuery), ({ query }, res) => {
    res.status(201).json({ name: control.snapshot(query) })
  })
  app.post('/_mock/snapshots/:name/restore', accept(validators.restoreQuery), ({ params }, res) => {
    control.restore(String(params.name))
    res.status(204).end()
  })
  app.post('/_mock/items', accept(validators.loadQuery, validators.loadBody), async ({ body }, res) => {
    res.status(201).json(await control.load(body.caller, body.items))
  })
  app.get('/_mock/requests', accept(validators.requestsQuery), (req, res) => {
    res.json(control.requests(valuesIn(req)))
  })
  app.put('/_mock/clock', accept(validators.setClockQuery, validators.setClockBody), ({ body }, res) => {
    control.setClock(body)
    res.status(204).end()
  })
  app.post('/_mock/scenarios', accept(validators.playQuery, validators.playBody), ({ body }, res) => {
    control.play(...body)
    res.status(204).end()
  })
  app.delete('/_mock/scenarios', accept(validators.stopScenariosQuery), ({ query }, res) => {
    control.stopScenarios(query)
    res.status(204).end()
  })
  app.use(() => {
    throw Object.assign(new Error('The control API has no such operation: see /_mock/openapi.yaml.'), { status: 404 })
  })
  app.use(respondWithError)

  return (req, res) => {
    if (!req.url?.startsWith(prefix)) return otherwise(req, res)
    if (isFromThisMachine(req)) return app(req, res)
    const message =
      'The control API is for tests on the same machine: call it at a loopback address, and not from a page.'
    res.writeHead(403, { 'Content-Type': 'text/plain' }).end(`${message}\n`)
  }
}

/**
 * A page of another origin sends an Origin with everything that changes something, and Sec-Fetch-Site with the rest. With
 * DNS rebinding, a page has the same origin, but then the Host has its name.
 */
function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  const isOfPage = headers.origin !== undefined || isOtherSite(headers['sec-fetch-site']?.toString())
  return isLoopbackAddress(address) && isLoopbackHost(headers.host ?? '') && !isOfPage
}

/** Refuses what control-openapi.yaml does not describe. @param body Default: the operation has no body. */
function accept(query: CompiledValidator, body?: CompiledValidator): RequestHandler {
  return (req, _res, next) => {
    requireValid(query, valuesIn(req), 'query')
    if (body !== undefined) {
      if (req.body === undefined) throw new ControlError('Send a JSON body, with Content-Type: application/json.')
      requireValid(body, req.body, 'body')
    }
    next()
  }
}

/** The query. A status is a number. */
function valuesIn({ query: { status, ...rest } }: Request): object {
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
