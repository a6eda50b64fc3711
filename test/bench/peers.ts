// The other stacks: their packages and their code are in tools/peers/. They are compiled, as one would do it for production.
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../support/folder.ts'
import { installPackages } from '../support/installed-packages.ts'

const folder = join(root, 'tools/peers')
/** Beside the packages, where Node finds them. */
const compiled = join(folder, 'node_modules/.compiled')

/** The path of the program of a peer. @param name The name of its file. */
export function compiledPeer(name: string): string {
  return join(compiled, `${name}.js`)
}

export async function preparePeers(): Promise<void> {
  await installPackages(folder, 'the other stacks (once, 50 MB)')
  const entryPoints = globSync('*.{js,ts}', { cwd: folder }).map((name) => join(folder, name))
  await build({ entryPoints, outdir: compiled, bundle: true, packages: 'external', format: 'esm', platform: 'node' })
}

/** By package. */
export async function peerVersions(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).dependencies
}
