// The routes and the error handler that both Express contenders have.
import { entityTag, plants } from './shared/plants.ts'
import { Problem, problemOfStatus, problemResponse } from './shared/problem.ts'

export const bodyTypes = ['application/json', 'application/merge-patch+json']

/** @param ownerOf Returns the owner that the authentication has found. */
export function addRoutes(app, ownerOf) {
  app.disable('x-powered-by')
  // Express compares the tag with If-None-Match, and sends the 304.
  app.set('etag', entityTag)
  app.get('/plants', async (req, res) => {
    const { limit, after, tag } = req.query
    send(res, plants.list(ownerOf(req), { limit: limit === undefined ? 20 : Number(limit), after, tag }))
  })
  app.post('/plants', async (req, res) => send(res, await plants.create(ownerOf(req), req.body)))
  app.get('/plants/:id', async (req, res) => send(res, plants.get(ownerOf(req), req.params.id)))
  app.patch('/plants/:id', async (req, res) => {
    send(res, await plants.update(ownerOf(req), req.params.id, req.body, req.get('If-Match')))
  })
  app.delete('/plants/:id', async (req, res) => {
    send(res, await plants.delete(ownerOf(req), req.params.id, req.get('If-Match')))
  })
  app.use(() => {
    throw new Problem('not-found', 'Nothing exists at this path.')
  })
  // Express knows an error handler by its four parameters.
  app.use((error, _req, res, _next) => {
    const known = error instanceof Problem ? error : problemOfStatus(error.status, error.message)
    const { status, headers, text } = problemResponse(known)
    res.status(status).set(headers).send(Buffer.from(text))
  })
}

function send(res, { status, headers, body }) {
  res.status(status).set(headers)
  if (body === undefined) res.end()
  else res.json(body)
}
