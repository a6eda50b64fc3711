// Values of rooms: in objects and arrays, strings and pointers at any depth, and defaults in a merge patch. Numbers that JSON.parse
// would change are refused (RFC 7493, 2.2), and multipleOf compares decimals.
import { beforeAll, describe, expect, it } from 'vitest'
import { set } from '../support/contract-edit.ts'
import { changedRooms, loadProduct } from '../support/product.ts'
import { implementations, type ParsedResponse, type Sent, sendAll } from './implementations.ts'

const malformed = 'does not match the documented format'
const unknown = 'is not a documented property'
/** The members of a body beside its name, and the fields that are refused. */
const refused: [members: string, ...errors: [pointer: string, detail: string][]][] = [
  ['"size":{"evil":"\\u0000"}', ['/size/evil', malformed]],
  ['"size":{"a":{"b":["x",["\\ud800y"]]}}', ['/size/a/b/1/0', malformed]],
  ['"size":{"a":"x\\u0000","b":"\\udf3f"}', ['/size/a', malformed], ['/size/b', malformed]],
  ['"size":{"a\\u0000/b":1}', ['/size/a\0~1b', malformed]],
  ['"size":{"a":{"\\ud83c":{}}}', ['/size/a/\ud83c', malformed]],
  ['"tags":["a","a\\u0000b"]', ['/tags/1', malformed]],
  ['"closedOn":"2026-02-30"', ['/closedOn', 'must be a date like 2026-01-31']],
  ['"tags":["a",1]', ['/tags/1', 'must be a string']],
  ['"owner":{"name":"A\\n"}', ['/owner/name', malformed]],
  ['"owner":{"name":"A","colour":1}', ['/owner/colour', unknown]],
  ['"owner":{"name":"A","x/y~z":1,"a/b~c":2}', ['/owner/x~1y~0z', unknown], ['/owner/a~1b~0c', 'must be a string']],
  [`"size":{"a":${'['.repeat(99)}${']'.repeat(99)}}`, ['', 'must not have more than 100 levels']],
  ['"owner":{"colour":1},"colour":2', ['/colour', unknown], ['/owner/name', 'is required'], ['/owner/colour', unknown]],
]
/** Values of `size` that are stored unchanged. */
const kept = [
  '{"a":"\\u0001\\u001f\u007f\u{1f33f}","":"","~/\\"\\\\":["\\\\u0000",null]}',
  `{"a":${'[{"a":'.repeat(49)}1${'}]'.repeat(49)}}`,
  '{"__proto__":{"a":1},"constructor":{"prototype":{"__proto__":[]}}}',
]

/** A number as a caller writes it, and as it is stored; without the second one, it is refused. */
type Row = [number: string, stored?: string]
const toRow = (number: string): Row => [number]

const integers: Row[] = [
  ['7', '7'],
  // They are integers for JSON Schema.
  ['-0', '0'],
  ['1.0', '1'],
  ['1e2', '100'],
  ['9007199254740991', '9007199254740991'],
  ['9.007199254740991e15', '9007199254740991'],
  ...['9007199254740992', '9007199254740993', '9223372036854775808', '9.007199254740993e15', '1e400', '1.5'].map(toRow),
]

const decimals: Row[] = [
  ...['19.99', '0.29', '-4.35', '12345678901.23'].map((number): Row => [number, number]),
  ['-0.00', '0'],
  ['1e300', '1e+300'],
  ['1e20', '100000000000000000000'],
  ['100000000000000000000', '100000000000000000000'],
  // The nearest double.
  ['0.290000000000000000001', '0.29'],
  ...['19.991', '19.990000000000002', '1e400', '-1e400', '-9007199254740993', '9007199254740993.0'].map(toRow),
]

/** Values of the filter `level`, and the status for each. */
const levels = {
  ...{ '0': 200, '-9': 200, '1000000000000001': 200, '9007199254740991': 200 },
  ...{ '9007199254740992': 400, '9223372036854775807': 400, '1e400': 400, '-0': 400, '1.0': 400, '1e2': 400 },
}

