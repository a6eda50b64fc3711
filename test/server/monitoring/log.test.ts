// The log of the service as a process.
import pino from 'pino'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { logResponse } from '../../../server/monitoring/log.ts'
import { cleanUp } from '../../support/folder.ts'
import { sendRaw, sendRawRequest } from '../../support/raw-http.ts'
import { logOf, startProcess, tokenFor, usedFolder } from '../../support/service-process.ts'

afterAll(cleanUp)

const secret = 'the-secret-fern'
const DATA = await usedFolder()
const service = await startProcess({ DATA, LOG_LEVEL: 'info' })
const Authorization = `Bearer ${await tokenFor({ DATA })}`
const get = (path: string, init?: RequestInit) => fetch(service.url + path, init)

function lineOf(requestId: string | null | undefined): Promise<Record<string, unknown>> {
  return vi.waitUntil(() => logOf(service).find((line) => line.requestId === requestId), { timeout: 3_000 })
}

describe('the log', () => {
  it('has a line of JSON for each response, with its Request-Id', async () => {
    const { headers } = await get('/plants?limit=1', { headers: { Authorization } })
    expect(await lineOf(headers.get('Request-Id'))).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId: headers.get('Request-Id'),
      method: 'GET',
      operationId: 'listPlants',
      status: 200,
      milliseconds: expect.any(Number),
      msg: 'response',
    })
  })

  it('has the milliseconds with one decimal', () => {
    const lines: string[] = []
    const log = pino({}, { write: (line) => void lines.push(line) })
    const event = { requestId: 'a', method: 'GET', operationId: undefined, status: 200, seconds: 1.234567 }
    logResponse(log, { ...event, aborted: false })
    logResponse(log, { ...event, aborted: true })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ milliseconds: 1234.6 }, { aborted: true }])
    expect(lines[0]).not.toContain('aborted')
  })

  it('has the method HEAD', async () => {
    const { headers } = await get('/plants', { method: 'HEAD' })
    expect(await lineOf(headers.get('Request-Id'))).toMatchObject({ method: 'HEAD', status: 401 })
  })

  it('has a line for text that is not HTTP', async () => {
    const { headers } = await sendRaw(service.url, ['hello'])
    expect(await lineOf(headers['request-id'])).toMatchObject({ status: 400, msg: 'response' })
  })

  it('has no tokens, no bodies and no paths', async () => {
    const headers = { Authorization, 'X-Api-Key': secret, Cookie: secret, 'Content-Type': 'application/json' }
    const [, token = ''] = Authorization.split(' ')
    const responses = [
      await get('/plants', { method: 'POST', headers, body: `{"name":"${secret}"}` }),
      await get('/plants', { method: 'POST', headers, body: `{"name":"${secret}` }),
      await get(`/plants?tag=${secret}&access_token=${token}`, { headers }),
      await get(`/${secret}/${token}`, { headers }),
      await get('/plants', { headers: { Authorization: `${Authorization}x` } }),
      await get('/plants', { headers: { Authorization: `Basic ${secret}` } }),
    ]
    expect((await sendRawRequest(service.url, 'GET /plants', [`X ${secret}`])).status).toBe(400)
    for (const response of responses) await lineOf(response.headers.get('Request-Id'))
    const text = service.stdout + service.stderr
    for (const part of [secret, token, token.split('.')[2]]) expect(text).not.toContain(part)
  })

  it('has no responses with LOG_LEVEL=warn', async () => {
    const quiet = await startProcess({ DATA: await usedFolder(), LOG_LEVEL: 'warn' })
    await fetch(`${quiet.url}/plants`)
    await quiet.end()
    expect(logOf(quiet)).toEqual([])
  })
})
