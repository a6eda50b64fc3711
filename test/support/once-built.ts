// The packages and the example app, which many test files need. They are built once for each run.
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { newFolder, root } from '../../stack/test/support/folder.ts'
import { oncePerRun } from '../../stack/test/support/once-per-run.ts'
import { getOutput } from '../../stack/test/support/process.ts'

/** With `development`, StrictMode runs every effect and its cleanup a second time. With `production`, it does nothing. */
export type Mode = 'development' | 'production'

/** Builders for the main process of vitest, by the names of `oncePerRun`. Each returns a folder, or the paths of the packages. */
export const builders = {
  client: buildClientPackage,
  packages: packPackages,
  development: () => buildExampleApp('development'),
  production: () => buildExampleApp('production'),
}

/** Returns the folder of the built example app. */
export async function buildExampleOnce(mode: Mode): Promise<URL> {
  return pathToFileURL(`${await oncePerRun(mode, builders[mode])}/`)
}

/** Returns the folder of the built client package, which a test must not change. */
export function buildClientOnce(): Promise<string> {
  return oncePerRun('client', builders.client)
}

interface Packages {
  client: string
  mock: string
  tester: string
}

/** Returns the paths of the packed client, mock and contract tester, as `make package` packs them. */
export function packPackagesOnce(): Promise<Packages> {
  return oncePerRun('packages', builders.packages)
}

/** Adds the built client package to a project. */
export async function installClient(project: string): Promise<void> {
  await cp(await buildClientOnce(), join(project, 'node_modules/@plant-collection/client'), { recursive: true })
}

async function packPackages(): Promise<Packages> {
  const folder = await newFolder('packages-')
  const program = `
    import { buildContractTester, buildMock } from './stack/package/build-programs.ts'
    import { product } from './generated/product.ts'
    await buildMock(product, 'FOLDER/mock')
    await buildContractTester(product, 'FOLDER/tester')`
  await getOutput(process.execPath, ['--input-type=module', '-e', program.replaceAll('FOLDER', folder)], { cwd: root })
  const pack = async (built: string) => {
    const args = ['pack', built, '--pack-destination', folder, '--json', '--loglevel=error']
    const [{ filename }] = JSON.parse(await getOutput('npm', args, { cwd: folder }))
    return join(folder, filename)
  }
  const built = await buildClientOnce()
  return {
    client: await pack(built),
    mock: await pack(join(folder, 'mock')),
    tester: await pack(join(folder, 'tester')),
  }
}

async function buildClientPackage(): Promise<string> {
  const folder = join(await newFolder('client-'), 'built')
  const program = `
    import { buildClient } from './stack/package/build-client.ts'
    await buildClient(process.argv[1])`
  // In another process, because the compiler keeps a process busy.
  await getOutput(process.execPath, ['--input-type=module', '-e', program, folder], { cwd: root })
  return folder
}

/** Builds the app. A NODE_ENV of the shell must not change the build. */
async function buildExampleApp(mode: Mode): Promise<string> {
  const folder = await newFolder('example-')
  const args = ['build', 'client/app', '--outDir', folder, '--emptyOutDir', '--mode', mode]
  await getOutput('vite', args, { cwd: root, env: { NODE_ENV: 'test' } })
  return folder
}
