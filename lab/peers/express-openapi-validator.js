// Express with express-openapi-validator, set up as in its README, with the validation of requests and of responses.
import { createServer } from 'node:http'
import express from 'express'
import OpenApiValidator from 'express-openapi-validator'
import { listen } from './shared/listen.ts'
import { entityTag, plants } from './shared/plants.ts'
import { Problem, problemResponse } from './shared/problem.ts'
import { authenticate } from './shared/tokens.ts'

const app = express()
app.disable('x-powered-by')
// Express compares the tag with If-None-Match, and sends the 304.
app.set('etag', entityTag)
app.use(express.json({ type: ['application/json', 'application/merge-patch+json'] }))
app.use(
  OpenApiValidator.middleware({
    apiSpec: 'generated/openapi.yaml',
    validateRequests: true,
    validateResponses: true,
    validateSecurity: {
      handlers: {
        async bearerAuth(req) {
          req.owner = await authenticate(req.headers.authorization, req.method)
          return true
        },
      },
    },
  }),
)
app.get('/plants', async (req, res) => {
  const { limit, after, tag } = req.query
  send(res, plants.list(req.owner, { limit: limit === undefined ? 20 : Number(limit), after, tag }))
})
app.post('/plants', async (req, res) => send(res, await plants.create(req.owner, req.body)))
app.get('/plants/:id', async (req, res) => send(res, plants.get(req.owner, req.params.id)))
app.patch('/plants/:id', async (req, res) => {
  send(res, await plants.update(req.owner, req.params.id, req.body, req.get('If-Match')))
})
app.delete('/plants/:id', async (req, res) => {
  send(res, await plants.delete(req.owner, req.params.id, req.get('If-Match')))
})
app.use(() => {
  throw new Problem(404, 'Nothing exists at this path.')
})
// Express knows an error handler by its four parameters.
app.use((error, _req, res, _next) => {
  const { status, headers, text } = problemResponse(error)
  // Without an entity tag, which `send` would add.
  res.status(status).set(headers).end(text)
})
listen(createServer(app))

function send(res, { status, headers, body }) {
  res.status(status).set(headers)
  if (body === undefined) res.end()
  else res.json(body)
}
