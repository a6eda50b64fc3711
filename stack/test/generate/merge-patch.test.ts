// Defaults in the body of a PATCH: the validators leave them out (RFC 7396).
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openapiValidators } from '../../generate/openapi-validators.ts'
import { readContract } from '../../generate/read-contract.ts'
import { edited, set } from '../support/contract-edit.ts'
import { cleanUp, newFolder } from '../support/folder.ts'

const rooms = await readFile('stack/test/product/openapi.yaml', 'utf8')
const folder = await newFolder()
afterAll(cleanUp)

const owner = {
  type: 'object',
  required: ['default'],
  // A property may have the name of a keyword.
  properties: { default: { type: 'boolean', default: true }, name: { type: 'string', default: 'Ann' } },
}
const file = join(folder, 'openapi.yaml')
const isOpen = set('components schemas RoomDraft properties isOpen', { type: 'boolean', default: true })
// Without lengths: Vitest loads the function of Ajv that counts characters in another form.
const name = set('components schemas Name', { type: 'string' })
await writeFile(file, edited(rooms, [name, set('components schemas Owner', owner), isOpen]))
const contract = await readContract(file)

await writeFile(join(folder, 'validators.mjs'), await openapiValidators(contract))
const { bodyValidators } = await import(join(folder, 'validators.mjs'))
const create = (body: object) => bodyValidators['POST-/rooms-application/json']({ body })
const update = (body: object) => bodyValidators['PATCH-/rooms/{roomId}-application/merge-patch+json']({ body })

it('gives a creation its defaults, and a PATCH none', () => {
  const draft = { name: 'A', owner: {} }
  expect(create(draft)).toBe(true)
  expect(draft).toEqual({ name: 'A', isOpen: true, owner: { default: true, name: 'Ann' } })
  const patch = { owner: { default: false } }
  expect(update(patch)).toBe(true)
  expect(patch).toEqual({ owner: { default: false } })
  expect(update({ owner: {} })).toBe(false)
  expect(update({ owner: { default: 1 } })).toBe(false)
})
