// Fastify with the schemas of the contract, with which it also serialises responses, and a plug-in that validates them.
import { $RefParser } from '@apidevtools/json-schema-ref-parser'
import responseValidation from '@fastify/response-validation'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import Fastify from 'fastify'
import { entityTag, matches, plants } from './shared/plants.ts'
import { Problem, problemResponse } from './shared/problem.ts'
import { authenticate } from './shared/tokens.ts'

// Fastify expects JSON Schemas without references.
const { components, paths } = await $RefParser.dereference('generated/openapi.json')
const { Plant: plantSchema, PlantDraft: draftSchema, PlantPatch: patchSchema, PlantId: idSchema } = components.schemas
const { parameters, responses } = paths['/plants'].get
const listSchema = responses[200].content['application/json'].schema
const pathSchema = { type: 'object', required: ['id'], properties: { id: idSchema } }
const queryParameters = parameters.filter((item) => item.in === 'query').map(({ name, schema }) => [name, schema])
const querySchema = { type: 'object', additionalProperties: false, properties: Object.fromEntries(queryParameters) }

const app = Fastify()
// By default, Fastify removes unknown fields and coerces the types in a body. The contract rejects such bodies.
const strictAjv = addFormats(new Ajv())
const coercingAjv = addFormats(new Ajv({ coerceTypes: true, useDefaults: true }))
app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? strictAjv : coercingAjv).compile(schema))
await app.register(responseValidation, { ajv: { plugins: [addFormats] } })
app.addContentTypeParser(
  'application/merge-patch+json',
  { parseAs: 'string' },
  app.getDefaultJsonParser('error', 'error'),
)

app.setErrorHandler((error, _req, reply) => {
  const { status, headers, text } = problemResponse(error)
  reply.code(status).headers(headers).send(text)
})
app.setNotFoundHandler(() => {
  throw new Problem(404, 'Nothing exists at this path.')
})

app.register((routes, _options, done) => {
  routes.decorateRequest('owner', '')
  routes.addHook('onRequest', async (req) => {
    req.owner = await authenticate(req.headers.authorization, req.method)
  })
  routes.addHook('onSend', async (req, reply, payload) => {
    if (reply.statusCode >= 300 || !payload) return payload
    const tag = entityTag(payload)
    reply.header('ETag', tag)
    const { 'if-none-match': ifNoneMatch } = req.headers
    if (req.method !== 'GET' || ifNoneMatch === undefined || !matches(ifNoneMatch, tag)) return payload
    reply.code(304).removeHeader('Content-Type')
    return null
  })
  const send = (reply, { status, headers, body }) => reply.code(status).headers(headers).send(body)

  routes.get('/plants', { schema: { querystring: querySchema, response: { 200: listSchema } } }, (req, reply) =>
    send(reply, plants.list(req.owner, req.query)),
  )
  routes.post('/plants', { schema: { body: draftSchema, response: { 201: plantSchema } } }, async (req, reply) =>
    send(reply, await plants.create(req.owner, req.body)),
  )
  routes.get('/plants/:id', { schema: { params: pathSchema, response: { 200: plantSchema } } }, (req, reply) =>
    send(reply, plants.get(req.owner, req.params.id)),
  )
  routes.patch(
    '/plants/:id',
    { schema: { params: pathSchema, body: patchSchema, response: { 200: plantSchema } } },
    async (req, reply) => send(reply, await plants.update(req.owner, req.params.id, req.body, req.headers['if-match'])),
  )
  routes.delete('/plants/:id', { schema: { params: pathSchema } }, async (req, reply) =>
    send(reply, await plants.delete(req.owner, req.params.id, req.headers['if-match'])),
  )
  done()
})

console.log(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
