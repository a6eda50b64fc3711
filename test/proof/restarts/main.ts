// make restarts: stops and starts the service under load, behind nginx. No request may fail, and no acknowledged plant may
// be missing.
import { setTimeout as sleep } from 'node:timers/promises'
import { createPlantClient } from '../../../client/index.ts'
import { readCount } from '../../../tools/contract-tester/settings.ts'
import { cleanUp } from '../../support/folder.ts'
import { audience } from '../../support/identity-provider.ts'
import { usedFolder } from '../../support/service-process.ts'
import { holdSocket, startSupervised } from '../../support/supervised-service.ts'
import { startTokenIssuer } from '../../support/token-issuer.ts'
import { report } from '../figures.ts'
import { startLoad } from './load.ts'
import { startNginx } from './nginx.ts'

const defaultRestarts = 200
const restarts = readCount('RESTARTS') ?? defaultRestarts
const callers = 16

const startedAt = performance.now()
const seconds = () => (performance.now() - startedAt) / 1000
console.log(`${restarts} restarts of the service behind nginx, with ${callers} callers.`)

const folder = await usedFolder()
// The service's own tokens are for requests without a proxy only.
const issuer = await startTokenIssuer()
const token = await issuer.token({ exp: Math.floor(Date.now() / 1000) + 24 * 3600 })
const settings = { DATA: folder, AUTH_ISSUER: issuer.issuer, AUTH_AUDIENCE: audience }
const socket = holdSocket()
const nginx = await startNginx(socket.port)
let service = await startSupervised(socket, settings, false)
const load = startLoad(nginx.url, token, callers)
const exitCodes: (number | null)[] = []
for (let restart = 1; restart <= restarts; restart++) {
  await sleep(200 + Math.random() * 300)
  exitCodes.push(await service.stop())
  service = await startSupervised(socket, settings, restart % 2 === 1)
  if (restart % 10 === 0) {
    console.log(
      `${restart} restarts, ${load.count} responses, ${load.failures.length} failed, ${Math.round(seconds())} s`,
    )
  }
}
await load.end()

const client = createPlantClient({ baseUrl: nginx.url, token: () => token })
const missing = new Set(load.kept)
for await (const { id } of client.allPlants({ limit: 100 })) missing.delete(id)
const reported = (await nginx.errors()).filter((line) => !/\[notice\]/.test(line))
exitCodes.push(await service.stop())
await nginx.process.end()
await issuer[Symbol.asyncDispose]()
await cleanUp()

await report(
  'restarts',
  {
    title: 'Restarts under load',
    shows:
      'The service is stopped and started behind nginx, while callers create, read, change and delete plants. A supervisor ' +
      'holds the socket open. No request fails, and every acknowledged plant is there at the end.',
    command: `make restarts${restarts === defaultRestarts ? '' : ` RESTARTS=${restarts}`}`,
    seconds: seconds(),
    figures: {
      Restarts: restarts,
      'of them as the first process of a namespace': Math.floor(restarts / 2),
      Callers: callers,
      Responses: load.count,
      'Failed requests': load.failures.length,
      'Errors of nginx': reported.length,
      'Missing plants': missing.size,
    },
  },
  [
    ...load.failures,
    ...reported,
    ...[...missing].map((id) => `The plant ${id} is missing.`),
    ...exitCodes.filter((code) => code !== 0).map((code) => `The service ended with ${code}.`),
  ],
)
