// The control API of the mock, below `/_mock`: for tests in other processes. control-openapi.yaml describes it.
import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import express, { type ErrorRequestHandler } from 'express'
import { middleware } from 'express-openapi-validator'
import { detailOf } from '../core/contract/validator.ts'
import { ControlError } from '../core/mock/checks.ts'
import type { Control, RequestFilter } from '../core/mock/control.ts'
import { isLoopbackAddress } from '../loopback.ts'

const file = fileURLToPath(new URL('./control-openapi.yaml', import.meta.url))
const prefix = '/_mock/'

/** @param otherwise Handles every other request. */
export function controlApi(control: Control, otherwise: RequestListener): RequestListener {
  const app = express().disable('x-powered-by')
  app.get('/_mock/openapi.yaml', (_req, res) => res.type('application/yaml').sendFile(file))
  app.use('/_mock', express.json({ limit: '10mb' }))
  app.use(middleware({ apiSpec: file, validateResponses: true }))
  app.post('/_mock/reset', (_req, res) => {
    control.reset()
    res.status(204).end()
  })
  app.post('/_mock/snapshots', (_req, res) => {
    res.status(201).json({ name: control.snapshot() })
  })
  app.post('/_mock/snapshots/:name/restore', (req, res) => {
    control.restore(req.params.name)
    res.status(204).end()
  })
  app.post('/_mock/plants', async (req, res) => {
    res.status(201).json(await control.load(req.body.caller, req.body.plants))
  })
  app.get('/_mock/requests', (req, res) => {
    // The validator has checked and converted the query.
    res.json(control.requests(req.query as RequestFilter))
  })
  app.put('/_mock/clock', (req, res) => {
    control.setClock(req.body)
    res.status(204).end()
  })
  app.post('/_mock/scenarios', (req, res) => {
    control.play(...req.body)
    res.status(204).end()
  })
  app.delete('/_mock/scenarios', (_req, res) => {
    control.stopScenarios()
    res.status(204).end()
  })
  app.use(respondWithError)

  return (req, res) => {
    if (!req.url?.startsWith(prefix)) return otherwise(req, res)
    if (isLoopbackAddress(req.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '')) return app(req, res)
    res.writeHead(403, { 'Content-Type': 'text/plain' }).end('The control API is for callers on the same machine.\n')
  }
}

const respondWithError: ErrorRequestHandler = (error, _req, res, _next) => {
  const status: number = error instanceof ControlError ? 400 : (error.status ?? 500)
  if (status >= 500) console.error(error)
  const message = status >= 500 ? 'The mock failed. Its output says why.' : messageOf(error)
  res
    .status(status)
    .type('text/plain')
    .send(`${message.replaceAll('\n', ' ')}\n`)
}

/** The validator of requests names the place of its first error. */
function messageOf({
  message,
  errors: [first] = [],
}: {
  message: string
  errors?: { path: string; message: string; errorCode?: string }[]
}) {
  if (first === undefined) return message
  const [keyword] = first.errorCode?.split('.') ?? []
  return `${first.path} ${detailOf({ keyword, message: first.message })}.`
}
