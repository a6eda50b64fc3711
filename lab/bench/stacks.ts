// The stacks that `make bench` compares: the built service, and servers in lab/baselines/ with the same contract.
import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { build } from 'esbuild'
import { contract } from '../../generated/index.ts'
import { indexTable } from '../../stack/server/store/index-table.ts'
import { root } from '../../stack/test/support/folder.ts'
import { installPackages } from '../../stack/test/support/installed-packages.ts'
import { baselineTables } from '../baselines/shared/store.ts'
import type { Collection } from './runner/collection.ts'
import { buildService, type ServerProcess, startBuiltService, startServer } from './runner/server-process.ts'

export interface Stack {
  name: string
  /** Starts the stack on a copy of the data folder. `cleanUp` ends it. */
  start: (env: Record<string, string>) => Promise<ServerProcess>
  /** The data folder that the stack can read: the tables differ. */
  data: 'service' | 'other' | 'baselines'
}

const folder = join(root, 'lab/baselines')
/** The folder of the built baselines, from which Node finds their packages. */
const compiledFolder = join(folder, 'node_modules/.compiled')

/** Path of the built service of a different commit, such as ../before/dist/service.cjs. */
const { OTHER = '' } = process.env
const startOther: Stack['start'] = (env) => startBuiltService(env, OTHER)

export const stacks: Stack[] = [
  { name: 'this service', start: startBuiltService, data: 'service' },
  ...(OTHER === '' ? [] : [{ name: 'the other commit', start: startOther, data: 'other' } as const]),
  { name: 'bare node:http', start: startBaseline('node-http'), data: 'baselines' },
  { name: 'bare, in production', start: startBaseline('node-http', { PRODUCTION: '1' }), data: 'baselines' },
  { name: 'Fastify, validated responses', start: startBaseline('fastify'), data: 'baselines' },
]

// Starts a baseline as in production: in development, some libraries do more work.
function startBaseline(name: string, variables: Record<string, string> = {}): Stack['start'] {
  return (env) => startServer(join(compiledFolder, `${name}.js`), { ...env, ...variables, NODE_ENV: 'production' })
}

export async function buildStacks(): Promise<void> {
  await installPackages(folder, 'the other stacks (once, 30 MB)')
  await buildService()
  const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  await build({
    entryPoints: ['node-http.ts', 'fastify.js'].map((name) => join(folder, name)),
    outdir: compiledFolder,
    bundle: true,
    external: [...Object.keys(dependencies), 'prom-client'],
    format: 'esm',
    platform: 'node',
  })
}

/** Creates the data folder of the other commit with the code of that commit, because its tables can differ. */
export async function createOtherData(to: string, collection: Collection): Promise<void> {
  if (OTHER === '') return
  const { createSqliteData } = await import(resolve(OTHER, '../../lab/bench/runner/collection.ts'))
  await mkdir(to)
  await createSqliteData(to, collection)
}

/** Resolves when a server is idle: after its first start, the service checks its items once. */
export async function untilIdle({ cpu }: ServerProcess): Promise<void> {
  for (let before = 0; cpu() - before > 25_000; await setTimeout(500)) before = cpu()
}

/** Creates the data folder of the baselines with the plants of a data folder of the service. */
export async function createBaselineData(from: string, to: string): Promise<void> {
  await mkdir(to)
  const database = new DatabaseSync(join(to, 'plants.db'), { defensive: false })
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -4000000')
  database.exec(baselineTables)
  database.prepare('ATTACH ? AS service').run(join(from, 'plants.db'))
  const columns = ['id', 'name', 'tag', 'createdAt', 'updatedAt'].map((name) => `text ->> '${name}'`)
  database.exec(`INSERT INTO plant SELECT owner, ${columns} FROM service.item`)
  for (const collection of contract.collections) {
    database.exec(`INSERT INTO plant_word SELECT owner, value, id FROM service.${indexTable(collection)},
      json_each('["' || replace(ltrim(words), ' ', '","') || '"]') WHERE words <> ''`)
  }
  database.close()
}
