// Defaults in the body of a PATCH: both generated validators leave them out (RFC 7396).
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { edited, set } from '../../../test/support/contract-edit.ts'
import { cleanUp, newFolder } from '../../../test/support/folder.ts'
import { openapiValidators } from '../../generate/openapi-validators.ts'
import { readContract } from '../../generate/read-contract.ts'
import { requestValidators } from '../../generate/validators.ts'

const rooms = await readFile('stack/test/second-contract/openapi.yaml', 'utf8')
const folder = await newFolder()
afterAll(cleanUp)

const owner = {
  type: 'object',
  required: ['default'],
  // A property may have the name of a keyword.
  properties: { default: { type: 'boolean', default: true }, name: { type: 'string', default: 'Ann' } },
}
const file = join(folder, 'openapi.yaml')
const edits = ['RoomDraft', 'RoomPatch'].flatMap((name) => [
  set(`components schemas ${name} properties owner`, { $ref: '#/components/schemas/Owner' }),
  set(`components schemas ${name} properties isOpen`, { type: 'boolean', default: true }),
])
// Without lengths: Vitest loads the function of Ajv that counts characters in another form.
const name = set('components schemas Name', { type: 'string' })
await writeFile(file, edited(rooms, [name, set('components schemas Owner', owner), ...edits]))
const contract = await readContract(file)

/** The generated module. */
async function load(name: string, code: string) {
  const path = join(folder, name)
  await writeFile(path, code)
  return import(path)
}

const [own, { bodyValidators: ofLibrary }] = await Promise.all([
  load('own.mjs', requestValidators(contract)),
  load('library.mjs', await openapiValidators(contract)),
])
const { createRoomBody, updateRoomBody } = own.requestValidators
const validators = [
  { name: 'our validators', create: createRoomBody, update: updateRoomBody },
  {
    name: 'express-openapi-validator',
    create: (body: object) => ofLibrary['POST-/rooms-application/json']({ body }),
    update: (body: object) => ofLibrary['PATCH-/rooms/{roomId}-application/merge-patch+json']({ body }),
  },
]

it.each(validators)('with $name, a creation gets its defaults, and a PATCH gets none', ({ create, update }) => {
  const draft = { name: 'A', owner: {} }
  expect(create(draft)).toBe(true)
  expect(draft).toEqual({ name: 'A', isOpen: true, owner: { default: true, name: 'Ann' } })
  const patch = { owner: { default: false } }
  expect(update(patch)).toBe(true)
  expect(patch).toEqual({ owner: { default: false } })
  expect(update({ owner: {} })).toBe(false)
  expect(update({ owner: { default: 1 } })).toBe(false)
})
