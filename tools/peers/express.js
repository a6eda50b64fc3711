// Express without validation.
import { createServer } from 'node:http'
import express from 'express'
import { addRoutes, bodyTypes } from './express-routes.js'
import { listen } from './shared/listen.ts'
import { authenticate } from './shared/tokens.ts'

const app = express()
app.use('/plants', async (req, res, next) => {
  res.locals.owner = await authenticate(req.headers.authorization, req.method)
  next()
})
app.use(express.json({ type: bodyTypes }))
addRoutes(app, (req) => req.res.locals.owner)
listen(createServer(app))
