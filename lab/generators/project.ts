// The project of one generator in `dist/generators/`: its client from `clients/`, the generated code, and a link to the
// packages in lab/generators.
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from '../../stack/test/support/folder.ts'
import { installPackages } from '../../stack/test/support/installed-packages.ts'
import { getOutput } from '../../stack/test/support/process.ts'
import type { Connect } from './clients/plant-client.ts'
import type { Generator } from './generators.ts'

const packages = join(root, 'lab/generators')
const projects = join(root, 'dist/generators')
// No generator sends telemetry in the way that it is used here. These are for later versions.
const settings = { DO_NOT_TRACK: '1', REDOCLY_TELEMETRY: 'off' }

export function installGenerators(): Promise<void> {
  return installPackages(packages, 'the generators (once, 400 MB, about a minute)')
}

export async function getVersion({ package: name }: Generator): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packages, 'node_modules', name, 'package.json'), 'utf8'))
  return String(version)
}

/** Creates an empty project: what an earlier run left there is removed. @returns Its folder. */
export async function createProject({ name }: Generator): Promise<string> {
  const clients = join(import.meta.dirname, 'clients')
  const folder = join(projects, name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'generated'), { recursive: true })
  await cp(join(clients, name), folder, { recursive: true })
  for (const file of ['plant-client.ts', 'tsconfig.json']) await cp(join(clients, file), join(projects, file))
  await writeFile(join(projects, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'tsconfig.json'), '{ "extends": "../tsconfig.json", "files": ["client.ts"] }')
  await rm(join(projects, 'node_modules'), { force: true })
  await symlink(join(packages, 'node_modules'), join(projects, 'node_modules'))
  return folder
}

/** @throws {Error} with the output of the generator, if it fails. */
export async function generate({ commands }: Generator, folder: string): Promise<void> {
  for (const [command, ...args] of commands) await runIn(folder, command, args)
}

/** Compiles the client and the generated code. @throws {Error} with the errors of the compiler. */
export function compile(folder: string): Promise<void> {
  return runIn(folder, 'tsc', ['--project', '.', '--pretty', 'false'])
}

/** Loads the client: Node itself cannot run all generated code, since it has enums and imports without extensions. */
export async function load(folder: string): Promise<Connect> {
  const outfile = join(folder, 'client.mjs')
  const entryPoints = [join(folder, 'client.ts')]
  await build({ entryPoints, outfile, bundle: true, packages: 'external', format: 'esm', platform: 'node' })
  // `compile` has checked this type.
  const { connect }: { connect: Connect } = await import(pathToFileURL(outfile).href)
  return connect
}

async function runIn(folder: string, command: string, args: string[]): Promise<void> {
  const installed = join(packages, 'node_modules/.bin', command)
  await getOutput(command === 'node' ? process.execPath : installed, args, { cwd: folder, settings })
}
