// A project of somebody else, in which the package is installed as it would come from the registry.
import { existsSync } from 'node:fs'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildClient } from '../../../tools/package/build.ts'
import { root, temporaryFolder } from '../../support/folder.ts'
import { outputOf } from '../../support/process.ts'

export interface Installed extends AsyncDisposable {
  /** With the programs of `consumer/`, and node_modules. */
  project: string
  /** The package as npm packed it, and where npm unpacked it. */
  tarball: string
  unpacked: string
  /** What was built, beside no other package. */
  built: string
}

export async function installPackage(): Promise<Installed> {
  const folder = await temporaryFolder()
  const project = join(folder.path, 'project')
  const built = join(folder.path, 'built')
  await buildClient(root, built)
  const [{ filename }] = JSON.parse(
    await printed('npm', ['pack', built, '--pack-destination', folder.path, '--json', '--loglevel=error'], folder.path),
  )
  const tarball = join(folder.path, filename)
  await mkdir(project)
  await cp(fileURLToPath(new URL('consumer', import.meta.url)), project, { recursive: true })
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
  // What the package depends on comes from npm's cache, or else from the registry.
  const quietly = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await printed('npm', ['install', tarball, ...quietly], project)
  return {
    project,
    tarball,
    unpacked: join(project, 'node_modules/@plant-collection/client'),
    built,
    [Symbol.asyncDispose]: folder.remove,
  }
}

/** Puts packages of this project beside the package, as if its user had installed them. */
export async function bring(project: string, ...names: string[]): Promise<void> {
  for (const name of names) {
    const place = join(project, 'node_modules', name)
    await mkdir(dirname(place), { recursive: true })
    if (!existsSync(place)) await symlink(join(root, 'node_modules', name), place)
  }
}

/** Returns the stdout of a command. @throws {Error} If the command fails. */
export function printed(command: string, args: string[], cwd: string): Promise<string> {
  return outputOf(command, args, { cwd, timeoutMs: 120_000 })
}
