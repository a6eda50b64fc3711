// Products on the stack: rooms (stack/test/product/), which each run of tests and checks generates, and others in
// temporary folders.
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { MockedApi } from '../../mock/index.ts'
import { applyEdits, type Edit } from './contract-edit.ts'
import { newFolder, root } from './folder.ts'
import { oncePerRun } from './once-per-run.ts'
import { getOutput, start } from './process.ts'

/** The parts of a product that tests import. */
export interface Product extends MockedApi {
  folder: string
}

/** The folder of rooms. Tests must not change it. */
export const roomsFolder = join(root, 'stack/test/product')

/** Links in node_modules, by name: the compiler needs the packages with types. */
const links = { 'contract-stack': 'stack', '@types': '', '@tanstack': '', react: '', 'react-dom': '' }

/** @returns The folder of a new product that has only a contract. */
export async function newProduct(contract: string): Promise<string> {
  const folder = await newFolder('product-')
  await mkdir(join(folder, 'node_modules'))
  for (const [name, path] of Object.entries(links))
    await symlink(join(root, path || join('node_modules', name)), join(folder, 'node_modules', name))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'openapi.yaml'), contract)
  return folder
}

/** Generates a product with the command of the stack, as a user does. */
export function generate(folder: string, flag = '--quiet'): Promise<string> {
  return getOutput('node', [join(root, 'stack/command.ts'), 'generate', flag], { cwd: folder })
}

/** Starts generator.ts, for `oncePerRun`. @returns The path of its socket. */
export async function startGenerator(): Promise<string> {
  const cwd = await newFolder('generator-')
  const path = join(cwd, 'socket')
  await start('node', [join(import.meta.dirname, 'generator.ts'), path, '--quiet'], { cwd }).waitForOutput(/listening/)
  return path
}

/** Generates a product, but with the docs page of rooms. @throws {Error} With all errors of the contract. */
export async function generateForTest(folder: string): Promise<void> {
  const socket = connect(await oncePerRun('generator', startGenerator))
  socket.write(folder)
  const errors = await text(socket)
  if (errors !== '') throw new Error(errors)
}

/** Creates a product in its own folder. @param handlers The source of handlers.ts. Default: no handlers. */
export async function productWith(contract: string, handlers = 'export const handlers = {}'): Promise<Product> {
  const folder = await newProduct(contract)
  await generateForTest(folder)
  await writeFile(join(folder, 'handlers.ts'), handlers)
  return loadProduct(folder)
}

/** Creates a product of a contract file. @param file Path from the root of the project. */
export async function productOf(file: string): Promise<Product> {
  return productWith(await readFile(join(root, file), 'utf8'))
}

/** Copies rooms, edits its contract and generates it. @returns The folder. */
export async function newChangedRooms(...edits: Edit[]): Promise<string> {
  const folder = await copyRooms()
  const contract = join(folder, 'openapi.yaml')
  await writeFile(contract, applyEdits(await readFile(contract, 'utf8'), edits))
  await generateForTest(folder)
  return folder
}

/** @returns The folder of a copy of rooms, which a test may change. */
export async function copyRooms(): Promise<string> {
  const folder = await newProduct('')
  await cp(roomsFolder, folder, { recursive: true })
  return folder
}

/** Imports a product into this process. */
export async function loadProduct(folder: string): Promise<Product> {
  const load = (name: string) => import(join(folder, name))
  const names = ['generated/index.ts', 'generated/server.ts', 'handlers.ts']
  const [{ contract }, { server }, { handlers }] = await Promise.all(names.map(load))
  return { folder, contract, server, handlers }
}
