// The compilers, runtimes and checkers of packages in tools/consumers.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../support/folder.ts'
import { installPackages } from '../../support/installed-packages.ts'

/** Its `node_modules` has the lowest supported versions of the peers, too. */
export const consumersFolder = join(root, 'tools/consumers')

/** The path of a file in these packages, by a glob: the name of a package can contain that of the machine. */
export async function consumerTool(glob: string): Promise<string> {
  const path = await findConsumerTool(glob)
  if (path === undefined) throw new Error(`tools/consumers/node_modules has no ${glob} for this machine.`)
  return path
}

/** Like `consumerTool`, for packages that the npm registry does not have for every machine. */
export async function findConsumerTool(glob: string): Promise<string | undefined> {
  await installConsumerTools()
  return globSync(glob, { cwd: join(consumersFolder, 'node_modules') }).map((path) =>
    join(consumersFolder, 'node_modules', path),
  )[0]
}

export function installConsumerTools(): Promise<void> {
  return installPackages(consumersFolder, 'the tools that test the client package (once, 600 MB)')
}
