// Starts the service for a scenario, with the clock and the identifiers of the contract's examples. Where it is to fail, it
// fails for real: a damaged database, an issuer that is down.
import { mkdtempDisposable, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { at, operations } from '../../../tools/contract-tester/contract/openapi.ts'
import { freePort } from '../../support/free-port.ts'
import { type Service, type ServiceOptions, startService } from '../../support/service.ts'
import { type Circumstance, example } from './scenario.ts'

export interface LiveService extends AsyncDisposable {
  service: Service
  /** The service reads the time from it. */
  clock: { time: string }
}

const requestId = String(at('/components/headers/Request-Id').value.example)
const plants = [example('TwoPlants')].flat()
const settings = { RATE_LIMIT_PER_MINUTE: '6000' }

const optionsFor: Record<Circumstance, (folder: string) => Promise<ServiceOptions>> = {
  'everything works': async () => ({ settings }),
  'a limit of one request a minute': async () => ({ settings: { RATE_LIMIT_PER_MINUTE: '1' } }),
  'the token issuer is down': async () => {
    const issuer = `http://127.0.0.1:${await freePort()}`
    return { settings: { ...settings, AUTH_ISSUER: issuer, AUTH_AUDIENCE: 'https://plants.example.com' } }
  },
  'the database is damaged': async (folder) => {
    // SQLite moves all tables into plants.db when it is closed.
    await (await startService({ folder }))[Symbol.asyncDispose]()
    return { settings }
  },
  'every operation throws': async () => {
    const handlers = operations.map(({ id }) => [
      id,
      () => Promise.reject(new Error('This operation throws on purpose.')),
    ])
    return { settings, handlers: Object.fromEntries(handlers) }
  },
  'a step of the pipeline throws': async () => ({
    wrap: (app) => (req, res) => {
      const get = () => {
        throw new Error('This step throws on purpose.')
      }
      app(Object.defineProperty(req, 'rawHeaders', { get }), res)
    },
  }),
}

export async function startLiveService(circumstance: Circumstance): Promise<LiveService> {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await mkdtempDisposable(join(tmpdir(), 'plants-'))).path
  const clock = { time: '2025-11-20T09:00:00.000Z' }
  const ids = plants.map((plant) => String(Object(plant).id)).values()
  const service = resources.use(
    await startService({
      now: () => new Date(clock.time),
      newId: () => ids.next().value ?? uuidv7(),
      newRequestId: () => requestId,
      folder,
      ...(await optionsFor[circumstance](folder)),
    }),
  )
  if (circumstance === 'the database is damaged') await damage(folder)
  const owned = resources.move()
  return { service, clock, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

// The service has read the first page only. The rest becomes unreadable, as on a defective disk.
async function damage(folder: string): Promise<void> {
  await using file = await open(join(folder, 'plants.db'), 'r+')
  const { size } = await file.stat()
  const firstPage = 4096
  await file.write(Buffer.alloc(size - firstPage, 0xff), 0, size - firstPage, firstPage)
  // The service checks its files ten times a second.
  await sleep(150)
}
