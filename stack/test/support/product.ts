// Products on the stack: rooms (stack/test/product/), which each run of tests and checks generates, and others in
// temporary folders.
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { MockedApi } from '../../mock/index.ts'
import { type Edit, edited } from './contract-edit.ts'
import { newFolder, root } from './folder.ts'
import { oncePerRun } from './once-per-run.ts'
import { getOutput, start } from './process.ts'

/** Everything that a test imports of a product. */
export interface Product extends MockedApi {
  folder: string
}

/** The folder of rooms, which a test must not change. */
export const roomsFolder = join(root, 'stack/test/product')

/** The types are for the compiler only. */
const links = { 'contract-stack': 'stack', '@types': '', '@tanstack': '', react: '', 'react-dom': '' }

/** @returns The folder of a product that has its contract only. */
export async function newProduct(contract: string): Promise<string> {
  const folder = await newFolder('product-')
  await mkdir(join(folder, 'node_modules'))
  for (const [name, path] of Object.entries(links))
    await symlink(join(root, path || join('node_modules', name)), join(folder, 'node_modules', name))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'openapi.yaml'), contract)
  return folder
}

/** With the command of the product. */
export function generate(folder: string, flag = '--quiet'): Promise<string> {
  return getOutput('node', [join(root, 'stack/command.ts'), 'generate', flag], { cwd: folder })
}

/** For `oncePerRun`. @returns The path of its socket. */
export async function startGenerator(): Promise<string> {
  const cwd = await newFolder('generator-')
  const path = join(cwd, 'socket')
  await start('node', [join(import.meta.dirname, 'generator.ts'), path, '--quiet'], { cwd }).printed(/listens/)
  return path
}

/** The product gets the docs page of rooms. @throws {Error} With the lines about what is refused. */
export async function generateForTest(folder: string): Promise<void> {
  const socket = connect(await oncePerRun('generator', startGenerator))
  socket.write(folder)
  const errors = await text(socket)
  if (errors !== '') throw new Error(errors)
}

/** A product in its own folder. @param handlers The text of handlers.ts. Default: no handlers. */
export async function productWith(contract: string, handlers = 'export const handlers = {}'): Promise<Product> {
  const folder = await newProduct(contract)
  await generateForTest(folder)
  await writeFile(join(folder, 'handlers.ts'), handlers)
  return loadProduct(folder)
}

/** Rooms with another contract. @returns The folder. */
export async function changedRooms(...edits: Edit[]): Promise<string> {
  const folder = await copiedRooms()
  const contract = join(folder, 'openapi.yaml')
  await writeFile(contract, edited(await readFile(contract, 'utf8'), edits))
  await generateForTest(folder)
  return folder
}

/** @returns The folder of a copy, which a test may change. */
export async function copiedRooms(): Promise<string> {
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
