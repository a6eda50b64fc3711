// Numbers of rooms: those that JSON.parse would change are refused (RFC 7493, 2.2), and multipleOf compares decimals.
import { beforeAll, describe, expect, it } from 'vitest'
import { rooms } from '../support/rooms.ts'
import { implementations, type ParsedResponse, type Sent, sendAll } from './implementations.ts'

/** A number as a caller writes it, and as it is stored; without the second one, it is refused. */
type Row = [number: string, stored?: string]

const integers: Row[] = [
  ['7', '7'],
  // They are integers for JSON Schema.
  ['-0', '0'],
  ['1.0', '1'],
  ['1e2', '100'],
  ['9007199254740991', '9007199254740991'],
  ['9.007199254740991e15', '9007199254740991'],
  ...['9007199254740992', '9007199254740993', '9223372036854775808', '9.007199254740993e15', '1e400', '1.5'].map(
    (number): Row => [number],
  ),
]

const decimals: Row[] = [
  ...['19.99', '0.29', '-4.35', '12345678901.23'].map((number): Row => [number, number]),
  ['-0.00', '0'],
  ['1e300', '1e+300'],
  ['1e20', '100000000000000000000'],
  ['100000000000000000000', '100000000000000000000'],
  // The nearest double.
  ['0.290000000000000000001', '0.29'],
  ...['19.991', '19.990000000000002', '1e400', '-1e400', '-9007199254740993', '9007199254740993.0'].map(
    (number): Row => [number],
  ),
]

const filters: [text: string, status: number][] = [
  ...['0', '-9', '1000000000000001', '9007199254740991'].map((text): [string, number] => [text, 200]),
  ...['9007199254740992', '9223372036854775807', '1e400', '-0', '1.0', '1e2'].map((text): [string, number] => [
    text,
    400,
  ]),
]

const fields = [
  ...integers.map((row) => ['level', ...row] as const),
  ...decimals.map((row) => ['rent', ...row] as const),
]
const requests: Sent[] = [
  ...fields.map(([name, number]): Sent => ['POST', '/rooms', `{"name":"A","${name}":${number}}`]),
  ...filters.map(([text]): Sent => ['GET', `/rooms?level=${text}`]),
  ['POST', '/rooms', '{"name":[{"a/b":[0,-1e400]}]}'],
]

describe.each(Object.entries(implementations))('%s', (_, start) => {
  let responses: ParsedResponse[]
  beforeAll(async () => {
    await using target = await start(rooms)
    responses = await sendAll(target, requests)
  })

  it('keeps the numbers that a double keeps, and refuses the others with 400 and their place', () => {
    const outcomes = fields.map(([name, number], index) => {
      const { status, body } = responses[index] ?? {}
      const { errors, [name]: stored } = Object(body)
      return [name, number, status, errors === undefined ? JSON.stringify(stored) : errors[0].pointer]
    })
    const expected = fields.map(([name, number, stored]) => {
      return [name, number, ...(stored === undefined ? [400, `/${name}`] : [201, stored])]
    })
    expect(outcomes).toEqual(expected)
  })

  it('takes only safe integers as a filter, and lists the items with them', () => {
    const lists = responses.slice(fields.length, -1)
    expect(lists.map(({ status }, index) => [filters[index]?.[0], status])).toEqual(filters)
    const largest = lists[filters.findIndex(([text]) => text === '9007199254740991')]
    expect(largest?.body).toMatchObject([{ level: Number.MAX_SAFE_INTEGER }, { level: Number.MAX_SAFE_INTEGER }])
  })

  it('refuses a number at any depth', () => {
    const detail = 'must not be a number beyond ±1.7976931348623157e+308'
    const body = { errors: [{ pointer: '/name/0/a~1b/1', detail }] }
    expect(responses.at(-1)).toMatchObject({ status: 400, body })
  })
})
