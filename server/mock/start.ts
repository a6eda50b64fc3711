// The mock as a process.
import { readMockConfiguration } from '../configuration/read-configuration.ts'
import { orExit } from '../configuration/start-up-error.ts'
import { createHttpServer, listen } from '../http/http-server.ts'
import { closeOnSignal } from '../shutdown.ts'
import { createMock } from './mock.ts'

await orExit(async () => {
  const { host, port } = readMockConfiguration(process.env)
  const server = createHttpServer(await createMock({ report: (error, requestId) => console.error(requestId, error) }))
  const url = await listen(server, host, port)
  closeOnSignal({ server })
  console.log(`
The mock of the Plant Collection Service listens on ${url}
It stores nothing: every response is an example of the contract. Read the docs at ${url}/docs
Any token is valid, and Prefer selects a response:

  curl -s '${url}/plants?limit=1' -H 'Authorization: Bearer any'
  curl -s '${url}/plants' -H 'Authorization: Bearer any' -H 'Prefer: code=401, example=expiredToken'
`)
})
