// openapi-backend on node:http, with the validation of requests and of responses. It reads only the parts of OpenAPI 3.1
// that 3.0 has too, so it gets the contract as OpenAPI 3.0.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import addFormats from 'ajv-formats'
import { OpenAPIBackend } from 'openapi-backend'
import { listen } from './shared/listen.ts'
import { asText, plants } from './shared/plants.ts'
import { Problem, problemResponse } from './shared/problem.ts'
import { authenticate } from './shared/tokens.ts'

const api = new OpenAPIBackend({
  definition: 'generated/openapi-3.0.json',
  coerceTypes: true,
  customizeAjv: (ajv) => addFormats(ajv),
  handlers: {
    listPlants: ({ security, request }) => plants.list(security.bearerAuth, request.query),
    createPlant: ({ security, request }) => plants.create(security.bearerAuth, request.requestBody),
    getPlant: ({ security, request }) => plants.get(security.bearerAuth, request.params.id),
    updatePlant: ({ security, request: { params, requestBody, headers } }) =>
      plants.update(security.bearerAuth, params.id, requestBody, headers['if-match']),
    deletePlant: ({ security, request: { params, headers } }) =>
      plants.delete(security.bearerAuth, params.id, headers['if-match']),
    unauthorizedHandler({ security }) {
      throw security.bearerAuth.error
    },
    validationFail({ validation }) {
      throw new Problem('invalid-request', String(validation.errors[0]?.message))
    },
    methodNotAllowed() {
      throw new Problem('method-not-allowed', 'This path does not support the method.')
    },
    notFound() {
      throw new Problem('not-found', 'Nothing exists at this path.')
    },
    postResponseHandler({ api, operation, response }) {
      if (response.body !== undefined) {
        const { errors } = api.validateResponse(response.body, operation, response.status)
        if (errors) throw new Error(`The response breaks the contract: ${errors[0]?.message}`)
      }
      return response
    },
  },
  securityHandlers: {
    bearerAuth: ({ request: { headers, method } }) => authenticate(headers.authorization, method.toUpperCase()),
  },
})
await api.init()

const server = createServer(async (req, res) => {
  const { method, url, headers } = req
  const send = ({ status, headers, text }) => {
    if (text !== undefined) headers['Content-Length'] = Buffer.byteLength(text)
    res.writeHead(status, headers).end(text)
  }
  try {
    const body = method === 'POST' || method === 'PATCH' ? await text(req) : undefined
    send(asText(await api.handleRequest({ method, path: url, body, headers }), method, headers['if-none-match']))
  } catch (error) {
    send(problemResponse(error))
  }
})
listen(server)
