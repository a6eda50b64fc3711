// express-openapi-validator 5.6.2 keeps a compiled validator for every Content-Type it sees, parameters included, for as
// long as the process lives: whoever sends a new one each time fills the memory. So it must only see those there are.
import { expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { scopes } from '../../server/contract/operations.ts'
import { createHttpServer, listen } from '../../server/http-server.ts'

it('the validator sees the media types of the contract, and none where there is no body', async () => {
  const seen = new Set<string>()
  const app = createApp({
    perform: async ({ operation, req }) => {
      seen.add(`${operation.id} ${req.headers['content-type']}`)
      throw new Error('What it answers is not looked at here.')
    },
    verify: async () => ({ owner: 'anybody', scopes: new Set(scopes) }),
    allowsOrigin: () => false,
    requestsPerMinute: 0,
    report: () => {},
  })
  const server = createHttpServer(app)
  const url = await listen(server, '127.0.0.1', 0)
  const plants = `${url}/plants`
  const Authorization = 'Bearer any'
  for (let index = 0; index < 20; index++) {
    const headers = { Authorization, 'Content-Type': `application/json; v=${index}` }
    await fetch(plants, { method: 'POST', headers, body: '{"name":"Fern"}' })
    await fetch(plants, { headers: { Authorization, 'Content-Type': `text/x${index}` } })
  }
  expect([...seen].sort()).toEqual(['createPlant application/json', 'listPlants undefined'])
  server.closeAllConnections()
  server.close()
})
