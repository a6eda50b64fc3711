// The implementations that the proofs compare: the service and the mock of this checkout, each a process on a free port of
// loopback, and tokens for callers of the service.
import { randomUUID } from 'node:crypto'
import { copyFile, readFile } from 'node:fs/promises'
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose'
import { product as plants } from '../generated/product.ts'
import type { Product } from '../stack/core/contract/contract-data.ts'
import { developmentIssuer, developmentKeyFile } from '../stack/server/auth/development-issuer.ts'
import { newFolder } from '../stack/test/support/folder.ts'
import { newDatabase } from '../stack/test/support/postgres/database.ts'
import type { Settings } from '../stack/test/support/process.ts'
import type { TestedContract } from '../stack/tester/contract/tested-contract.ts'
import type { Placeholders } from '../stack/tester/requests/draft.ts'
import { startProcess, usedFolder } from '../test/support/service-process.ts'
import { contract } from '../test/support/tested-contract.ts'

/** Creates a caller; returns its tokens by the names of their placeholders. */
export type NewCaller = () => Promise<Placeholders>

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
  return { url, folder, newCaller: await callersOf(folder) }
}

/** Ended by `cleanUp` of stack/test/support/folder.ts. */
export async function startMockProcess(settings: Settings = {}): Promise<{ url: string }> {
  return startProcess(settings, { script: 'server/mock.ts' })
}

/** Callers of the service whose data is in `folder`. @param api Default: plants. */
export async function callersOf(
  folder: string,
  { product, scopes }: { product: Product } & Pick<TestedContract, 'scopes'> = {
    product: plants,
    scopes: contract.scopes,
  },
): Promise<NewCaller> {
  const scope = scopes.all.join(' ')
  const issuer = await developmentIssuer(product, folder)
  const otherIssuer = await developmentIssuer(product, await newFolder('other-issuer-'))
  return async () => {
    const subject = randomUUID()
    const token = await issuer.sign({ subject, scope })
    return {
      token,
      neighbourToken: await issuer.sign({ subject: `${subject}-neighbour`, scope }),
      otherToken: await otherIssuer.sign({ subject, scope }),
      expiredToken: await expired(token, folder),
      noScopeToken: await issuer.sign({ subject, scope: '' }),
      readToken: await issuer.sign({ subject, scope: scopes.read.join(' ') }),
      writeToken: await issuer.sign({ subject, scope: scopes.write.join(' ') }),
    }
  }
}

/** The same token, but expired an hour ago. */
export async function expired(token: string, folder: string): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) - 3600
  const { alg = '', typ = '' } = decodeProtectedHeader(token)
  const key = await importJWK(JSON.parse(await readFile(developmentKeyFile(folder), 'utf8')), alg)
  return new SignJWT({ ...decodeJwt(token), iat: exp - 60, exp }).setProtectedHeader({ alg, typ }).sign(key)
}
