// The compilers, runtimes and checkers of packages in lab/consumers.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../stack/test/support/folder.ts'
import { installPackages } from '../../stack/test/support/installed-packages.ts'

/** Its `node_modules` has the lowest supported versions of the peers, too. */
export const consumersFolder = join(root, 'lab/consumers')

/** The path of a file in these packages, by a glob: the name of a package can contain that of the machine. */
export async function consumerTool(glob: string, substitute?: string): Promise<string> {
  await installConsumerTools()
  const [path] = globSync(glob, { cwd: join(consumersFolder, 'node_modules') })
  if (path !== undefined) return join(consumersFolder, 'node_modules', path)
  if (substitute !== undefined) return substitute
  throw new Error(`lab/consumers/node_modules has no ${glob} for this machine.`)
}

/** The lowest Node that the client supports, or this one: the npm registry does not have it for every machine. */
export function lowestNode(): Promise<string> {
  return consumerTool('node-*/bin/node', process.execPath)
}

export function installConsumerTools(): Promise<void> {
  return installPackages(consumersFolder, 'the tools that test the client package (once, 600 MB)')
}
