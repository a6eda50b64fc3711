// What compiles against the generated types of rooms, and what does not.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copiedRooms } from '../support/product.ts'
import { findTypeErrors } from '../support/type-errors.ts'

/** Changes of handlers.ts, and the errors of the compiler. */
const changes: [claim: string, from: string, to: string, errors: RegExp][] = [
  ['asks for the adapter', 'listBookings: {', '...{', /Property 'listBookings' is missing/],
  ['asks an adapter to replace the parameter', '{ date, ...query }', 'query', /'date'/],
  ['refuses an adapter of an operation that does not exist', 'listBookings', 'listGardens', /'listGardens'/],
  ['asks for the function of conditions', 'readSign: {', '...{', /Property 'readSign' is missing/],
  [
    'refuses a handler in its place',
    'readSign: {',
    "readSign: async () => ({ status: 200, body: { sign: '' } }),\n  ...{",
    /is not assignable to type .*Reader<Types, "readSign">/,
  ],
  ['refuses an item without a field', '{ ...room, isOpen: false }', '{ kind: room.kind }', /Property 'name' is miss/],
  ['refuses a problem that the contract does not have', "'room-closed'", "'room-shut'", /'"room-shut"'/],
]

const folder = await copiedRooms()
const handlers = await readFile(join(folder, 'handlers.ts'), 'utf8')
for (const [index, [, from, to]] of changes.entries()) {
  expect(handlers).toContain(from)
  await writeFile(join(folder, `changed-${index}.ts`), handlers.replace(from, to))
}
const errors = findTypeErrors(folder, ['changed-*.ts']).split(/\n(?=\S)/)

it.each(changes.map(([claim, , , message], index) => ({ claim, message, index })))(
  'the compiler $claim',
  ({ message, index }) => {
    expect(errors.filter((error) => error.startsWith(`changed-${index}.ts`)).join('\n')).toMatch(message)
  },
)
