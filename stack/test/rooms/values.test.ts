// Strings, pointers and numbers at any depth, and defaults in a merge patch. Numbers that JSON.parse would change are
// rejected (RFC 7493, 2.2), and multipleOf compares decimals.
import { beforeAll, describe, expect, it } from 'vitest'
import { set } from '../support/contract-edit.ts'
import { loadProduct, newChangedRooms } from '../support/product.ts'
import { implementations, type ParsedResponse, type Started, send } from './implementations.ts'

const malformed = 'must not have U+0000 or an unpaired surrogate'
const otherFormat = 'does not match the documented format'
const unknown = 'is not a documented property'
/** The members of a body beside its name, and the expected errors. */
const refused: [members: string, ...errors: [pointer: string, detail: string][]][] = [
  ['"size":{"evil":"\\u0000"}', ['/size/evil', malformed]],
  ['"size":{"a":{"b":["x",["\\ud800y"]]}}', ['/size/a/b/1/0', malformed]],
  ['"size":{"a":"x\\u0000","b":"\\udf3f"}', ['/size/a', malformed], ['/size/b', malformed]],
  ['"size":{"a\\u0000/b":1}', ['/size/a\0~1b', malformed]],
  ['"size":{"a":{"\\ud83c":{}}}', ['/size/a/\ud83c', malformed]],
  ['"tags":["a","a\\u0000b"]', ['/tags/1', malformed]],
  ['"closedOn":"2026-02-30"', ['/closedOn', 'must be a date like 2026-01-31']],
  ['"tags":["a",1]', ['/tags/1', 'must be a string']],
  ['"owner":{"name":"A\\n"}', ['/owner/name', otherFormat]],
  ['"owner":{"name":"A","colour":1}', ['/owner/colour', unknown]],
  ['"owner":{"name":"A","x/y~z":1,"a/b~c":2}', ['/owner/x~1y~0z', unknown], ['/owner/a~1b~0c', 'must be a string']],
  [`"size":{"a":${'['.repeat(99)}${']'.repeat(99)}}`, ['', 'must not have more than 100 levels']],
  ['"owner":{"colour":1},"colour":2', ['/colour', unknown], ['/owner/name', 'is required'], ['/owner/colour', unknown]],
]
/** Values of `size` that are stored unchanged. */
const validValues = [
  '{"a":"\\u0001\\u001f\u007f\u{1f33f}","":"","~/\\"\\\\":["\\\\u0000",null]}',
  `{"a":${'[{"a":'.repeat(49)}1${'}]'.repeat(49)}}`,
  '{"__proto__":{"a":1},"constructor":{"prototype":{"__proto__":[]}}}',
]

/** A number in a request, and the stored number. A number without the second is rejected. */
type NumberCase = [number: string, stored?: string]
const toCase = (number: string): NumberCase => [number]

const integers: NumberCase[] = [
  ['7', '7'],
  // JSON Schema defines these as integers.
  ['-0', '0'],
  ['1.0', '1'],
  ['1e2', '100'],
  ['9007199254740991', '9007199254740991'],
  ['9.007199254740991e15', '9007199254740991'],
  ...['9007199254740992', '9007199254740993', '9223372036854775808', '9.007199254740993e15', '1e400', '1.5'].map(
    toCase,
  ),
]

const decimals: NumberCase[] = [
  ...['19.99', '0.29', '-4.35', '12345678901.23'].map((number): NumberCase => [number, number]),
  ['-0.00', '0'],
  ['1e300', '1e+300'],
  ['1e20', '100000000000000000000'],
  ['100000000000000000000', '100000000000000000000'],
  ['100000000000000000000000', '1e+23'],
  // This is stored as the nearest double.
  ['0.290000000000000000001', '0.29'],
  ...['19.991', '19.990000000000002', '1e400', '-1e400', '-9007199254740993', '9007199254740993.0'].map(toCase),
]

/** Values of the filter `level`, and the status that each gets. */
const levels = {
  ...{ '0': 200, '-9': 200, '1000000000000001': 200, '9007199254740991': 200 },
  ...{ '9007199254740992': 400, '9223372036854775807': 400, '1e400': 400, '-0': 400, '1.0': 400, '1e2': 400 },
}

