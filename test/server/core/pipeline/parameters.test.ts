import { describe, expect, it } from 'vitest'
import { operations } from '../../../../server/core/contract/plan.ts'
import { readParameters } from '../../../../server/core/pipeline/parameters.ts'
import { callerOf } from '../../../support/caller.ts'
import { expectProblem } from '../../../support/problem.ts'
import { sendRawRequest } from '../../../support/raw-http.ts'
import { sharedService } from '../../../support/shared-service.ts'

const id = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'
const invalid = 'invalid-request'

const service = await sharedService()

describe('a request', () => {
  const { send } = callerOf(service)

  it.each(['limit=1', 'limit=20', 'limit=100', '', '&&', 'tag=a:b', 'tag=a+b', 'tag='])(
    'may have the query %j',
    async (query) => {
      expect((await send('GET', `/plants?${query}`)).status).toBe(200)
    },
  )

  const integers = '0 101 -1 1e1 0x10 05 +5 %2B5 5.0 %205 5%20 ten'.split(' ')
  it.each<[query: string, parameter: string]>([
    ...[...integers, '', '9'.repeat(20)].map((limit): [string, string] => [`limit=${limit}`, 'limit']),
    ['limit=1&limit=1', 'limit'],
    ['tag=a&tag=a', 'tag'],
    ['limit[]=1', 'limit[]'],
    ['page=2', 'page'],
    ['=2', ''],
    ['x%00y=2', 'x\0y'],
    // Bytes that are not UTF-8, and a lone surrogate.
    ['tag=%FF', 'tag'],
    ['tag=%ED%A0%80', 'tag'],
    ['%FF=1', '%FF'],
    ['lim%69t=1e1', 'limit'],
    ['cursor=a:b', 'cursor'],
    ['tag=%0A', 'tag'],
    [`tag=${'x'.repeat(65)}`, 'tag'],
  ])('gets 400 that names the parameter for the query %s', async (query, parameter) => {
    await expectProblem(await send('GET', `/plants?${query}`), invalid, { errors: [{ parameter }] })
  })

  it('gets 400 that names the first 500 characters of a parameter', async () => {
    const errors = [{ parameter: 'x'.repeat(500) }]
    await expectProblem(await send('GET', `/plants?${'x'.repeat(600)}=1`), invalid, { errors })
  })

  it.each([
    ...['monstera', id.toUpperCase(), id.replaceAll('-', ''), `urn:uuid:${id}`, `${id}0`, `${id}%0A`, `${id};x`],
    ...['a%2Fb', '%ZZ', '%FF'],
  ])('gets 400 for the id %s, whatever the method', async (malformed) => {
    for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', {}]] as const) {
      const response = await send(method, `/plants/${malformed}`, { body })
      await expectProblem(response, invalid, { errors: [{ parameter: 'id' }] })
    }
  })

  it.each([
    ['GET /plants', 'If-None-Match: a', 'If-None-Match'],
    ['GET /plants', 'if-none-match: "a" "b"', 'If-None-Match'],
    [`DELETE /plants/${id}`, 'If-Match: *, "a"', 'If-Match'],
    ['POST /plants', 'Idempotency-Key: a\r\nIdempotency-Key: b', 'Idempotency-Key'],
    ['POST /plants', 'Idempotency-Key: "a"\r\nIdempotency-Key: "a"', 'Idempotency-Key'],
    ['POST /plants', 'Idempotency-Key:', 'Idempotency-Key'],
  ])('gets 400 that names the header: %s, %s', async (line, sent, header) => {
    const body = line.startsWith('POST') ? '{"name":"Fern"}' : ''
    const headers = [`Authorization: Bearer ${await service.token()}`, 'Content-Type: application/json', sent]
    await expectProblem(await sendRawRequest(service.url, line, headers, body), invalid, { errors: [{ header }] })
  })

  it('may have several headers of one name, which form one list', async () => {
    const headers = [`Authorization: Bearer ${await service.token()}`, 'If-None-Match: "a"', 'If-None-Match: "b"']
    expect((await sendRawRequest(service.url, 'GET /plants', headers)).status).toBe(200)
  })
})

describe('readParameters', () => {
  const read = (id: string, path: string, query: string, sent: Record<string, string[]> = {}) => {
    const [operation] = operations.filter((one) => one.id === id)
    if (operation === undefined) throw new Error(`no operation ${id}`)
    const headerValues = (name: string) => sent[name] ?? []
    const request = { id: '', method: 'GET', target: path, headerValues, body: undefined }
    return readParameters(request, { path, query }, operation)
  }

  it('returns only what was sent and declared, decoded', () => {
    expect(read('getPlant', '/plants/a%20b', '')).toStrictEqual({ path: { id: 'a b' }, query: {}, headers: {} })
    const headers = { 'if-none-match': ['"a"', '"b"'], 'if-match': ['*'], 'idempotency-key': ['a'] }
    expect(read('listPlants', '/plants', 'limit=7&tag=a+b%2B=c', headers)).toStrictEqual({
      path: {},
      query: { limit: 7, tag: 'a b+=c' },
      headers: { 'If-Match': '*', 'If-None-Match': '"a", "b"' },
    })
  })

  it.each([
    ['page=2', 'is not a parameter of this operation'],
    ['tag=a&tag=b', 'must not be repeated'],
    ['limit=', 'must not be empty'],
    ['cursor=', 'must not be empty'],
    ['limit=ten', 'must be a whole number in plain decimal digits'],
    ['tag=%FF', 'must be percent-encoded UTF-8'],
  ])('throws for %s: %s', (query, detail) => {
    const errors = [{ parameter: query.split('=')[0], detail }]
    expect(() => read('listPlants', '/plants', query)).toThrow(expect.objectContaining({ errors }))
  })
})
