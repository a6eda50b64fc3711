// The implementations that the proofs compare: the service and the mock of this checkout, each a process on a free port of
// loopback.
import { copyFile } from 'node:fs/promises'
import { product } from '../generated/product.ts'
import { developmentKeyFile } from '../stack/server/auth/development-issuer.ts'
import { newDatabase } from '../stack/test/support/postgres/database.ts'
import type { Settings } from '../stack/test/support/process.ts'
import { type NewCaller, newCallers } from '../stack/test/support/tokens.ts'
import { startProcess, usedFolder } from '../test/support/service-process.ts'
import { contract } from '../test/support/tested-contract.ts'

export interface Running {
  url: string
  /** The data folder. */
  folder: string
  newCaller: NewCaller
}

/** Makes an empty database, and returns the settings of a service that uses it. */
const engines = {
  SQLite: async (): Promise<Settings> => ({}),
  PostgreSQL: async (): Promise<Settings> => ({ DATABASE_URL: (await newDatabase()).url }),
}
type Engine = keyof typeof engines

/** Ended by `cleanUp` of stack/test/support/folder.ts. @param options `keyFrom`: a service whose tokens this one accepts, too. */
export async function startServiceProcess(
  engine: Engine = 'SQLite',
  { settings = {}, keyFrom }: { settings?: Settings; keyFrom?: Running } = {},
): Promise<Running> {
  const folder = await usedFolder()
  if (keyFrom !== undefined) await copyFile(developmentKeyFile(keyFrom.folder), developmentKeyFile(folder))
  const { url } = await startProcess({
    DATA: folder,
    RATE_LIMIT_PER_MINUTE: '0',
    ...(await engines[engine]()),
    ...settings,
  })
  return { url, folder, newCaller: await getCallers(folder) }
}

/** Ended by `cleanUp` of stack/test/support/folder.ts. */
export async function startMockProcess(settings: Settings = {}): Promise<{ url: string }> {
  return startProcess(settings, { script: 'server/mock.ts' })
}

/** Callers of the service of plants whose data is in `folder`. */
export const getCallers = (folder: string) => newCallers(folder, { product, scopes: contract.scopes })
