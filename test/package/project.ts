// Projects that use the client package, and the compilers, runtimes and package checkers of test/package/consumers.
import { existsSync, globSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newFolder, root } from '../../stack/test/support/folder.ts'
import { installPackages } from '../../stack/test/support/installed-packages.ts'
import { getOutput } from '../../stack/test/support/process.ts'
import { installClient } from '../support/once-built.ts'

/** Folder whose `node_modules` has the tools, and the lowest supported versions of the peer dependencies. */
export const consumersFolder = join(root, 'test/package/consumers')

export function installConsumerTools(): Promise<void> {
  return installPackages(consumersFolder, 'the tools that test the client package (once, 600 MB)')
}

/** Returns the path of a file in these packages, by a glob, because the name of a package can contain the platform. */
export async function consumerTool(glob: string, substitute?: string): Promise<string> {
  await installConsumerTools()
  const [path] = globSync(glob, { cwd: join(consumersFolder, 'node_modules') })
  if (path !== undefined) return join(consumersFolder, 'node_modules', path)
  if (substitute !== undefined) return substitute
  throw new Error(`test/package/consumers/node_modules has no ${glob} for this machine.`)
}

/** Returns the lowest Node of the client or of the mock; the Node of this process if npm has none for the platform. */
export function lowestNode(packages: 'node' | 'mock-node' = 'node'): Promise<string> {
  return consumerTool(`${packages}-*/bin/node`, process.execPath)
}

/** Creates a project with the built client, and with packages of this project and of test/package/consumers. */
export async function newProject(projectPackages: string[], consumerPackages: string[]): Promise<string> {
  await installConsumerTools()
  const project = await newFolder('project-')
  await installClient(project)
  await linkPackages(project, ['openapi-fetch', ...projectPackages])
  await linkPackages(project, consumerPackages, consumersFolder)
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
  return project
}

/** Links packages into a project. @param folder Folder whose `node_modules` has them. Default: this project. */
export async function linkPackages(project: string, names: string[], folder = root): Promise<void> {
  for (const name of names) {
    const link = join(project, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    if (!existsSync(link)) await symlink(join(folder, 'node_modules', name), link)
  }
}

/** Options of the compiler for the samples of the README. */
export const sampleOptions = {
  module: 'nodenext',
  target: 'esnext',
  types: ['node'],
  lib: ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'],
  jsx: 'react-jsx',
}

/** Writes the samples of a README, which use every entry: those in TypeScript as one program. @returns The files. */
export async function writeSamples(project: string, readme: string, change = (text: string) => text) {
  await linkPackages(project, ['@types/node', '@types/react', '@types/react-dom'])
  const samples = (language: string) => {
    const blocks = readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))
    const text = Array.from(blocks, ([, sample]) => sample).join('')
    if (text === '') throw new Error(`The README has no block ${language}.`)
    return text
  }
  // If the package had no types, it would accept any argument.
  const wrong = '// @ts-expect-error a URL is a string\nvoid createPlantClient({ baseUrl: 1 })\n'
  const programs = {
    'samples.ts': samples('ts') + wrong,
    'worker.ts': samples('ts page'),
    'component.tsx': samples('tsx'),
    'server.tsx': samples('tsx server'),
  }
  for (const [file, text] of Object.entries(programs)) await writeFile(join(project, file), change(text))
  return Object.keys(programs)
}

const strictOptions = {
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

/** Compiles programs with strict options. @returns What the compiler prints. @throws {Error} if it fails. */
export async function compile(project: string, tsc: string, files: string[], options: object): Promise<string> {
  const config = join(project, 'tsconfig.json')
  await writeFile(config, JSON.stringify({ compilerOptions: { ...strictOptions, ...options }, files }))
  return getOutput(process.execPath, [tsc, '-p', config], { cwd: project })
}