const numbers = [
  ...integers.map((row) => ['level', ...row] as const),
  ...decimals.map((row) => ['rent', ...row] as const),
]
const room = '{"name":"A","isOpen":false,"owner":{"name":"B","isAdult":false}}'
const requests: Sent[] = [
  ...refused.map(([members]): Sent => ['POST', '/rooms', `{"name":"A",${members}}`]),
  ['POST', '/rooms', room],
  ...refused.map(([members]): Sent => ['PATCH', '/rooms/{id}', `{${members}}`]),
  ['PATCH', '/rooms/{id}', '{"name":"C"}'],
  ['PATCH', '/rooms/{id}', '{"owner":{"name":"D"}}'],
  ['PATCH', '/rooms/{id}', '{}'],
  ['POST', '/rooms', '{"name":"A","owner":{"name":"B"}}'],
  ...kept.flatMap((size): Sent[] => [
    ['POST', '/rooms', `{"name":"A","size":${size}}`],
    ['PATCH', '/rooms/{id}', '{"size":null}'],
    ['PATCH', '/rooms/{id}', `{"size":${size}}`],
  ]),
]
const numberRequests: Sent[] = [
  ...numbers.map(([name, number]): Sent => ['POST', '/rooms', `{"name":"A","${name}":${number}}`]),
  ...Object.keys(levels).map((level): Sent => ['GET', `/rooms?level=${level}`]),
  ['POST', '/rooms', '{"name":[{"a/b":[0,-1e400]}]}'],
]

const rooms = await loadProduct(
  await changedRooms(
    set('components schemas Owner properties isAdult default', true),
    set('components schemas RoomDraft properties label default', 'new'),
    set('components schemas RoomPatch minProperties', 1),
  ),
)

describe.each(Object.entries(implementations))('%s', (_, start) => {
  let responses: ParsedResponse[]
  let numberResponses: ParsedResponse[]
  beforeAll(async () => {
    await using target = await start(rooms)
    responses = await sendAll(target, requests)
    numberResponses = await sendAll(target, numberRequests)
    expect(target.internalErrors).toEqual([])
  })
  const after = (count: number) => responses.slice(2 * refused.length + 1)[count]

  it.each(refused.map(([members, ...errors], index) => ({ members, errors, index })))(
    'refuses $members with each place, in a new and in a changed item',
    ({ errors, index }) => {
      const body = { errors: errors.map(([pointer, detail]) => ({ pointer, detail })) }
      for (const response of [responses[index], responses[refused.length + 1 + index]]) {
        expect(response).toMatchObject({ status: 400, body })
      }
    },
  )

  it('does not apply a default to what a change leaves out', () => {
    expect(responses[refused.length]).toMatchObject({ status: 201, body: { isOpen: false, label: 'new' } })
    expect(after(0)).toMatchObject({ status: 200, body: { name: 'C', isOpen: false, owner: { isAdult: false } } })
    expect(after(1)).toMatchObject({ status: 200, body: { isOpen: false, owner: { name: 'D', isAdult: false } } })
    expect(after(2)).toMatchObject({ status: 400, body: { errors: [{ pointer: '' }] } })
  })

  it('applies a default to what a creation leaves out, at any depth', () => {
    const expected = { isOpen: true, label: 'new', owner: { name: 'B', isAdult: true } }
    expect(after(3)).toMatchObject({ status: 201, body: expected })
  })

  it.each(kept.map((size, index) => ({ size, index })))('keeps $size', ({ size, index }) => {
    for (const response of [after(4 + 3 * index), after(6 + 3 * index)]) {
      expect(JSON.stringify(Object(response?.body).size)).toBe(size)
    }
  })

  it('keeps the numbers that a double keeps, and refuses the others with 400 and their place', () => {
    const outcomes = numbers.map(([name, number], index) => {
      const { status, body } = numberResponses[index] ?? {}
      const { errors, [name]: stored } = Object(body)
      return [name, number, status, errors === undefined ? JSON.stringify(stored) : errors[0].pointer]
    })
    const expected = numbers.map(([name, number, stored]) => {
      return [name, number, ...(stored === undefined ? [400, `/${name}`] : [201, stored])]
    })
    expect(outcomes).toEqual(expected)
  })

  it('takes only safe integers as a filter, and lists the items with them', () => {
    const lists = Object.keys(levels).map((level, index) => [level, numberResponses[numbers.length + index]] as const)
    expect(Object.fromEntries(lists.map(([level, list]) => [level, list?.status]))).toEqual(levels)
    const largest = { level: Number.MAX_SAFE_INTEGER }
    expect(new Map(lists).get('9007199254740991')?.body).toMatchObject([largest, largest])
  })

  it('refuses a number at any depth', () => {
    const detail = 'must not be a number beyond ±1.7976931348623157e+308'
    const body = { errors: [{ pointer: '/name/0/a~1b/1', detail }] }
    expect(numberResponses.at(-1)).toMatchObject({ status: 400, body })
  })
})
