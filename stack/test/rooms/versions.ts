// Versions of the contract of rooms, of which each can find the data of another one.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Edit, remove, rename, set } from '../support/contract-edit.ts'
import { newFolder } from '../support/folder.ts'
import { newDatabase } from '../support/postgres/database.ts'
import type { Settings } from '../support/process.ts'
import { changedRooms, loadProduct, type Product } from '../support/product.ts'
import { json, type Service, startService } from '../support/service.ts'
import { runCommand } from '../support/service-process.ts'

const bodies = ['Room', 'RoomDraft', 'RoomPatch']
const property = (name: string, schema: object): Edit[] =>
  bodies.map((item) => set(`components schemas ${item} properties ${name}`, schema))
const text = { type: 'string' }
const part = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
})
export const older: Edit[] = [
  ...['colour', 'title'].flatMap((name) => property(name, text)),
  ...property('contact', part('name', 'phone')),
  ...property('parts', { type: 'array', maxItems: 9, items: part('name', 'size') }),
  ...property('notes', { type: 'object', additionalProperties: part('by', 'on') }),
  ...property('height', { type: 'number' }),
  // Nothing gives the nights of a booking a value.
  set('components schemas RoomBooking properties nights', { type: 'integer' }),
  set('components schemas RoomBooking required', ['id', 'day', 'nights']),
]
export const newer: Edit[] = bodies.flatMap((item) => [
  remove(`components schemas ${item} properties colour`),
  rename(`components schemas ${item} properties title`, 'heading'),
  remove(`components schemas ${item} properties contact properties phone`),
  rename(`components schemas ${item} properties parts items properties size`, 'width'),
  remove(`components schemas ${item} properties notes additionalProperties properties on`),
])
export const shorterLabel: Edit[] = [
  ...['Room', 'RoomDraft'].map((item) => set(`components schemas ${item} properties label maxLength`, 5)),
  set('components schemas RoomPatch properties label', { type: ['string', 'null'], maxLength: 5 }),
]
export const room = (number: number) => ({
  name: `Room ${number}`,
  colour: 'red',
  title: `T${number}`,
  label: number % 2 === 0 ? 'long label' : 'short',
  contact: { name: 'B', phone: '1' },
  parts: [{ name: 'x', size: 'l' }, { size: 's' }, {}],
  notes: { any: { by: 'C', on: 'monday' } },
})

const versions = {
  older,
  /** A property has two names. */
  both: [...older, ...property('heading', text)],
  renamed: [...older, ...bodies.map((item) => rename(`components schemas ${item} properties title`, 'heading'))],
}
export type Version = keyof typeof versions
const products = new Map<Version, Promise<Product>>()

export async function getProduct(version: Version): Promise<Product> {
  const known = await products.get(version)
  // Files of tests share this module, and each removes its folders at its end.
  if (known !== undefined && existsSync(known.folder)) return known
  const made = changedRooms(...versions[version]).then(loadProduct)
  products.set(version, made)
  return made
}

export const databases: [name: string, settings: () => Promise<Settings>][] = [
  ['SQLite', async () => ({ DATA: await newFolder() })],
  ['PostgreSQL', async () => ({ DATA: await newFolder(), DATABASE_URL: (await newDatabase()).url })],
]

/** Starts a service that keeps its data. */
export async function startWith(version: Version, settings: Settings): Promise<Service> {
  return startApi(await getProduct(version), settings)
}

export function startApi(api: Product, { DATA = '', ...settings }: Settings): Promise<Service> {
  return startService({ api, folder: DATA, settings })
}

/** Runs the command `check-data` of a version. */
export async function checkData(version: Version, settings: Settings) {
  return runCommand('check-data', settings, join((await getProduct(version)).folder, 'main.ts'))
}

/** @returns Rooms as a service returns them. */
export async function getRooms(service: Service): Promise<Record<string, unknown>[]> {
  return (await service.request('/rooms?limit=100')).json()
}

/** Creates rooms with the older contract. */
export async function filled(newSettings: () => Promise<Settings>, count: number): Promise<Settings> {
  const settings = await newSettings()
  await using service = await startWith('older', settings)
  for (let number = 0; number < count; number++)
    expect((await service.request('/rooms', json(room(number)))).status).toBe(201)
  return settings
}
