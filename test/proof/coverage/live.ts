// The live services that are provoked: the real one, listening, with the clock and the ids of the contract's examples, and
// where it is to fail, with something that is really wrong.
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { freePort } from '../../support/process.ts'
import { type Service, type ServiceOptions, startService } from '../../support/service.ts'
import { at } from '../contract.ts'
import { type Circumstance, example } from './provocation.ts'

export interface Live extends AsyncDisposable {
  service: Service
  /** What its clock says. */
  clock: { time: string }
}

const requestId = String(at('/components/headers/Request-Id').value.example)
const plants = [example('TwoPlants')].flat()
const firstTime = '2025-11-20T09:00:00.000Z'

const circumstances: Record<Circumstance, () => Promise<ServiceOptions>> = {
  'all is well': async () => ({ settings: { RATE_LIMIT_PER_MINUTE: '6000' } }),
  'a limit of one request a minute': async () => ({ settings: { RATE_LIMIT_PER_MINUTE: '1' } }),
  'the issuer of the tokens is away': async () => {
    const issuer = `http://127.0.0.1:${await freePort()}`
    const identityProvider = { AUTH_ISSUER: issuer, AUTH_AUDIENCE: 'https://plants.example.com' }
    return { settings: { RATE_LIMIT_PER_MINUTE: '6000', ...identityProvider } }
  },
  'the database is damaged': async () => ({ settings: { RATE_LIMIT_PER_MINUTE: '6000' }, folder: await usedFolder() }),
  // What comes first of all that is not under a guard of its own, after CORS.
  'a part of the road breaks': async () => ({
    wrap: (app) => (req, res) => {
      const get = () => {
        throw new Error('This part is broken on purpose.')
      }
      app(Object.defineProperty(req, 'headersDistinct', { get }), res)
    },
  }),
}

export async function startLive(circumstance: Circumstance): Promise<Live> {
  const clock = { time: firstTime }
  const ids = plants.map((plant) => String(Object(plant).id)).values()
  const options = await circumstances[circumstance]()
  const service = await startService({
    now: () => new Date(clock.time),
    newId: () => ids.next().value ?? uuidv7(),
    newRequestId: () => requestId,
    ...options,
  })
  if (circumstance === 'the database is damaged') await damage(service.folder)
  return {
    service,
    clock,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      if (options.folder !== undefined) await rm(options.folder, { recursive: true })
    },
  }
}

/** One whose tables are all in plants.db: SQLite moves them there when it is closed. */
async function usedFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plants-'))
  await using _service = await startService({ folder })
  return folder
}

// All after the first page, which alone has been read by now: what a bad disk does to a service that runs.
async function damage(folder: string): Promise<void> {
  await using file = await open(join(folder, 'plants.db'), 'r+')
  const { size } = await file.stat()
  const firstPage = 4096
  await file.write(Buffer.alloc(size - firstPage, 0xff), 0, size - firstPage, firstPage)
}
