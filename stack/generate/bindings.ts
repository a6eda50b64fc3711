// generated/client.ts, query/ and a folder for each framework: the client of the stack, its options and its hooks, bound to
// the contract. Their templates in bindings/ depend on the contract only through generated/contract-types.ts.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('bindings/', import.meta.url))

/** The generators by path in generated/. */
export const bindings = Object.fromEntries(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.txt'))
    .map((path) => [
      path.replace(/\.txt$/, ''),
      () => (hasPackagesFor(dirname(path)) ? readFileSync(folder + path, 'utf8') : undefined),
    ]),
)

/** Whether the product depends on the packages that the files of a folder import. */
function hasPackagesFor(folder: string): boolean {
  const { dependencies, devDependencies, peerDependencies } = readManifest()
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })
  if (folder === 'query') return packages.some((name) => /^@tanstack\/(?:query-core|\w+-query)$/.test(name))
  return folder === '.' || packages.includes(`@tanstack/${folder}-query`)
}

function readManifest(): Partial<Record<'dependencies' | 'devDependencies' | 'peerDependencies', object>> {
  try {
    return JSON.parse(readFileSync('package.json', 'utf8'))
  } catch {
    return {}
  }
}
