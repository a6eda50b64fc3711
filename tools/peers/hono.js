// Hono with @hono/zod-openapi. Each handler parses its response with the schema of the route.
import { serve } from '@hono/node-server'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import { plantSchema } from './shared/json-schemas.ts'
import { printUrl } from './shared/listen.ts'
import { asText, plants } from './shared/plants.ts'
import { Problem, problemOfStatus, problemResponse } from './shared/problem.ts'
import { authenticate } from './shared/tokens.ts'

// The same patterns as in the contract.
const { id, name, tag, createdAt } = plantSchema.properties
const text = ({ pattern }) => z.string().regex(new RegExp(pattern, 'u'))
const Id = text(id)
const Name = text(name).min(1).max(200)
const Tag = text(tag).max(64)
const Timestamp = text(createdAt)
const Plant = z.object({ id: Id, name: Name, tag: Tag, createdAt: Timestamp, updatedAt: Timestamp })
const Plants = z.array(Plant).max(100)
const Draft = z.strictObject({ name: Name, tag: Tag.optional() })
const Patch = z.strictObject({ name: Name.optional(), tag: Tag.nullable().optional() })
const Query = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  after: Id.optional(),
  tag: Tag.optional(),
})

const params = z.object({ id: Id })
const json = (schema) => ({ 'application/json': { schema } })
const mergePatch = (schema) => ({ ...json(schema), 'application/merge-patch+json': { schema } })
const one = { description: 'The plant.', content: json(Plant) }
const routes = {
  list: createRoute({
    method: 'get',
    path: '/plants',
    request: { query: Query },
    responses: { 200: { description: 'A page of plants.', content: json(Plants) } },
  }),
  create: createRoute({
    method: 'post',
    path: '/plants',
    request: { body: { content: json(Draft), required: true } },
    responses: { 201: one },
  }),
  get: createRoute({ method: 'get', path: '/plants/{id}', request: { params }, responses: { 200: one } }),
  update: createRoute({
    method: 'patch',
    path: '/plants/{id}',
    request: { params, body: { content: mergePatch(Patch), required: true } },
    responses: { 200: one },
  }),
  delete: createRoute({
    method: 'delete',
    path: '/plants/{id}',
    request: { params },
    responses: { 204: { description: 'The plant is deleted.' } },
  }),
}

const app = new OpenAPIHono({
  defaultHook(result) {
    if (!result.success) throw new Problem('invalid-request', result.error.issues[0]?.message ?? '')
  },
})
app.onError((error) => {
  const known = error instanceof HTTPException ? problemOfStatus(error.status, error.message) : error
  const { status, headers, text } = problemResponse(known)
  return new Response(text, { status, headers })
})
app.notFound((c) => {
  const { status, headers, text } = problemResponse(new Problem('not-found', 'Nothing exists at this path.'))
  return c.body(text, status, headers)
})
app.use('/plants/*', async (c, next) => {
  c.set('owner', await authenticate(c.req.header('authorization'), c.req.method))
  await next()
})

function send(c, result, schema) {
  const parsed = schema === undefined ? result : { ...result, body: schema.parse(result.body) }
  const { status, headers, text } = asText(parsed, c.req.method, c.req.header('if-none-match'))
  return c.body(text ?? null, status, headers)
}

app.openapi(routes.list, (c) => send(c, plants.list(c.get('owner'), c.req.valid('query')), Plants))
app.openapi(routes.create, async (c) => send(c, await plants.create(c.get('owner'), c.req.valid('json')), Plant))
app.openapi(routes.get, (c) => send(c, plants.get(c.get('owner'), c.req.valid('param').id), Plant))
app.openapi(routes.update, async (c) => {
  const { id } = c.req.valid('param')
  return send(c, await plants.update(c.get('owner'), id, c.req.valid('json'), c.req.header('if-match')), Plant)
})
app.openapi(routes.delete, async (c) => {
  const { id } = c.req.valid('param')
  return send(c, await plants.delete(c.get('owner'), id, c.req.header('if-match')))
})

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => printUrl(port))
