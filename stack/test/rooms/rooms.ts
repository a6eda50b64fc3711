// Products on the stack, in temporary folders: rooms (product/), which each test run generates once, and others.
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Edit, edited } from '../../../test/support/contract-edit.ts'
import { newFolder, root } from '../../../test/support/folder.ts'
import { oncePerRun } from '../../../test/support/postgres/once-per-run.ts'
import { outputOf } from '../../../test/support/process.ts'
import type { ContractData } from '../../core/contract/contract-data.ts'
import type { Api } from '../../server/api.ts'

/** Everything that a test imports of a product. */
export interface Product extends Api {
  folder: string
  data: ContractData
}

const source = join(root, 'stack/test/rooms/product')

/** The types are for the compiler only. */
const links = { 'contract-stack': 'stack', '@types': '', '@tanstack': '', react: '', 'react-dom': '' }

/** @returns The folder of a product that has its contract only. */
export async function newProduct(contract: string): Promise<string> {
  const folder = await newFolder('product-')
  await mkdir(join(folder, 'node_modules'))
  for (const [name, path] of Object.entries(links)) {
    await symlink(join(root, path || join('node_modules', name)), join(folder, 'node_modules', name))
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'openapi.yaml'), contract)
  return folder
}

export function generate(folder: string): Promise<string> {
  return outputOf('node', [join(root, 'stack/command.ts'), 'generate', '--quiet'], { cwd: folder })
}

/** For the main process of vitest. */
export function buildRooms(): Promise<string> {
  return changedRooms()
}

/** The folder of rooms, which a test must not change. */
export function roomsFolder(): Promise<string> {
  return oncePerRun('rooms', buildRooms)
}

/** Rooms with another contract. @returns The folder. */
export async function changedRooms(...edits: Edit[]): Promise<string> {
  const folder = await newProduct('')
  await cp(source, folder, { recursive: true })
  await writeFile(join(folder, 'openapi.yaml'), edited(await readFile(join(source, 'openapi.yaml'), 'utf8'), edits))
  await generate(folder)
  return folder
}

/** Imports rooms into this process. @param folder Default: without changes. */
export async function loadRooms(folder?: string): Promise<Product> {
  const place = folder ?? (await roomsFolder())
  const load = (name: string) => import(join(place, name))
  const names = ['generated/index.ts', 'generated/server.ts', 'handlers.ts']
  const [{ contract, contractData: data }, { server }, { handlers }] = await Promise.all(names.map(load))
  return { folder: place, contract, data, server, handlers }
}
