// The log is read off the real process: what an operator's collector would get.
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { logResponse } from '../../../server/monitoring/log.ts'
import { cleanUp } from '../../support/folder.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { logOf, type ServiceProcess, startProcess, tokenFor, usedFolder } from '../../support/service-process.ts'

const secret = 'the-secret-fern'
let running: ServiceProcess
let token: string
beforeAll(async () => {
  const DATA = await usedFolder()
  running = await startProcess({ DATA, LOG_LEVEL: 'info' })
  token = await tokenFor({ DATA })
})
afterAll(cleanUp)

function lineOf(requestId: string | null | undefined): Promise<Record<string, unknown>> {
  return vi.waitUntil(() => logOf(running).find((line) => line.requestId === requestId), { timeout: 3_000 })
}

describe('the log', () => {
  it('has a JSON line for each answer, found by its Request-Id', async () => {
    const answer = await fetch(`${running.url}/plants?limit=1`, { headers: { Authorization: `Bearer ${token}` } })
    expect(await lineOf(answer.headers.get('Request-Id'))).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId: answer.headers.get('Request-Id'),
      method: 'GET',
      operationId: 'listPlants',
      status: 200,
      milliseconds: expect.any(Number),
      msg: 'response',
    })
  })

  it('tells milliseconds to a tenth', () => {
    const lines: string[] = []
    const log = pino({}, { write: (line) => void lines.push(line) })
    const answer = { requestId: 'a', method: 'GET', operationId: undefined, status: 200, aborted: false }
    logResponse(log, { ...answer, seconds: 1.234567 })
    expect(lines.map((line) => JSON.parse(line).milliseconds)).toEqual([1234.6])
  })

  it('says of a HEAD that it was one', async () => {
    const answer = await fetch(`${running.url}/plants`, { method: 'HEAD' })
    expect(await lineOf(answer.headers.get('Request-Id'))).toMatchObject({ method: 'HEAD', status: 401 })
  })

  it('has a line for what never was a request, too', async () => {
    const { status, headers } = await sendRaw(running.url, ['hello'])
    expect(status).toBe(400)
    expect(await lineOf(headers['request-id'])).toMatchObject({ status: 400, msg: 'response' })
  })

  it('never has a token, a secret or a body in it, wherever they stand', async () => {
    const headers = { Authorization: `Bearer ${token}`, 'X-Api-Key': secret, Cookie: secret }
    const json = { ...headers, 'Content-Type': 'application/json' }
    const answers = [
      await fetch(`${running.url}/plants`, { method: 'POST', headers: json, body: `{"name":"${secret}"}` }),
      await fetch(`${running.url}/plants`, { method: 'POST', headers: json, body: `{"name":"${secret}` }),
      await fetch(`${running.url}/plants?tag=${secret}&access_token=${token}`, { headers }),
      await fetch(`${running.url}/${secret}/${token}`, { headers }),
      await fetch(`${running.url}/plants`, { headers: { Authorization: `Bearer ${token}x` } }),
      await fetch(`${running.url}/plants`, { headers: { Authorization: `Basic ${secret}` } }),
    ]
    const raw = await sendRaw(running.url, [
      `GET /plants HTTP/1.1`,
      `Host: ${secret}`,
      'Connection: close',
      `X ${secret}`,
    ])
    expect(raw.status).toBe(400)
    for (const answer of answers) await lineOf(answer.headers.get('Request-Id'))
    const text = running.stdout + running.stderr
    expect(text).not.toContain(secret)
    expect(text).not.toContain(token)
    expect(text).not.toContain(token.split('.')[2])
  })
})

describe('the level of the log', () => {
  it('keeps answers out where it is warn', async () => {
    const quiet = await startProcess({ DATA: await usedFolder(), LOG_LEVEL: 'warn' })
    await fetch(`${quiet.url}/plants`)
    await quiet.end()
    expect(logOf(quiet)).toEqual([])
  })
})
