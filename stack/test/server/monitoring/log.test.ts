import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createLog, logInternalError, logResponse } from '../../../server/monitoring/log.ts'
import { openSocket, sendRaw, sendRawRequest } from '../../support/raw-http.ts'
import { startService } from '../../support/service.ts'
import { sharedService } from '../../support/shared-service.ts'
import { waitUntil } from '../../support/wait.ts'

const secret = 'the-secret-stairs'
const service = await sharedService()
const Authorization = `Bearer ${await service.token()}`
const get = (path: string, init?: RequestInit) => fetch(service.url + path, init)

function getLine(requestId: string | null | undefined): Promise<Record<string, unknown>> {
  return waitUntil(() => service.log.find((line) => line.requestId === requestId))
}

describe('the log', () => {
  it('has a line of JSON for each response, with its Request-Id', async () => {
    const { headers } = await get('/lamps?limit=1', { headers: { Authorization } })
    expect(await getLine(headers.get('Request-Id'))).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId: headers.get('Request-Id'),
      method: 'GET',
      operationId: 'listLamps',
      status: 200,
      milliseconds: expect.any(Number),
      msg: 'response',
    })
  })

  it('has no status of a response that the client did not wait for', async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    const listLamps = () => closed.then(() => ({ status: 200 as const, body: [] }))
    await using slow = await startService({ handlers: { listLamps } })
    const socket = await openSocket(slow.url)
    socket.write(`GET /lamps HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${await slow.token()}\r\n\r\n`)
    await sleep(200)
    socket.resetAndDestroy()
    const line = await waitUntil(() => slow.log.find(({ msg }) => msg === 'response'))
    close()
    expect(line).toMatchObject({ aborted: true, operationId: 'listLamps' })
    expect(line).not.toHaveProperty('status')
  })

  it('has a line for text that is not HTTP', async () => {
    const { headers } = await sendRaw(service.url, ['hello'])
    expect(await getLine(headers['request-id'])).toMatchObject({ status: 400, msg: 'response' })
  })

  it('has no tokens, no bodies and no paths', async () => {
    const headers = { Authorization, 'X-Api-Key': secret, Cookie: secret, 'Content-Type': 'application/json' }
    const [, token = ''] = Authorization.split(' ')
    const responses = [
      await get('/lamps', { method: 'POST', headers, body: `{"name":"${secret}"}` }),
      await get('/lamps', { method: 'POST', headers, body: `{"name":"${secret}` }),
      await get(`/lamps?tag=${secret}&access_token=${token}`, { headers }),
      await get(`/${secret}/${token}`, { headers }),
      await get('/lamps', { headers: { Authorization: `${Authorization}x` } }),
      await get('/lamps', { headers: { Authorization: `Basic ${secret}` } }),
    ]
    expect((await sendRawRequest(service.url, 'GET /lamps', [`X ${secret}`])).status).toBe(400)
    for (const response of responses) await getLine(response.headers.get('Request-Id'))
    const text = JSON.stringify(service.log)
    for (const part of [secret, token, token.split('.')[2]]) expect(text).not.toContain(part)
  })

  it('has internal errors, but no responses, with LOG_LEVEL=warn', () => {
    const lines: string[] = []
    const output = { write: (line: string) => void lines.push(line) }
    const log = createLog(output, 'warn')
    const event = { requestId: 'a', method: 'GET', operationId: undefined, status: 200, seconds: 1 }
    logResponse(log, output, event)
    logInternalError(log, new Error('a defect'), 'b')
    const internalError = { level: 50, msg: 'internal error', requestId: 'b', err: { message: 'a defect' } }
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([internalError])
  })
})
