// `make mock`: the mock as a process.
import { readMockConfig } from '../config.ts'
import { createHttpServer, listen } from '../http-server.ts'
import { createMock } from '../mock.ts'
import { closeOnSignal } from '../ops/shutdown.ts'
import { orExit } from '../start-up.ts'

await orExit(async () => {
  const { host, port } = readMockConfig(process.env)
  const server = createHttpServer(await createMock((fault, requestId) => console.error(requestId, fault)))
  const url = await listen(server, host, port)
  closeOnSignal({ server })
  console.log(`
The mock of the Plant Collection Service listens on ${url}
It keeps nothing: every answer is an example of the contract. Read the docs at ${url}/docs
Any token will do, and Prefer picks an answer:

  curl -s '${url}/plants?limit=1' -H 'Authorization: Bearer any'
  curl -s '${url}/plants' -H 'Authorization: Bearer any' -H 'Prefer: code=401, example=expiredToken'
`)
})
