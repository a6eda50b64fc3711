// Which handlers the generated types of rooms reject, and what an editor shows of the types.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyRooms } from '../support/product.ts'
import { findTypeErrors, getHovers } from '../support/type-errors.ts'

/** A replacement that inserts a statement at the start of writeSign. */
const statement = (text: string): [from: string, to: string] => [
  '{ label } }, { items }) {',
  `{ label } }, { items }) {\n${text}`,
]
const list = (path: string, query: string) => statement(`await items('${path}').list(${query})`)

/** Replacements in handlers.ts, and the compiler errors that they lead to. */
const changes: [claim: string, from: string, to: string, errors: RegExp][] = [
  ['requires the adapter', 'listBookings: {', '...{', /Property 'listBookings' is missing/],
  ['requires an adapter to replace the parameter', '{ date, ...query }', 'query', /'date'/],
  ['rejects an adapter of an operation that does not exist', 'listBookings', 'listGardens', /'listGardens'/],
  ['requires the serializer', 'readSign: {', '...{', /Property 'readSign' is missing/],
  [
    'rejects a handler instead of the serializer',
    'readSign: {',
    "readSign: async () => ({ status: 200, body: { sign: '' } }),\n  ...{",
    /is not assignable to type '\{ read: \(item: Room\) => /,
  ],
  ['rejects an item without a field', '{ ...room, isOpen: false }', '{ kind: room.kind }', /Property 'name' is miss/],
  ['rejects a collection that does not exist', ...list('/halls', ''), /'"\/halls"' is not assignable/],
  ['rejects a range that the list does not have', ...list('/rooms', '{ ranges: {} }'), /'ranges' does not exist/],
  ['rejects a search that the list does not have', ...list('/rooms', '{ search: label }'), /'search' does not exist/],
  ['rejects a problem that the contract does not have', "'room-closed'", "'room-shut'", /'"room-shut"'/],
]

const folder = await copyRooms()
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

const seen = '{ lamp: Lamp; etag: string; }'
const update = `{ seen: ${seen}; change: LampPatch; } | { id: string; change: LampPatch; }`

/** Code, and what an editor shows after each mark: names of properties, and not the helper types that derive them. */
const hoverCases: [subject: string, text: string, expected: unknown[]][] = [
  [
    'the input, the results and the lists of handlers',
    `
import type { Context, Handler, Input, Result } from './generated/handlers.ts'
export const writeSign: Handler<'writeSign'> = async (/*?*/written, { items }) => {
  const { label } = written.body
  const rooms = items('/rooms')
  for (const { id } of (await rooms./*?*/list({ /*?*/filters: { isOpen: true } })) ?? []) await rooms./*?*/create({ name: id })
  return { status: 200, body: { sign: label } }
}
export const page = ({ /*?*/query }: Input<'listBookings'>, { newId }: Context) => ({ query, newId })
export const toStatus = (/*?*/closed: Result<'closeRoom'>) => closed.status
`,
    [
      /^\(parameter\) written: \{ caller: Principal; path: \{ roomId: string; \}; query: \{\}; .*; body: Label; \}$/,
      /\(query\?: \{ filters\?: \{ kind\?: .*; level\?: number .*\} \| undefined\) => Promise<Room\[\] \| undefined>$/,
      /filters\?: \{ kind\?: "office" \| "lab" \| "hall" \| Array<"/,
      /\(item: \{ id\?: string; name: string; kind\?: "office" \| "lab" \| "hall"; seats\?: number;/,
      '(parameter) query: { limit: number; after?: string; day?: string; date?: string; }',
      '(parameter) closed: { status: 200; body: Room; mediaType?: "application/json"; headers?: never; }',
    ],
  ],
  [
    'the inputs of calls, and the data and variables of hooks',
    `
import { createClient } from './generated/client.ts'
import { useItem, useItemMutation, useItems } from './generated/react/index.ts'
export const create = () => createClient({ baseUrl: '/', token: '' })./*?*/createLamp({ body: { name: 'Desk' } })
export function Lamps({ id }: { id: string }) {
  const /*?*/list = useItems('/lamps', {})
  const /*?*/read = useItem('/lamps', { id })
  const /*?*/creation = useItemMutation('create', '/lamps', {})
  const /*?*/update = useItemMutation('update', '/lamps', {})
  const { /*?*/variables } = useItemMutation('delete', '/lamps', {})
  return [list, read, creation, update, variables]
}
`,
    [
      /^\(property\) createLamp: \(input: \{ header\?: \{ .* \}; body: LampDraft; signal\?: .*; \}\) =>/,
      'const list: UseInfiniteQueryResult<Lamp[], PagingError | OperationError<Types, "listLamps">>',
      `const read: UseQueryResult<${seen}, OperationError<Types, "getLamp">>`,
      `const creation: ItemMutation<${seen}, LampDraft, OperationError<Types, "createLamp">>`,
      `const update: ItemMutation<${seen}, ${update}, OperationError<Types, "updateLamp">>`,
      `const variables: { id: string; } | { seen: ${seen}; } | undefined`,
    ],
  ],
]

it.each(hoverCases)('an editor shows %s without helper types', async (_, text, expected) => {
  const file = join(folder, 'hovers.ts')
  await writeFile(file, text)
  const marks = [...text.matchAll(/(?<=\/\*\?\*\/)\w/g)].map(({ index }) => index)
  const hovers = getHovers(file, marks)
  expect(hovers).toEqual(
    expected.map((pattern) => (pattern instanceof RegExp ? expect.stringMatching(pattern) : pattern)),
  )
  expect(hovers.join('\n')).not.toMatch(
    /Inputs|Results|Exclude|NonNullable|\b(?:Reference|Shape|ItemOf|BodyOf|ErrorOf)</,
  )
})
