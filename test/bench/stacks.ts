// The stacks that `make bench` compares: the built service, and three servers in tools/peers/ that implement the same contract.
import { globSync } from 'node:fs'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { build } from 'esbuild'
import { root } from '../support/folder.ts'
import { installPackages } from '../support/installed-packages.ts'
import { buildService, type ServerProcess, startBuiltService, startServer } from './runner/server-process.ts'

export interface Stack {
  name: string
  /** Starts it on a copy of the data folder. `cleanUp` ends it. */
  start: (settings: Record<string, string>) => Promise<ServerProcess>
  /** The triggers write the revisions, which only the service needs. */
  hasTriggers?: true
}

const folder = join(root, 'tools/peers')
/** Beside the packages, where Node finds them. */
const compiled = join(folder, 'node_modules/.compiled')

export const stacks: Stack[] = [
  { name: 'this service', start: startBuiltService, hasTriggers: true },
  { name: 'bare node:http', start: startPeer('node-http') },
  { name: 'Fastify, validated responses', start: startPeer('fastify') },
  { name: 'express-openapi-validator', start: startPeer('express-openapi-validator') },
]

// Express and others do more work for developers without NODE_ENV.
function startPeer(name: string): Stack['start'] {
  return (settings) => startServer(join(compiled, `${name}.js`), { ...settings, NODE_ENV: 'production' })
}

/** Builds the programs as for production. */
export async function buildStacks(): Promise<void> {
  await installPackages(folder, 'the other stacks (once, 30 MB)')
  await buildService()
  const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  await build({
    entryPoints: globSync('*.{js,ts}', { cwd: folder }).map((name) => join(folder, name)),
    outdir: compiled,
    bundle: true,
    external: Object.keys(dependencies),
    format: 'esm',
    platform: 'node',
  })
}

export async function copyData({ hasTriggers }: Stack, from: string, to: string): Promise<void> {
  await mkdir(to)
  const file = join(to, 'plants.db')
  await copyFile(join(from, 'plants.db'), file)
  if (hasTriggers) return
  const database = new DatabaseSync(file)
  for (const { name } of database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all()) {
    database.exec(`DROP TRIGGER "${name}"`)
  }
  database.close()
}