const rooms = await loadProduct(
  await newChangedRooms(
    set('components schemas Owner properties isAdult default', true),
    set('components schemas RoomDraft properties label default', 'new'),
    set('components schemas RoomPatch minProperties', 1),
  ),
)

describe.each(Object.entries(implementations))('%s', (_, start) => {
  let target: Started
  let room: string
  const post = (members: string) => send(target, ['POST', '/rooms', `{"name":"A",${members}}`])
  const patch = (members: string) => send(target, ['PATCH', room, `{${members}}`])
  beforeAll(async () => {
    target = await start(rooms)
    const { status, body } = await post('"isOpen":false,"owner":{"name":"B","isAdult":false}')
    expect({ status, body }).toMatchObject({ status: 201, body: { isOpen: false, label: 'new' } })
    room = `/rooms/${Object(body).id}`
    return async () => {
      expect(target.internalErrors).toEqual([])
      await target[Symbol.asyncDispose]()
    }
  })

  it.each(refused)('rejects %s with each pointer, in a creation and in an update', async (members, ...errors) => {
    const body = { errors: errors.map(([pointer, detail]) => ({ pointer, detail })) }
    for (const response of [await post(members), await patch(members)])
      expect(response).toMatchObject({ status: 400, body })
  })

  it('does not apply a default to a property that an update omits', async () => {
    const owner = { name: 'B', isAdult: false }
    expect(await patch('"name":"C"')).toMatchObject({ status: 200, body: { name: 'C', isOpen: false, owner } })
    const renamed = { isOpen: false, owner: { name: 'D', isAdult: false } }
    expect(await patch('"owner":{"name":"D"}')).toMatchObject({ status: 200, body: renamed })
    expect(await patch('')).toMatchObject({ status: 400, body: { errors: [{ pointer: '' }] } })
  })

  it('applies a default to a property that a creation omits, at any depth', async () => {
    const expected = { isOpen: true, label: 'new', owner: { name: 'B', isAdult: true } }
    expect(await post('"owner":{"name":"B"}')).toMatchObject({ status: 201, body: expected })
  })

  it.each(validValues)('stores %s unchanged', async (size) => {
    const created = await post(`"size":${size}`)
    await patch('"size":null')
    const changed = await patch(`"size":${size}`)
    const read = (path: string) => send(target, ['GET', path])
    const all = [created, changed, await read(`/rooms/${Object(created.body).id}`), await read(room)]
    expect(all.map(({ body }) => JSON.stringify(Object(body).size))).toEqual(Array(4).fill(size))
  })

  it.each(Object.entries({ level: integers, rent: decimals }))(
    'stores the numbers of %s that a double can hold, and rejects others with their pointer',
    async (name, rows) => {
      for (const [number, stored] of rows) {
        const { status, body } = await post(`"${name}":${number}`)
        const { errors, [name]: value } = Object(body)
        const outcome = [number, status, errors === undefined ? JSON.stringify(value) : errors[0].pointer]
        expect(outcome).toEqual([number, ...(stored === undefined ? [400, `/${name}`] : [201, stored])])
      }
    },
  )

  it('accepts only safe integers as a filter, and lists the items with them', async () => {
    const lists = Object.keys(levels).map(async (level) => [
      level,
      await send(target, ['GET', `/rooms?level=${level}`]),
    ])
    const responses: Record<string, ParsedResponse> = Object.fromEntries(await Promise.all(lists))
    expect(Object.entries(responses).map(([level, { status }]) => [level, status])).toEqual(Object.entries(levels))
    const largest = { level: Number.MAX_SAFE_INTEGER }
    expect(responses['9007199254740991']?.body).toMatchObject([largest, largest])
  })

  it('rejects a number that overflows a double, at any depth', async () => {
    const detail = 'must not be a number beyond ±1.7976931348623157e+308'
    const response = await send(target, ['POST', '/rooms', '{"name":[{"a/b":[0,-1e400]}]}'])
    expect(response).toMatchObject({ status: 400, body: { errors: [{ pointer: '/name/0/a~1b/1', detail }] } })
  })
})
