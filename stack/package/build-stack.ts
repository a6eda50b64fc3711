// Builds the package of the stack: JavaScript and declarations, because Node does not read TypeScript in node_modules.
import { globSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compile } from './compile.ts'
import { root, stackFile, stackManifest } from './package-folder.ts'

/** They are large, and not every product needs them. */
const optional = /^(?:@stoplight|@tanstack|msw$|react$)/

/** @param out An empty folder, or none yet. */
export async function buildStack(out: string): Promise<void> {
  const folder = stackFile('')
  const files = (pattern: string) => globSync(pattern, { cwd: folder, exclude: ['test', '**/node_modules'] })
  const packages = compile(files('**/*.{ts,tsx}'), out, { folder, hasMaps: false, types: ['node'] })
  for (const file of files('**/*.{css,hbs,js,json,md,yaml}')) await cp(join(folder, file), join(out, file))

  const { private: _, dependencies, ...manifest } = stackManifest
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const versions: Record<string, string> = { ...devDependencies, ...dependencies }
  const needed = [...packages, '@redocly/cli'].filter((name) => name in versions).toSorted()
  const pick = (names: string[]) => Object.fromEntries(names.map((name) => [name, versions[name]]))
  const peers = needed.filter((name) => optional.test(name))
  const built = {
    ...manifest,
    exports: Object.fromEntries(Object.entries(manifest.exports).map(([name, file]) => [name, builtEntry(file)])),
    dependencies: pick(needed.filter((name) => !optional.test(name))),
    peerDependencies: pick(peers),
    peerDependenciesMeta: Object.fromEntries(peers.map((name) => [name, { optional: true }])),
  }
  await writeFile(join(out, 'package.json'), `${JSON.stringify(built, null, 2)}\n`)
  await cp(join(root, 'LICENSE'), join(out, 'LICENSE'))
}

function builtEntry(file: string): string | { types: string; default: string } {
  if (!file.endsWith('.ts')) return file
  const path = file.replace(/\.ts$/, '')
  return { types: `${path}.d.ts`, default: `${path}.js` }
}
