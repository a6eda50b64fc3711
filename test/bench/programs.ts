// The programs that are compared, built as for production: the service by `make build`, and the other stacks in tools/peers/.
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../support/folder.ts'
import { installPackages } from '../support/installed-packages.ts'
import { outputOf } from '../support/process.ts'

export const builtService = 'dist/service.cjs'

const folder = join(root, 'tools/peers')
/** Beside the packages, where Node finds them. */
const compiled = join(folder, 'node_modules/.compiled')

/** The path of the program of a peer. @param name The name of its file. */
export function compiledPeer(name: string): string {
  return join(compiled, `${name}.js`)
}

export async function buildPrograms(): Promise<void> {
  await installPackages(folder, 'the other stacks (once, 50 MB)')
  await outputOf(process.execPath, ['tools/build/main.ts'], { timeoutMs: 60_000 })
  await build({
    entryPoints: globSync('*.{js,ts}', { cwd: folder }).map((name) => join(folder, name)),
    outdir: compiled,
    bundle: true,
    external: Object.keys(await peerVersions()),
    format: 'esm',
    platform: 'node',
  })
}

/** By package. */
export async function peerVersions(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).dependencies
}
