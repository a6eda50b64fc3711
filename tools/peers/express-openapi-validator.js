// Express with express-openapi-validator, set up as in its README, with the validation of requests and of responses.
import { createServer } from 'node:http'
import express from 'express'
import OpenApiValidator from 'express-openapi-validator'
import { addRoutes, bodyTypes } from './express-routes.js'
import { listen } from './shared/listen.ts'
import { authenticate } from './shared/tokens.ts'

const app = express()
app.use(express.json({ type: bodyTypes }))
app.use(
  OpenApiValidator.middleware({
    apiSpec: 'openapi.yaml',
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
addRoutes(app, (req) => req.owner)
listen(createServer(app))
