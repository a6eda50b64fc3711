// The control API of the mock, below `/_mock`: for tests in other processes. control-openapi.yaml describes it.
import type { IncomingMessage, RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import express, { type ErrorRequestHandler, type Request } from 'express'
import { middleware } from 'express-openapi-validator'
import { isLoopbackAddress, isLoopbackHost } from '../../server/loopback.ts'
import { ControlError, requireList, requireProperties } from '../core/checks.ts'
import type { Control } from '../core/control.ts'

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
  // The control checks its input itself, so its errors are the same in this process.
  app.use(middleware({ apiSpec: file, validateRequests: false, validateResponses: true }))
  app.post('/_mock/reset', (req, res) => {
    control.reset(readQuery(req, 'caller'))
    res.status(204).end()
  })
  app.post('/_mock/snapshots', (req, res) => {
    res.status(201).json({ name: control.snapshot(readQuery(req, 'caller')) })
  })
  app.post('/_mock/snapshots/:name/restore', (req, res) => {
    readQuery(req)
    control.restore(req.params.name)
    res.status(204).end()
  })
  app.post('/_mock/items', async (req, res) => {
    readQuery(req)
    requireProperties(req.body, 'The body', ['caller', 'items'])
    res.status(201).json(await control.load(req.body.caller, req.body.items))
  })
  app.get('/_mock/requests', (req, res) => {
    const { status, ...filter } = readQuery(req, 'operation', 'caller', 'status')
    const number = status === undefined ? undefined : /^\d{3}$/.test(status) ? Number(status) : Number.NaN
    res.json(control.requests({ ...filter, status: number }))
  })
  app.put('/_mock/clock', (req, res) => {
    readQuery(req)
    control.setClock(req.body)
    res.status(204).end()
  })
  app.post('/_mock/scenarios', (req, res) => {
    readQuery(req)
    requireList(req.body, 'The body')
    control.play(...req.body)
    res.status(204).end()
  })
  app.delete('/_mock/scenarios', (req, res) => {
    control.stopScenarios(readQuery(req, 'caller'))
    res.status(204).end()
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
 * A page of another origin sends an Origin with everything that changes something, and cannot read the rest. With DNS
 * rebinding, a page has the same origin, but then the Host has its name.
 */
function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  return isLoopbackAddress(address) && isLoopbackHost(headers.host ?? '') && headers.origin === undefined
}

/** @throws {ControlError} for another parameter. */
function readQuery({ query }: Request, ...names: string[]): Record<string, string> {
  requireProperties(query, 'The query', names)
  // The control refuses a parameter that is repeated, which is a list here.
  return query as Record<string, string>
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
