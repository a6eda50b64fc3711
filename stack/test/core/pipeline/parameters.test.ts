import { describe, expect, it } from 'vitest'
import type { OperationPlan } from '../../../core/contract/plan.ts'
import { readParameters } from '../../../core/pipeline/parameters.ts'
import { contract } from '../../product/generated/index.ts'
import { callerOf } from '../../support/caller.ts'
import { expectProblem } from '../../support/problem.ts'
import { sendRawRequest } from '../../support/raw-http.ts'
import { sharedService } from '../../support/shared-service.ts'

const { operations } = contract

const invalid = 'invalid-request'

const service = await sharedService()

describe('a request', () => {
  const { send } = callerOf(service)

  it('gets 400 that names the first 500 characters of a parameter', async () => {
    const errors = [{ parameter: 'x'.repeat(500) }]
    await expectProblem(await send('GET', `/lamps?${'x'.repeat(600)}=1`), invalid, { errors })
  })

  it('may have several headers of one name, which form one list', async () => {
    const tag = (await send('GET', '/lamps')).headers.get('ETag')
    const headers = [`Authorization: Bearer ${await service.token()}`, 'If-None-Match: "a"', `If-None-Match: ${tag}`]
    expect((await sendRawRequest(service.url, 'GET /lamps', headers)).status).toBe(304)
  })
})

// The contract has no other parameters than strings and an integer in a query so far.
describe('a parameter of another type', () => {
  type Type = 'boolean' | 'integer' | 'number'
  const [whole, decimal, either, safe, finite] = [
    'must be a whole number in plain decimal digits',
    'must be a number, such as 1.5',
    'must be true or false',
    'must not be an integer that changes to 9007199254740992 as a double',
    'must not be a number beyond ±1.7976931348623157e+308',
  ]

  /** The operation, with other types of its parameters. */
  function planOf(id: string, types: Partial<OperationPlan['parameterTypes']>): OperationPlan {
    const operation = operations.find((one) => one.id === id)
    if (operation === undefined) throw new Error(`no operation ${id}`)
    return { ...operation, parameterTypes: { path: {}, query: {}, headers: {}, cookies: {}, ...types } }
  }

  /** Reads the text as a parameter of this type in the path, in the query and in a header. */
  function readers(type: Type, text: string) {
    const headers = { 'if-match': text }
    const request = {
      id: '',
      method: 'GET',
      target: '',
      headers,
      repeatedHeaders: [],
      body: undefined,
      responseHeaders: {},
    }
    const read = (operation: OperationPlan, query = '') =>
      readParameters(request, { path: `/lamps/${encodeURIComponent(text)}`, query }, operation)
    return [
      () => read(planOf('deleteLamp', { path: { id: type } })).path.id,
      () => read(planOf('listLamps', { query: { tag: type } }), `tag=${encodeURIComponent(text)}`).query.tag,
      () => read(planOf('listLamps', { headers: { 'If-Match': type } })).headers['If-Match'],
    ]
  }

  it.each<[Type, string, unknown]>([
    ...[0, 5, -5, 1234567890123456, -Number.MAX_SAFE_INTEGER].map((value): [Type, string, number] => [
      'integer',
      `${value}`,
      value,
    ]),
    ...['0', '1.5', '-0.25', '1e1', '1.5E+1', '2e-1', '1e300', '9007199254740992'].map(
      (text): [Type, string, number] => ['number', text, Number(text)],
    ),
    ['boolean', 'true', true],
    ['boolean', 'false', false],
  ])('as %s, %s is %j', (type, text, value) => {
    for (const read of readers(type, text)) expect(read()).toBe(value)
  })

  it.each<[Type, string, string]>([
    ...['-0', '1_0', '٥', 'true', '1.0', '1e2'].map((text): [Type, string, string] => ['integer', text, whole]),
    ...['0x10', '05', '+5', ' 5', '.5', '5.', 'NaN', '1,5'].map((text): [Type, string, string] => [
      'number',
      text,
      decimal,
    ]),
    ['integer', '9007199254740993', safe],
    ['number', '9007199254740993', safe],
    ...['1e999', '-1e999'].map((text): [Type, string, string] => ['number', text, finite]),
    ...['True', '1', ' true', 'null', '"true"'].map((text): [Type, string, string] => ['boolean', text, either]),
  ])('as %s, %s is an error: %s', (type, text, detail) => {
    const named = [{ parameter: 'id' }, { parameter: 'tag' }, { header: 'If-Match' }]
    for (const [index, read] of readers(type, text).entries()) {
      expect(read).toThrow(expect.objectContaining({ errors: [{ ...named[index], detail }] }))
    }
  })
})
