// make restarts: stops and starts the service under load, behind nginx: one instance over SQLite, and several over PostgreSQL,
// one after the other. A supervisor holds their sockets open. No request may fail, and no acknowledged plant may be missing.
import { setTimeout as sleep } from 'node:timers/promises'
import { readCount } from '../../../tools/contract-tester/environment.ts'
import { cleanUp, cleanUpOnSignals } from '../../support/folder.ts'
import { audience } from '../../support/identity-provider.ts'
import { newDatabase } from '../../support/postgres/database.ts'
import { usedFolder } from '../../support/service-process.ts'
import { type HeldSocket, holdSocket, startSupervised } from '../../support/supervised-service.ts'
import { startTokenIssuer } from '../../support/token-issuer.ts'
import { report } from '../figures.ts'
import type { Load } from './load.ts'
import { startNginx } from './nginx.ts'
import { type Outcome, underLoad } from './under-load.ts'

cleanUpOnSignals()
const defaultRestarts = 200
const restarts = readCount('RESTARTS') ?? defaultRestarts
const callers = 16
const instances = 3

const startedAt = performance.now()
const seconds = () => (performance.now() - startedAt) / 1000
// The service's own tokens are for requests without a proxy only.
const issuer = await startTokenIssuer()
const token = await issuer.token({ exp: Math.floor(Date.now() / 1000) + 24 * 3600 })
const common = { AUTH_ISSUER: issuer.issuer, AUTH_AUDIENCE: audience, RATE_LIMIT_PER_MINUTE: '0' }
const exitCodes: (number | null)[] = []

console.log(`${restarts} restarts of the service over SQLite behind nginx, with ${callers} callers.`)
const ofOne = await restartOne()
console.log(`${restarts} restarts of ${instances} instances over PostgreSQL behind nginx, with ${callers} callers.`)
const ofSeveral = await restartSeveral()
await issuer[Symbol.asyncDispose]()
await cleanUp()

const outcomes = { 'one instance over SQLite': ofOne, [`${instances} instances over PostgreSQL`]: ofSeveral }
await report(
  'restarts',
  {
    title: 'Restarts under load',
    shows:
      'The service is stopped and started behind nginx, while callers create, read, change and delete plants: one ' +
      `instance over SQLite, and then ${instances} instances over PostgreSQL, one after the other. A supervisor holds their ` +
      'sockets open. No request fails, and every acknowledged plant is there at the end.',
    command: `make restarts${restarts === defaultRestarts ? '' : ` RESTARTS=${restarts}`}`,
    seconds: seconds(),
    figures: {
      'Restarts of each kind': restarts,
      'of one instance, as the first process of a namespace': Math.floor(restarts / 2),
      Callers: callers,
    },
    tables: [
      {
        title: 'Results',
        columns: ['Service', 'Responses', 'Failed requests', 'Errors of nginx', 'Missing plants'],
        rows: Object.entries(outcomes).map(([name, { responses, failures, errorsOfNginx, missing }]) => {
          return [name, responses, failures.length, errorsOfNginx.length, missing.length]
        }),
      },
    ],
  },
  [
    ...Object.entries(outcomes).flatMap(([name, { failures, errorsOfNginx, missing }]) => {
      const missed = missing.map((id) => `The plant ${id} is missing.`)
      return [...failures, ...errorsOfNginx, ...missed].map((line) => `${name}: ${line}`)
    }),
    ...exitCodes.filter((code) => code !== 0).map((code) => `The service ended with ${code}.`),
  ],
)

async function restartOne(): Promise<Outcome> {
  const settings = { ...common, DATA: await usedFolder() }
  const socket = holdSocket()
  const nginx = await startNginx([socket.port])
  let service = await startSupervised(socket, settings, false)
  const outcome = await underLoad(nginx, { token, callers }, async (load) => {
    await repeat(load, async (restart) => {
      exitCodes.push(await service.stop())
      service = await startSupervised(socket, settings, restart % 2 === 1)
    })
  })
  exitCodes.push(await service.stop())
  await nginx.process.end()
  return outcome
}

async function restartSeveral(): Promise<Outcome> {
  const settings = { ...common, DATABASE_URL: (await newDatabase()).url, DATA: await usedFolder() }
  const sockets = Array.from({ length: instances }, () => holdSocket())
  const start = (socket: HeldSocket) => startSupervised(socket, settings)
  // All of them try to create the tables.
  const services = await Promise.all(sockets.map(start))
  const nginx = await startNginx(sockets.map(({ port }) => port))
  const outcome = await underLoad(nginx, { token, callers }, async (load) => {
    await repeat(load, async (restart) => {
      const [service] = services.splice(0, 1)
      const [socket] = sockets.splice(0, 1)
      if (service === undefined || socket === undefined) throw new Error(`There is no instance for restart ${restart}.`)
      exitCodes.push(await service.stop())
      services.push(await start(socket))
      sockets.push(socket)
    })
  })
  for (const service of services) exitCodes.push(await service.stop())
  await nginx.process.end()
  return outcome
}

async function repeat(load: Load, restartOnce: (restart: number) => Promise<void>): Promise<void> {
  for (let restart = 1; restart <= restarts; restart++) {
    await sleep(200 + Math.random() * 300)
    await restartOnce(restart)
    if (restart % 10 !== 0) continue
    const counts = `${restart} restarts, ${load.count} responses, ${load.failures.length} failed`
    console.log(`${counts}, ${Math.round(seconds())} s`)
  }
}
