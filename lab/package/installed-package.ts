// A project in which the package is installed as from the npm registry.
import { existsSync } from 'node:fs'
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { product } from '../../generated/product.ts'
import { buildMock } from '../../stack/package/build-mock.ts'
import { newFolder, root } from '../../stack/test/support/folder.ts'
import { getOutput } from '../../stack/test/support/process.ts'
import { builtClient } from '../../test/support/once-built.ts'

export type InstalledPackage = Awaited<ReturnType<typeof installPackage>>

/** `cleanUp` of stack/test/support/folder.ts removes it. @returns Paths; `built` is the client before npm packs it. */
export async function installPackage() {
  const folder = await newFolder('package-')
  const project = join(folder, 'project')
  const builtMock = join(folder, 'built-mock')
  const [built] = await Promise.all([builtClient(), buildMock(product, builtMock)])
  const packed = async (built: string) => {
    const pack = ['pack', built, '--pack-destination', folder, '--json', '--loglevel=error']
    const [{ filename }] = JSON.parse(await getOutput('npm', pack, { cwd: folder }))
    return join(folder, filename)
  }
  const [tarball, mock] = await Promise.all([packed(built), packed(builtMock)])
  await mkdir(project)
  await copyFile(join(import.meta.dirname, 'entries.ts'), join(project, 'entries.ts'))
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
  // The dependencies of the package come from the cache of npm if possible.
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await getOutput('npm', ['install', tarball, mock, ...options], { cwd: project })
  const unpacked = join(project, 'node_modules/@plant-collection/client')
  return { project, unpacked, unpackedMock: join(project, 'node_modules/plant-collection-mock'), tarball, built }
}

/** Compiles programs with strict settings. @returns What the compiler prints. @throws {Error} if it fails. */
export async function compile(project: string, tsc: string, files: string[], options: object): Promise<string> {
  const config = join(project, 'tsconfig.json')
  await writeFile(config, JSON.stringify({ compilerOptions: { ...strictOptions, ...options }, files }))
  return getOutput(process.execPath, [tsc, '-p', config], { cwd: project })
}

export const strictOptions = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false, // the declarations of the package are under test
  skipDefaultLibCheck: true, // those of the compiler are not
  noEmit: true,
}

/** Adds packages to a project. @param folder Its `node_modules` has them. Default: this project. */
export async function linkPackages(project: string, names: string[], folder = root): Promise<void> {
  for (const name of names) {
    const link = join(project, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    if (!existsSync(link)) await symlink(join(folder, 'node_modules', name), link)
  }
}
